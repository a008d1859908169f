/// The units that pay the fee of a trade in their group. They are sold for their value, and the
/// trade has that value as a fee: each figure is what it would be if the fee were paid in money
/// (Specs/decisions/fees-in-units.md).
package struct FeesInUnits: Sendable {
  /// The value of the fees by the leg of the trade that bears them; empty in almost all groups.
  private var values: [Int: ExactDecimal] = [:]

  /// - Throws: `ArithmeticFault` when a sum needs more digits than an exact number has.
  @inline(__always)
  package init(of legs: Range<Int>, in rows: LedgerRows) throws(ArithmeticFault) {
    if legs.count < 2 { return }
    for fee in legs where rows.stockLegs[fee].type == .unitFee {
      guard let trade = Self.trade(for: fee, of: legs, in: rows) else { continue }
      values[trade] = try values[trade, default: .zero].adding(rows.stockLegs[fee].gross)
    }
  }

  /// The trade that bears a fee: the first of the group in its currency.
  static func trade(for fee: Int, of legs: Range<Int>, in rows: LedgerRows) -> Int? {
    legs.first { trade in
      rows.stockLegs[trade].type.isTrade
        && (rows.stockLegs[fee].gross.isZero
          || rows.stockLegs[trade].currency == rows.stockLegs[fee].currency)
    }
  }

  /// A leg of the group as it is booked.
  @inline(__always)
  package func booked(_ leg: StockLeg, _ index: Int) throws(ArithmeticFault) -> StockLeg {
    if values.isEmpty { return leg }
    var leg = leg
    if leg.type == .unitFee { leg.type = .sell }
    if let value = values[index] { leg.fees = try leg.fees.adding(value) }
    return leg
  }
}

extension LedgerRows {
  /// The stock legs of a group as they are booked. If a sum needs too many digits, which booking
  /// reports, they are as they are written.
  package func bookedLegs(of group: GroupRecord) -> [StockLeg] {
    let legs = group.stockLegs
    let fees = try? FeesInUnits(of: legs, in: self)
    return legs.map { index in
      (try? fees?.booked(stockLegs[index], index)) ?? stockLegs[index]
    }
  }
}
