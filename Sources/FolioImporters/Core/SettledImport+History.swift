import Folio

// What a ledger has of the same accounts, beside the rows of the files.
extension SettledImport {
  /// Groups of the ledger that the files give with another id, by the numbers of their versions in
  /// the files; and those that the files no longer have.
  struct LedgerVersions {
    fileprivate(set) var old: [Int: LedgerGroup] = [:]
    fileprivate(set) var gone: [LedgerGroup] = []
  }

  /// Finds transactions without an id of the broker that have changed in the file.
  ///
  /// The ledger has one that the file no longer has, and the file has a new one that says the same,
  /// or differs only in its numbers or only in its time. Pairs that are not unique do not count.
  func versions(in ledger: LedgerContents) -> LedgerVersions {
    var versions = LedgerVersions()
    let gone = goneGroups(of: ledger)
    if gone.isEmpty { return versions }
    var fresh = freshGroups(beside: ledger)
    var left = gone.filter { $0.mark.nativeID == nil }
    for key in [\VersionKeys.content, \VersionKeys.shape, \VersionKeys.undated] {
      let old = Dictionary(grouping: left.indices) { VersionKeys(left[$0]).value(key) }
      let new = Dictionary(grouping: fresh) { VersionKeys(self, $0).value(key) }
      var paired: Set<String> = []
      for (text, numbers) in new {
        guard numbers.count == 1, let places = old[text], places.count == 1 else { continue }
        versions.old[numbers[0]] = left[places[0]].group
        paired.insert(left[places[0]].group.id)
      }
      left.removeAll { paired.contains($0.group.id) }
      fresh.removeAll { versions.old[$0] != nil }
    }
    let found = Set(versions.old.values.map(\.id))
    versions.gone = gone.map(\.group).filter { !found.contains($0.id) }
    return versions
  }

  /// Gives changed transactions the ids that they have in the ledger, also where lots name them.
  mutating func takeIDs(of versions: LedgerVersions) {
    if versions.old.isEmpty { return }
    var ids: [String: String] = [:]
    for (number, old) in versions.old { ids[draft.groups[number].id] = old.id }
    for (place, number) in order.enumerated() where number >= 0 {
      var group = contents.groups[place]
      let isRenamed = group.rename(ids)
      let hasRenamedLots = group.renameLots(ids)
      guard isRenamed || hasRenamedLots else { continue }
      draft.groups[number].id = group.id
      group.otherColumns.removeAll { $0.key == ImportMark.key }
      draft.groups[number].imported.group = group
      draft.groups[number].imported.mark(format: draft.files[draft.groups[number].file].format)
      contents.groups[place] = draft.groups[number].imported.group
    }
  }

  /// The groups of the ledger that the files should have and do not: of the same account and
  /// format, between the first and the last day of a file.
  private func goneGroups(of ledger: LedgerContents) -> [MarkedGroup] {
    let spans = spans()
    let days = spans.values.flatMap { $0 }
    guard let first = days.map(\.lowerBound).min(), let last = days.map(\.upperBound).max() else {
      return []
    }
    let read = Set(draft.groups.map(\.id))
    return ledger.groups.compactMap { group in
      guard group.day >= first, group.day <= last, !group.isDeleted, !read.contains(group.id),
        let mark = ImportMark(of: group), !mark.isOpening,
        let spans = spans[Origin(format: mark.format, account: mark.account)]
      else { return nil }
      // The first and the last day of a file may be cut, but not those of a journal.
      let isInside = spans.contains { span in
        draft.wholeFormats.contains(mark.format)
          ? span.contains(group.day) : span.lowerBound < group.day && group.day < span.upperBound
      }
      return isInside ? MarkedGroup(group: group, mark: mark) : nil
    }
  }

  private struct Origin: Hashable {
    var format: String
    var account: String
  }

  /// The days of each file, by its accounts.
  private func spans() -> [Origin: [ClosedRange<Day>]] {
    struct Part: Hashable { var origin: Origin, file: Int }
    var spans: [Part: ClosedRange<Day>] = [:]
    for entry in draft.groups {
      let origin = Origin(
        format: draft.files[entry.file].format, account: entry.imported.account)
      let day = entry.imported.group.day
      let part = Part(origin: origin, file: entry.file)
      let span = spans[part] ?? day...day
      spans[part] = min(span.lowerBound, day)...max(span.upperBound, day)
    }
    return Dictionary(grouping: spans, by: \.key.origin).mapValues { $0.map(\.value) }
  }

  /// The numbers of the groups that the ledger lacks, and that have no id of the broker.
  private func freshGroups(beside ledger: LedgerContents) -> [Int] {
    let known = Set(ledger.groups.map(\.id))
    return order.filter { number in
      guard number >= 0, case .content = draft.groups[number].imported.identity else {
        return false
      }
      return !known.contains(draft.groups[number].id)
    }
  }

  /// Reports transactions of the ledger that the files no longer have.
  mutating func report(gone: [LedgerGroup]) {
    // What waits for an answer may be in the ledger, because it was answered in another run.
    let isComplete = !draft.rows.contains { $0.outcome == .asked || $0.outcome == .faulty }
    guard isComplete, let first = gone.min(by: { ($0.day, $0.id) < ($1.day, $1.id) }) else {
      return
    }
    report.groupsGone = gone.count
    let count = gone.count == 1 ? "a transaction" : "\(gone.count) transactions"
    findings.append(
      Diagnostic(
        .goneFromSource,
        "the ledger has \(count) of this account that the files lack; the first is \(first.id) "
          + "of \(first.day)",
        help: "A row may be missing, or the export leaves out a kind of rows. If the transaction "
          + "does not exist any more: folio delete \(first.id).", at: .none))
  }

