import Folio

extension LedgerRate {
  /// The day and the two currencies.
  var pair: String { "\(day) \(from) \(to)" }
}

// A second import of the same rows adds nothing.
extension SettledImport {
  /// Leaves out everything that a ledger has already.
  ///
  /// A group with the same id is known if the file says what it said when it was added. If the
  /// file says something else, the broker has corrected it: it is in `corrections`, unless the
  /// user has edited the group in the ledger, or deleted it.
  mutating func leaveOut(_ ledger: LedgerContents) {
    let known = Dictionary(ledger.groups.map { ($0.id, $0) }) { first, _ in first }
    var (groups, kept) = ([LedgerGroup](), [Int]())
    for (group, number) in zip(contents.groups, order) {
      guard let old = known[group.id] else {
        groups.append(group)
        kept.append(number)
        continue
      }
      compare(group, with: old, at: place(ofGroup: number))
    }
    contents.groups = groups
    order = kept
    let accounts = Set(ledger.accounts.map(\.id))
    contents.accounts.removeAll { accounts.contains($0.id) }
    let symbols = Set(ledger.instruments.map(\.symbol))
    contents.instruments.removeAll { symbols.contains($0.symbol) }
    contents.settings = LedgerContents.Settings()
    leaveOutQuotes(ledger)
  }

  /// Leaves out the prices and rates of days for which the ledger has one.
  private mutating func leaveOutQuotes(_ ledger: LedgerContents) {
    let prices = Set(ledger.prices.map { "\($0.symbol) \($0.day)" })
    contents.prices.removeAll { prices.contains("\($0.symbol) \($0.day)") }
    let rates = Set(ledger.rates.map(\.pair))
    contents.rates.removeAll { rates.contains($0.pair) }
  }

  private mutating func compare(
    _ group: LedgerGroup, with old: LedgerGroup, at place: SourcePosition
  ) {
    if old.isDeleted {
      report.groupsDeleted += 1
      return
    }
    let new = GroupContent.hash(of: group)
    let added = ImportMark.storedHash(of: old)
    if added == nil || added == new {
      report.groupsKnown += 1
      return
    }
    let isEdited = GroupContent.hash(of: old) != added
    if isEdited { report.groupsEdited += 1 } else { report.groupsCorrected += 1 }
    if !isEdited { corrections.append(group) }
    findings.append(
      Diagnostic(
        .changedAtSource, "the group \(group.id) is different in the ledger",
        help: isEdited
          ? "The file has changed since it was imported, and the group was edited in the ledger. "
            + "It stays as it is; change it with folio edit if the file is right."
          : "The file has changed since it was imported. --update replaces the group.", at: place))
  }
}
