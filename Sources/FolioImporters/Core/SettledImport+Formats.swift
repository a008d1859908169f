import Folio

// The same account in files of several formats, such as IBKR's statement and its Flex query.
extension SettledImport {
  /// Leaves out transactions that a file of another format has of the same account.
  ///
  /// Their ids differ, because only one of the formats has ids of the broker, or because their
  /// texts differ. Transactions of two formats are the same if they move the same units and cash
  /// on the same day. If a day has several of them, the greater number counts.
  /// - Parameter numbers: The numbers of groups, in the order of the files.
  /// - Returns: The numbers of the groups that are kept.
  mutating func leaveOutOtherFormats(_ numbers: [Int]) -> [Int] {
    var formats: [String: Set<String>] = [:]
    for number in numbers {
      let origin = draft.origin(of: draft.groups[number])
      formats[origin.account, default: []].insert(origin.format)
    }
    if formats.values.allSatisfy({ $0.count == 1 }) { return numbers }
    var counts = MovementCounts()
    return numbers.filter { number in
      let origin = draft.origin(of: draft.groups[number])
      if formats[origin.account]?.count == 1 { return true }
      let imported = draft.groups[number].imported
      if case .own = imported.identity { return true }
      if counts.count(imported.group, of: origin, symbols) { return true }
      draft.groups[number].isRepeated = true
      report.groupsRepeated += 1
      return false
    }
  }

  /// The transactions of a ledger, to find those that files of other formats have as well; nil if
  /// the ledger has none of their accounts in another format.
  func movementCounts(in ledger: LedgerContents) -> MovementCounts? {
    let origins = Set(draft.groups.map { draft.origin(of: $0) })
    let accounts = Set(origins.map(\.account))
    var counts = MovementCounts()
    var hasOther = false
    for group in ledger.groups {
      guard let mark = ImportMark(of: group), accounts.contains(mark.account), !mark.isOpening
      else { continue }
      hasOther = hasOther || !origins.contains(mark.origin)
      counts.add(group, of: mark.origin)
    }
    return hasOther ? counts : nil
  }
}

/// How often each format has transactions that move the same on a day.
struct MovementCounts {
  private struct Key: Hashable {
    var account: String
    var day: Day
    var movements: [String: ExactDecimal]
  }

  private var counts: [Key: [String: Int]] = [:]

  /// Counts a transaction.
  /// - Parameter symbols: The symbol of each key of an instrument.
  /// - Returns: Whether it is new: no other format has had as many.
  mutating func count(
    _ group: LedgerGroup, of origin: ImportMark.Origin, _ symbols: [String: String] = [:]
  ) -> Bool {
    let movements = group.movements(symbols)
    if movements.values.allSatisfy(\.isZero) { return true }
    let key = Key(account: origin.account, day: group.day, movements: movements)
    let own = (counts[key]?[origin.format] ?? 0) + 1
    counts[key, default: [:]][origin.format] = own
    return !counts[key, default: [:]].contains { $0.key != origin.format && $0.value >= own }
  }

  /// Counts a transaction of the ledger.
  mutating func add(_ group: LedgerGroup, of origin: ImportMark.Origin) {
    _ = count(group, of: origin)
  }
}
