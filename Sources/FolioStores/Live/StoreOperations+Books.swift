import FolioBooking
import FolioDiagnostics
import FolioModel

extension StoreOperations {
  /// The books from the newest checkpoint on, which cost what came after it. Their ledger has no
  /// groups; they have holdings, lots and cash alone.
  /// - Parameters:
  ///   - options: how they are to be booked.
  ///   - names: the symbols and accounts of a selection.
  ///   - namesLots: whether the ids of the groups are needed that opened the lots.
  ///   - name: the name of the document in the places of warnings.
  /// - Returns: nil if there is no checkpoint, or if the places of warnings are not known; if the
  ///   books are to be booked in another way, or with more than that.
  package mutating func restoredBooks(
    _ options: BookingOptions, naming names: BookedNames = BookedNames(), namesLots: Bool = false,
    as name: String = "store"
  ) throws(StoreFailure) -> BookedLedger? {
    var lean = StoreCheck.booking
    (lean.keepsPostings, lean.keepsDisposals, lean.keepsIncome) = (false, false, false)
    guard options == lean, !storage.checkpointPlaces().isEmpty else { return nil }
    let counts = try storage.counts()
    let restored: RestoredBooks
    do throws(RestoringFailure) {
      restored = try RestoredBooks(&storage, readsAll: false, needsPlaces: true)
    } catch {
      if case .store(let failure) = error { throw failure }
      return nil
    }
    let head = restored.rows.checker.head
    guard restored.knowsPlaces,
      let found = try? restored.rows.checker.warnings(
        at: { RowPlace.position(of: $0) ?? .none })
    else { return nil }
    var booked = restored.books.booked(head)
    let warnings = found + booked.warnings
    if !warnings.isEmpty {
      guard let placed = try placed(warnings, as: name) else { return nil }
      booked.place(placed.warnings, in: placed.sources)
    }
    // The checkpoint may know names that no group has any more, and that are refused then.
    guard names.areKnown(in: booked) else { return nil }
    if namesLots {
      let tables = booked.ledger.tables
      let lots = booked.lots.lazy.filter {
        names.symbols.isEmpty
          || names.symbols.contains(tables.text(tables.instruments[Int($0.instrument)].symbol))
      }
      booked.name(try ids(of: Set(lots.map(\.group)).sorted()))
    }
    // Others may have changed it meanwhile.
    return try storage.counts() == counts ? booked : nil
  }

  /// Warnings with positions in the head and in the rows of groups, each of which is a source.
  /// - Returns: nil if there are too many sources.
  private mutating func placed(
    _ warnings: [Diagnostic], as name: String
  ) throws(StoreFailure) -> (warnings: [Diagnostic], sources: [SourceFile])? {
    let known = warnings.filter(\.position.isKnown)
    let groups = Set(known.compactMap { RowPlace.row(at: $0.position).group }).sorted()
    let head = try storage.head()?.row ?? StoredHead.emptyRow
    guard groups.count < 1 << 15, head.count < RowPlace.length,
      known.allSatisfy({ $0.position.file == 0 })
    else { return nil }
    var sources = [SourceFile(name: name, contents: head + [0x0A])]
    let place = citation(ofLine: 1)
    sources[0].citation = { _ in place }
    for (group, row) in zip(groups, try storage.rows(at: groups.map { Int($0) })) {
      // The head is the first line, and each group is the next one.
      var source = SourceFile(name: name, firstLine: Int(group) + 2, contents: row + [0x0A])
      let place = citation(ofLine: source.firstLine)
      source.citation = { _ in place }
      sources.append(source)
    }
    let files = Dictionary(uniqueKeysWithValues: zip(groups, 1...))
    let moved = warnings.map { warning in
      guard warning.position.isKnown else { return warning }
      var moved = warning
      let (group, offset) = RowPlace.row(at: warning.position)
      moved.position = SourcePosition(file: group.flatMap { files[$0] } ?? 0, offset: offset)
      return moved
    }
    return (moved, sources)
  }

  /// The ids of groups, in their order.
  private mutating func ids(
    of groups: [GroupIndex]
  ) throws(StoreFailure) -> [(group: GroupIndex, id: String)] {
    var found: [(group: GroupIndex, id: String)] = []
    for start in stride(from: 0, to: groups.count, by: 1_024) {
      let part = groups[start..<min(start + 1_024, groups.count)]
      let stored = try storage.groups(at: part.map { Int($0) })
      found += zip(part, stored).map { ($0, $1.id) }
    }
    return found
  }
}

/// The symbols and accounts that a reader of books chooses.
package struct BookedNames: Sendable {
  /// The symbols; none for all.
  package var symbols: Set<String>
  /// The ids of cash accounts and the names of securities accounts; none for all.
  package var accounts: Set<String>

  /// Creates a choice, by default of everything.
  package init(symbols: Set<String> = [], accounts: Set<String> = []) {
    self.symbols = symbols
    self.accounts = accounts
  }

  /// Whether the head or open lots have all of them.
  fileprivate func areKnown(in booked: BookedLedger) -> Bool {
    if symbols.isEmpty, accounts.isEmpty { return true }
    let tables = booked.ledger.tables
    var known = BookedNames()
    for instrument in tables.instruments where instrument.hasMasterRow {
      known.symbols.insert(tables.text(instrument.symbol))
    }
    for account in tables.cashAccounts { known.accounts.insert(tables.text(account.id)) }
    for lot in booked.lots {
      known.symbols.insert(tables.text(tables.instruments[Int(lot.instrument)].symbol))
      known.accounts.insert(tables.text(tables.securitiesAccounts.all[Int(lot.account)]))
    }
    return symbols.isSubset(of: known.symbols) && accounts.isSubset(of: known.accounts)
  }
}
