import FolioBooking
import FolioDiagnostics
import FolioInterchange
import FolioModel
import FolioNumbers

/// A ledger that changes by rows, with its books. A change costs what it affects, and the books are
/// those of the whole ledger.
///
/// It does not keep the rows. A change in the past reads those that follow it.
package struct LiveLedger: Sendable {
  /// The reader and the checker, which number names alike.
  fileprivate struct Rows: Sendable {
    var reader: LiveReader
    var checker: LiveChecker
  }

  /// A change that was made.
  package struct Change: Sendable {
    /// The checked groups, by row.
    package let ledger: Ledger
    /// The warnings about them, in the order of `LedgerCheck.diagnostics`. Their positions, and
    /// those of the groups, are in this file.
    package fileprivate(set) var warnings: [Diagnostic] = []
    let file: Int
    /// The row of the head after it; nil if the change does not concern the head.
    fileprivate(set) var head: [UInt8]?
    /// The prices that it added.
    fileprivate(set) var prices: [PriceRecord] = []
    /// Whether it says where something is in its rows.
    fileprivate(set) var isNoted = false
    /// Whether the check has other warnings about the groups than before.
    fileprivate(set) var changesWarnings = false
    /// Whether other groups overdraw an account now.
    fileprivate(set) var overdrawsElsewhere = false
    /// What it did to the books.
    package let books: BookingChange
  }

  /// What came of a change.
  package enum Outcome: Sendable {
    /// It was made.
    case changed(Change)
    /// It has faults. The check of the whole ledger says which, in its own order.
    case refused
    /// It needs the groups from a place on, which is before the checkpoint. Nothing has changed.
    case startsBefore(OrderKey)
    /// Only the whole ledger tells, for a reason. Nothing has changed.
    case needsWhole(String)
  }

  /// A group with its row before and after a change.
  package struct Version: Sendable {
    let number: GroupIndex
    /// The row of the store; nil if the group is new.
    let before: [UInt8]?
    let after: [UInt8]
  }

  /// What a change asks the store.
  package struct StoredRows {
    /// The rows of groups that follow the change.
    let rows: ([GroupIndex]) throws(StoreFailure) -> [[UInt8]]
    /// The group that has an id.
    let lookUp: IDLookup

    /// Questions that a storage answers.
    package init(_ storage: any RecordStorage) {
      var (ofRows, ofIDs) = (storage, storage)
      rows = { numbers throws(StoreFailure) in
        try ofRows.rows(at: numbers.map { Int($0) })
      }
      lookUp = { id, table in try ofIDs.number(of: RecordID(id, table)).map { GroupIndex($0) } }
    }
  }

  private var rows: Rows
  /// The books of all groups.
  package private(set) var books: LiveBooks
  /// Changes of groups up to this day are left to the whole ledger.
  var protectedDay: Day?
  /// The number of the last document in positions. Each has its own, so that the warnings about it
  /// are known.
  private var file = 0

  /// Groups that are read and booked at once, after a change in the past.
  private static let batch = 1024
  /// Documents that have a number of their own.
  private static let fileLimit = 65_000

  /// Reads and books the document of a store.
  /// - Throws: if the ledger needs the check of the whole, or has faults.
  package init(_ document: [UInt8], _ options: BookingOptions) throws(NeedsWholeLedger) {
    var reader = LedgerReader()
    reader.acceptsUnknownKeys = true
    reader.read(document, name: "store")
    var (draft, changes) = reader.finishLive()
    draft.changesStore = true
    let (checker, ledger) = try LiveChecker.open(draft)
    rows = Rows(reader: changes, checker: checker)
    books = try LiveBooks(checker.head, options)
    guard let first = checker.order.entries(from: 0, limit: 1).first else { return }
    let outcome = books.rebook(from: first.key, lastDay: ledger.lastDay) { last in
      let numbers = Self.entries(after: last, in: checker.order).map(\.key.group)
      return numbers.isEmpty ? nil : (ledger.batch(numbers), numbers)
    }
    guard case .booked = outcome else { throw NeedsWholeLedger(.faults) }
  }

  /// Whether `warnings` can be listed.
  var knowsWarnings: Bool { rows.checker.knowsWarnings }

  /// The warnings of checking and booking, without those of overdrafts. Their positions are those
  /// in the rows of the store.
  /// - Throws: if those of checking are not known.
  func warnings() throws(NeedsWholeLedger) -> [Diagnostic] {
    try rows.checker.warnings { _ in .none }
      + books.warnings(since: .start).filter { $0.code != .negativeCash }
  }

  /// Goes on with the books of a store.
  init(_ restored: RestoredBooks) {
    rows = Rows(reader: restored.rows.reader, checker: restored.rows.checker)
    books = restored.books
  }

  /// The number of groups after a place. Those before the checkpoint from which it was restored do
  /// not count.
  func count(after place: CheckpointPlace?) -> Int {
    let order = rows.checker.order
    return order.count - (place.map { order.place(of: OrderKey($0)) } ?? 0)
  }

  /// The state after all groups; nil if there can be none.
  /// - Parameter head: a checksum of the head.
  func checkpoint(with head: UInt64) -> StoredCheckpoint? {
    guard let place = books.last, let checker = rows.reader.state(of: rows.checker, upTo: place),
      let state = books.storedState()
    else { return nil }
    return StoredCheckpoint(
      CheckpointPlace(place), StoredState(head: head, checker: checker, books: state).bytes)
  }

  /// The ledger without its groups.
  var head: Ledger { rows.checker.head }

  private static func entries(after key: OrderKey?, in order: LiveOrder) -> [LiveOrder.Entry] {
    guard let key else { return order.entries(from: 0, limit: batch) }
    let place = order.place(of: key)
    return order.entries(from: place + (order.entry(key) == nil ? 0 : 1), limit: batch)
  }
}