  // MARK: Positions before the history

  /// Reports rows that are older than a position that the user gave as the one before all rows.
  ///
  /// The ledger would have the units twice. With `updates` the position is removed.
  mutating func supersedeOpenings(of ledger: LedgerContents) {
    let openings = ledger.groups.filter { !$0.isDeleted && ImportMark(of: $0)?.isOpening ?? false }
    for opening in openings where !corrections.contains(where: { $0.id == opening.id }) {
      guard let leg = opening.stockLegs.first,
        let first = firstUse(of: leg, besides: opening, in: ledger),
        let older = order.first(where: { isOlder($0, than: first, leg) })
      else { continue }
      if draft.options.updates {
        superseded.append(opening.id)
        continue
      }
      findings.append(
        Diagnostic(
          .olderThanOpening,
          "this row is older than the first row of an earlier import, for which an answer gave "
            + "\(leg.quantity ?? .zero) \(leg.symbol) as held before",
          help: "The units would count twice. --update deletes that position, the group "
            + "\(opening.id).", at: place(ofGroup: older)))
    }
  }

  private func firstUse(
    of leg: LedgerGroup.StockLeg, besides opening: LedgerGroup, in ledger: LedgerContents
  ) -> Timestamp? {
    ledger.groups.lazy
      .filter { group in
        !group.isDeleted && group.id != opening.id
          && group.stockLegs.contains { $0.symbol == leg.symbol && $0.account == leg.account }
      }
      .map(\.occurredAt).min()
  }

  private func isOlder(
    _ number: Int, than first: Timestamp, _ leg: LedgerGroup.StockLeg
  ) -> Bool {
    if number < 0 { return false }
    let imported = draft.groups[number].imported
    if case .native(let id) = imported.identity, ImportMark.isOpening(id) { return false }
    return imported.group.occurredAt < first
      && imported.group.stockLegs.contains {
        $0.symbol == leg.symbol && $0.account == leg.account
      }
  }

  /// The ledger as it is after the corrections, if the user wants them.
  func updated(_ ledger: LedgerContents) -> LedgerContents {
    if !draft.options.updates || corrections.isEmpty && superseded.isEmpty { return ledger }
    var ledger = ledger
    let new = Dictionary(corrections.map { ($0.id, $0) }) { first, _ in first }
    let removed = Set(superseded)
    ledger.groups.removeAll { removed.contains($0.id) }
    for place in ledger.groups.indices {
      if let group = new[ledger.groups[place].id] { ledger.groups[place] = group }
    }
    return ledger
  }
}

extension LedgerGroup {
  /// - Returns: Whether the group is one of those with a new id.
  fileprivate mutating func rename(_ ids: [String: String]) -> Bool {
    guard let new = ids[id] else { return false }
    let old = id
    func renamed(_ leg: String?) -> String? { leg.map { new + $0.dropFirst(old.count) } }
    for place in stockLegs.indices { stockLegs[place].id = renamed(stockLegs[place].id) }
    for place in cashLegs.indices { cashLegs[place].id = renamed(cashLegs[place].id) }
    id = new
    return true
  }

  /// - Returns: Whether lots of it were opened by a group with a new id.
  fileprivate mutating func renameLots(_ ids: [String: String]) -> Bool {
    var isRenamed = false
    for leg in stockLegs.indices {
      for (lot, opener) in stockLegs[leg].lots.map(\.groupID).enumerated() {
        guard let new = opener.flatMap({ ids[$0] }) else { continue }
        stockLegs[leg].lots[lot].groupID = new
        isRenamed = true
      }
    }
    return isRenamed
  }
}

/// A group of a ledger that was imported.
private struct MarkedGroup {
  var group: LedgerGroup
  var mark: ImportMark
}

/// What two versions of a transaction may have in common.
private struct VersionKeys {
  private let group: LedgerGroup
  private let origin: String
  private let hash: String

  init(_ old: MarkedGroup) {
    group = old.group
    origin = old.mark.format + "/" + old.mark.account
    hash = old.mark.hash
  }

  init(_ settled: SettledImport, _ number: Int) {
    let entry = settled.draft.groups[number]
    group = entry.imported.group
    origin = settled.draft.files[entry.file].format + "/" + entry.imported.account
    hash = GroupContent.hash(of: group)
  }

  func value(_ key: KeyPath<Self, String>) -> String { origin + "/" + self[keyPath: key] }

  /// All of it, when it was imported.
  var content: String { hash }

  /// Everything but the numbers, and the time of the day.
  var shape: String {
    var group = group
    group.occurredAt = Timestamp(group.day)
    for place in group.stockLegs.indices {
      let leg = group.stockLegs[place]
      var bare = LedgerGroup.StockLeg(leg.type, symbol: leg.symbol)
      (bare.account, bare.newSymbol, bare.currency) = (leg.account, leg.newSymbol, leg.currency)
      group.stockLegs[place] = bare
    }
    for place in group.cashLegs.indices { group.cashLegs[place].amount = .zero }
    return GroupContent.hash(of: group)
  }

  /// Everything but the time.
  var undated: String {
    var group = group
    group.occurredAt = Timestamp(Day.first)
    return GroupContent.hash(of: group)
  }
}
