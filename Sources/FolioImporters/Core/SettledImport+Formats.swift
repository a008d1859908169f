import Folio

// The same account in files of several formats, such as IBKR's statement and its Flex query.
extension SettledImport {
  /// Leaves out transactions that a file of another format of the broker has of the same account.
  ///
  /// Their ids differ, because only one of the formats has ids of the broker, or because their
  /// texts differ. Transactions of two formats are the same if they move the same units and cash
  /// on the same day. If a day has several of them, the greater number counts.
  /// - Parameter numbers: The numbers of groups, in the order of the files.
  /// - Returns: The numbers of the groups that are kept.
  mutating func leaveOutOtherFormats(_ numbers: [Int]) -> [Int] {
    var counts = MovementCounts()
    return numbers.filter { number in
      let entry = draft.groups[number]
      if counts.count(entry.imported.group, of: draft.origin(of: entry), symbols) { return true }
      draft.groups[number].isRepeated = true
      report.groupsRepeated += 1
      return false
    }
  }

  /// The transactions of a ledger, to find those that files of other formats have as well.
  func movementCounts(in ledger: LedgerContents) -> MovementCounts {
    let accounts = Set(draft.groups.map(\.imported.account))
    var counts = MovementCounts()
    if !draft.files.contains(where: { MovementCounts.formats.contains($0.format) }) {
      return counts
    }
    for group in ledger.groups {
      guard let mark = ImportMark(of: group), accounts.contains(mark.account) else { continue }
      _ = counts.count(group, of: mark.origin)
    }
    return counts
  }
}

/// How often each format has transactions that move the same on a day.
struct MovementCounts {
  /// The formats of one broker that have the same transactions of an account.
  static let formats: Set<String> = ["ibkr-flex", "ibkr-statement", "ibkr-transactions"]

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
    guard Self.formats.contains(origin.format) else { return true }
    let movements = group.movements(symbols)
    if movements.values.allSatisfy(\.isZero) { return true }
    let key = Key(account: origin.account, day: group.day, movements: movements)
    let own = (counts[key]?[origin.format] ?? 0) + 1
    counts[key, default: [:]][origin.format] = own
    return !counts[key, default: [:]].contains { $0.key != origin.format && $0.value >= own }
  }
}

extension LedgerGroup {
  /// The units of each instrument and the cash of each account that the group moves, and its events
  /// that give a ratio. Deposits that pay for a trade do not count: a file without cash has them.
  /// - Parameter symbols: The symbol of each key of an instrument.
  fileprivate func movements(_ symbols: [String: String]) -> [String: ExactDecimal] {
    var group = self
    if !stockLegs.isEmpty {
      group.cashLegs.removeAll { $0.type == .deposit || $0.type == .withdrawal }
    }
    for place in group.stockLegs.indices {
      let leg = group.stockLegs[place]
      group.stockLegs[place].symbol = symbols[leg.symbol] ?? leg.symbol
    }
    var sums = group.movements
    for leg in group.stockLegs where leg.quantity == nil {
      guard let ratio = leg.ratio else { continue }
      let units = "\(ratio.new.normalized()):\(ratio.old.normalized())"
      sums["\(leg.type.rawValue) \(leg.symbol) \(units)"] = .one
    }
    return sums
  }
}