// Changes.
extension LiveLedger {
  /// Adds the groups of a document.
  /// - Parameter first: the number of its first group.
  package mutating func append(
    _ document: [UInt8], from first: Int, _ stored: StoredRows
  ) throws(StoreFailure) -> Outcome {
    var change = read(document)
    change.groups.numbers = change.groups.groups.indices.map { GroupIndex(first + $0) }
    return try apply(change, replacing: nil, isDocument: true, stored)
  }

  /// Replaces a group by that of a document.
  /// - Parameter row: the row of the store.
  package mutating func replace(
    _ number: GroupIndex, _ row: [UInt8], by document: [UInt8], _ stored: StoredRows,
    adjust: (inout LedgerChange) -> Void = { _ in }
  ) throws(StoreFailure) -> Outcome {
    let old = rows.read([row], of: [number])
    var change = read(document)
    change.groups.numbers = change.groups.groups.indices.map { _ in number }
    adjust(&change)
    return try apply(change, replacing: old.groups, isDocument: true, stored)
  }

  /// Changes a group as it is.
  /// - Parameter row: the row of the store.
  package mutating func adjust(
    _ number: GroupIndex, _ row: [UInt8], _ stored: StoredRows,
    _ body: (inout LedgerChange) -> Void
  ) throws(StoreFailure) -> Outcome {
    let old = rows.read([row], of: [number])
    var change = rows.read([row], of: [number])
    body(&change)
    return try apply(change, replacing: old.groups, isDocument: false, stored)
  }

  /// Takes rows of another store.
  package mutating func put(
    _ versions: [Version], _ stored: StoredRows
  ) throws(StoreFailure) -> Outcome {
    let known = versions.filter { $0.before != nil }
    let old = rows.read(known.compactMap(\.before), of: known.map(\.number))
    let change = rows.read(versions.map(\.after), of: versions.map(\.number))
    return try apply(change, replacing: known.isEmpty ? nil : old.groups, isDocument: false, stored)
  }

