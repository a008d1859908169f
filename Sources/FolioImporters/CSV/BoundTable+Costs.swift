import Folio

// Columns with costs that a rule leaves out.
extension BoundTable {
  fileprivate static let costs: [RuleSlots.Known] = [.fees, .taxes, .gainsTax, .accrued]

  /// For each rule, the columns of costs that its rows neither book nor declare to be none. A rule
  /// declares it with an empty value in `set` or `values`.
  static func costsLeftOut(_ table: RuleTable, _ columns: [Int]) -> [[Int]] {
    let values = [table.values] + table.rules.map(\.values)
    let all = costs.flatMap { cost in
      [cost.rawValue] + values.flatMap { $0[cost.rawValue]?.slots ?? [] }
    }.filter { columns[$0] >= 0 }
    return table.rules.map { rule in
      let read =
        rule.kind.costs.map(\.rawValue).flatMap { sources(of: $0, rule, table) }
        + [RuleSlots.Known.amount, .feeQuantity].flatMap { sources(of: $0.rawValue, rule, table) }
        + rule.constants.keys + rule.values.filter { $0.value.isConstant }.keys
      return Set(all.map { columns[$0] }).subtracting(read.map { columns[$0] }).sorted()
    }
  }

  /// The slots of which a slot takes its value.
  private static func sources(of slot: Int, _ rule: RowRule, _ table: RuleTable) -> [Int] {
    if rule.constants[slot] != nil { return [] }
    return (rule.values[slot] ?? table.values[slot])?.slots ?? [slot]
  }
}

extension RuleValue {
  fileprivate var isConstant: Bool { if case .constant = self { true } else { false } }
}

extension RowKind {
  /// The costs that a row of this kind books.
  fileprivate var costs: [RuleSlots.Known] {
    switch self {
    case .buy, .sell, .cover, .trade, .cancel, .shortSell: [.fees, .taxes, .gainsTax, .accrued]
    case .dividend, .reinvest, .interest, .fee, .tax, .deposit, .withdrawal, .cash, .other,
      .reversal, .refund:
      [.fees, .taxes]
    case .exchange, .swap: [.fees]
    case .returnOfCapital, .costAdjustment, .stockDividend, .split, .reward, .transferIn,
      .transferOut, .openingBalance, .gift, .unitFee, .units, .unitsOut, .writeOff, .expiry,
      .exercise, .assignment, .spinOff, .cashMerger, .symbolChange, .part:
      []
    case .skip, .note, .position, .total, .instrument, .openingCash, .closingCash, .closedLot:
      BoundTable.costs
    }
  }
}

extension RowBooker {
  /// Warns of a cost of a booked row for which its rule has no use, once for each column and kind
  /// of row.
  mutating func reportLeftOut(_ row: TableRow, _ number: Int, _ kind: RowKind) {
    for column in bound.costsLeftOut[number] {
      let amount = NumberText(row.content(column))
      guard amount.digits.contains(where: { (0x31...0x39).contains($0) }),
        reportedColumns.insert("\(kind.rawValue) \(column)").inserted,
        let field = row.field(column)
      else { continue }
      draft.report(
        .costLeftOut,
        "a row of the kind \(kind.rawValue) has the cost \(row.shown(row.content(column))), which "
          + "is not booked",
        help: "If it was paid, add it to the rule. If not, say so: \"set\": {\"fees\": \"\"}.",
        row: row.row, at: field.start, length: max(1, field.end - field.start))
    }
  }
}