  /// Reads the row of a group as it is stored. The places of warnings and of unknown keys are those
  /// in this row, not in the row that came in.
  /// - Returns: false if the row is not that of the ledger.
  mutating func noteStored(
    _ number: GroupIndex, _ row: [UInt8], _ stored: StoredRows
  ) -> Bool {
    let old = rows.read([row], of: [number])
    let new = rows.read([row], of: [number])
    guard let checked = try? rows.checker.check(new, replacing: old.groups, stored.lookUp),
      checked.faults.isEmpty
    else { return false }
    _ = rows.checker.apply(checked)
    return true
  }

  private mutating func read(_ document: [UInt8]) -> LedgerChange {
    file += 1
    rows.reader.read(document, file: file)
    return rows.reader.take()
  }

  /// - Parameter isDocument: whether someone wants the warnings about the new rows.
  private mutating func apply(
    _ change: LedgerChange, replacing old: GroupBatch?, isDocument: Bool, _ stored: StoredRows
  ) throws(StoreFailure) -> Outcome {
    guard change.groups.groups.count == change.groups.numbers?.count else {
      return .needsWhole("rows")
    }
    if file > Self.fileLimit { return .needsWhole("files") }
    let (changesHead, hasKeys) = (change.changesHead, !change.groups.kept.isEmpty)
    if changesHead, !change.hasNewPricesOnly || isProtected(change.prices) {
      return .needsWhole("head")
    }
    let prices = change.prices
    let checked: CheckedChange
    do throws(NeedsWholeLedger) {
      checked = try rows.checker.check(change, replacing: old, stored.lookUp)
    } catch {
      return error.place.map(Outcome.startsBefore) ?? .needsWhole("\(error.reason)")
    }
    guard checked.faults.isEmpty, let ledger = checked.ledger else { return .refused }
    let applied = rows.checker.apply(checked)
    let isFirst = isDocument && checked.usesKeysFirst
    if let reason = isFirst ? "unknownKeys" : closedBooks(checked) {
      rows.checker.revert(applied)
      return .needsWhole(reason)
    }
    do {
      let outcome = try book(checked, ledger, isDocument, stored)
      if case .changed(var made) = outcome {
        made.isNoted = hasKeys || !checked.warnings.isEmpty
        made.changesWarnings = made.isNoted || applied.hasNotes
        made.prices = prices
        if changesHead { made.head = LedgerWriter(head.tables).headLine() }
        return .changed(made)
      }
      rows.checker.revert(applied)
      return outcome
    } catch {
      rows.checker.revert(applied)
      if let failure = error as? StoreFailure { throw failure }
      return .needsWhole("rows")
    }
  }

  /// Whether prices may be those of closed books.
  private func isProtected(_ prices: [PriceRecord]) -> Bool {
    protectedDay.map { day in prices.contains { $0.day <= day } } ?? false
  }

  /// The reason for the whole ledger if the change may alter closed books.
  private func closedBooks(_ change: CheckedChange) -> String? {
    guard let protectedDay, let day = change.firstTradeDay, day <= protectedDay else { return nil }
    return "closedBooks"
  }

  private mutating func book(
    _ change: CheckedChange, _ ledger: Ledger, _ isDocument: Bool, _ stored: StoredRows
  ) throws -> Outcome {
    var start = change.start
    if start == nil, isDocument, !books.warnings(since: .start).isEmpty {
      // Booking may warn of it again, at another place.
      start = change.added.map(\.key).min()
    }
    if let start, rows.checker.isPast(start) { return .startsBefore(start) }
    let isAtEnd =
      change.removed.isEmpty && books.last.flatMap { last in start.map { last < $0 } } ?? true
    if isAtEnd {
      let place = books.warningPlace
      let before = isDocument ? books.warnings(since: place) : []
      let outcome = append(change, ledger)
      switch outcome {
      case .affectsEarlier: break
      case .booked, .refused, .needsWhole:
        return made(outcome, change, ledger, isDocument ? (before, place) : nil)
      }
    }
    let before = isDocument ? books.warnings(since: .start) : []
    let outcome = try Self.rebook(from: start, ledger, &books, &rows, stored)
    return made(outcome, change, ledger, isDocument ? (before, .start) : nil)
  }

  /// - Parameter warnings: those of booking before the change, after a place.
  private func made(
    _ outcome: LiveBooks.Outcome, _ change: CheckedChange, _ ledger: Ledger,
    _ warnings: (before: [Diagnostic], place: WarningPlace)?
  ) -> Outcome {
    switch outcome {
    case .booked(let booked):
      var made = Change(ledger: ledger, file: file, books: booked)
      if let warnings {
        made.note(change.warnings, warnings.before, books.warnings(since: warnings.place))
      }
      return .changed(made)
    case .refused: return .refused
    case .affectsEarlier: return .needsWhole("affectsEarlier")
    case .needsWhole(let reason): return .needsWhole(reason.rawValue)
    }
  }

  /// Books groups that come after all others.
  private mutating func append(_ change: CheckedChange, _ ledger: Ledger) -> LiveBooks.Outcome {
    let lastDay = rows.checker.lastDay
    let numbers = change.added.map(\.key).sorted().map(\.group)
    if numbers == ledger.numbers { return books.append(ledger, numbers, lastDay: lastDay) }
    let places = ledger.places
    let batch = ledger.batch(numbers.compactMap { places[$0].map { GroupIndex($0) } })
    return books.append(batch, numbers, lastDay: lastDay)
  }

  /// Books all groups from a place on.
  private static func rebook(
    from start: OrderKey?, _ ledger: Ledger, _ books: inout LiveBooks, _ rows: inout Rows,
    _ stored: StoredRows
  ) throws -> LiveBooks.Outcome {
    let lastDay = rows.checker.lastDay
    guard let start else { return books.append(ledger.batch([]), [], lastDay: lastDay) }
    let new = ledger.places
    return try books.rebook(from: start, lastDay: lastDay) { last in
      let entries = entries(after: last, in: rows.checker.order)
      guard let first = entries.first else { return nil }
      if let row = new[first.key.group] {
        return (ledger.batch([GroupIndex(row)]), [first.key.group])
      }
      let numbers = Array(entries.map(\.key.group).prefix { new[$0] == nil })
      let again = rows.read(try stored.rows(numbers), of: numbers)
      return (try rows.checker.resolve(again, stored.lookUp), numbers)
    }
  }
}

extension LiveLedger.Rows {
  /// Reads rows of the store.
  fileprivate mutating func read(_ rows: [[UInt8]], of numbers: [GroupIndex]) -> LedgerChange {
    reader.read(StoreCheck.lines(rows), file: 0, isRow: true)
    var change = reader.take()
    change.groups.numbers = numbers
    return change
  }
}

extension LiveLedger.Change {
  /// Notes the warnings.
  /// - Parameters:
  ///   - found: those of the check.
  ///   - before: those of booking that may have changed, before and after the change.
  fileprivate mutating func note(
    _ found: [Diagnostic], _ before: [Diagnostic], _ after: [Diagnostic]
  ) {
    warnings = found + after.filter { $0.position.file == file }
    let others = after.filter { $0.code == .negativeCash && $0.position.file != file }
    if others.isEmpty { return }
    let known = Set(before.map(\.message))
    overdrawsElsewhere = others.contains { !known.contains($0.message) }
  }
}

extension Ledger {
  /// The rows of its groups by their numbers in the whole ledger.
  fileprivate var places: [GroupIndex: Int] {
    Dictionary(zip(numbers ?? [], rows.groups.indices), uniquingKeysWith: { first, _ in first })
  }
}

extension LedgerChange {
  /// Whether its only rows of the head are prices, each of another instrument or day.
  fileprivate var hasNewPricesOnly: Bool {
    guard cashAccounts.isEmpty, instruments.isEmpty, rates.isEmpty else { return false }
    let keys = Set(prices.map { PriceKey(instrument: $0.instrument, day: $0.day) })
    return keys.count == prices.count
  }
}
