/// The difference between the cash legs of a group and the cash that its stock legs require.
///
/// Each cash leg either has an account on the other side by its own nature (a deposit comes from
/// the owner), or it pays for the group's stock legs. The residual of each currency is the cash of
/// the paying legs less the cash that the stock legs require. It may be
/// - zero: the group balances;
/// - within half a minor unit: brokers round, and the rest is booked to `Equity:Rounding`;
/// - left in two currencies with opposite signs: an exchange inside the group, at the quotient of
///   the two, booked through `Equity:Conversions`;
/// - anything else: a fault.
///
/// Source: the ledger document's balance rule (Specs/ledger-format.md, "When a group balances").
package struct GroupBalance: Sendable {
  /// The difference in one currency.
  package struct Residual: Sendable, Hashable {
    /// The currency.
    package var currency: CurrencyIndex
    /// The cash of the cash legs less the required cash.
    package var amount: ExactDecimal
  }

  /// The differences within the tolerance.
  package private(set) var rounding: [Residual] = []
  /// The two sides of an exchange inside of the group, or nothing.
  package private(set) var exchange: [Residual] = []
  /// The other differences. If there are any, the group is out of balance.
  package private(set) var unexplained: [Residual] = []

  /// Holds the cash legs of a group against its stock legs.
  /// - Throws: `ArithmeticFault` when a sum needs more digits than an exact number has.
  package init(of group: GroupRecord, in rows: LedgerRows) throws(ArithmeticFault) {
    var sums = CurrencyAmounts()
    try Self.add(
      group.stockLegs, group.cashLegs, ofGroup: group.type, in: rows, to: &sums)
    if !sums.isZero { sort(sums.entries, rows.currencies) }
  }

  /// Whether nothing is left of a group; false also where a sum needs too many digits.
  static func isExact(_ group: Int, in rows: LedgerRows) -> Bool {
    let (stockLegs, cashLegs) = (rows.groups[group].stockLegs, rows.groups[group].cashLegs)
    var sums = CurrencyAmounts()
    let type = rows.groups[group].type
    return (try? add(stockLegs, cashLegs, ofGroup: type, in: rows, to: &sums)) != nil && sums.isZero
  }

  /// Adds the cash of the paying legs, less the cash that the stock legs require. Rows are read in
  /// place, since copies of them cost more than the sum.
  @inline(__always)
  private static func add(
    _ stockLegs: Range<Int>, _ cashLegs: Range<Int>, ofGroup type: GroupType?,
    in rows: LedgerRows, to sums: inout CurrencyAmounts
  ) throws(ArithmeticFault) {
    for leg in cashLegs {
      let contra = ContraAccount.of(
        rows.cashLegs[leg].type, rows.cashLegs[leg].direction, in: type,
        isTrade: !stockLegs.isEmpty)
      if contra != nil { continue }
      try sums.add(rows.cashLegs[leg].signedAmount, rows.cashLegs[leg].currency)
    }
    for leg in stockLegs {
      let called = try called(forBy: leg, in: rows)
      if !called.isZero { try sums.add(-called, rows.stockLegs[leg].currency) }
    }
  }

  @inline(__always)
  private static func called(
    forBy leg: Int, in rows: LedgerRows
  ) throws(ArithmeticFault) -> ExactDecimal {
    let detail = rows.stockLegs[leg].detail
    guard detail != .missing else {
      return try rows.stockLegs[leg].requiredCash()
    }
    return try rows.stockLegs[leg].requiredCash(rows.details[Int(detail)])
  }

  /// Whether nothing is left at all.
  package var isExact: Bool { rounding.isEmpty && exchange.isEmpty && unexplained.isEmpty }

  private mutating func sort(_ entries: [CurrencyAmounts.Entry], _ currencies: CurrencyTable) {
    for entry in entries where !entry.amount.isZero {
      let residual = Residual(currency: entry.currency, amount: entry.amount)
      if entry.amount.magnitude <= currencies[entry.currency].balanceTolerance {
        rounding.append(residual)
      } else {
        unexplained.append(residual)
      }
    }
    if unexplained.count == 2, unexplained[0].amount.signum == -unexplained[1].amount.signum {
      swap(&exchange, &unexplained)
    }
  }
}

extension StockLeg {
  /// The cash that the leg calls for, in its currency: above zero comes in, below zero goes out.
  /// Source: the ledger document's table of trade types, "its cash legs".
  package func requiredCash(_ detail: StockLegDetail?) throws(ArithmeticFault) -> ExactDecimal {
    let plain = try requiredCash()
    guard let detail else { return plain }
    switch type {
    case .buy, .cover: return try .sum(ofGiven: plain, detail.accruedInterest.map { -$0 })
    case .sell, .shortSell: return try .sum(ofGiven: plain, detail.accruedInterest)
    case .merger, .split, .spinOff, .stockDividend:
      return try .sum(ofGiven: plain, detail.cashInLieu)
    case .dividend, .returnOfCapital, .costAdjustment, .deemedDisposition, .symbolChange,
      .transferOut, .transferIn, .writeOff, .exercise, .assignment, .expiry, .gift, .unitFee:
      return plain
    }
  }

  /// The same without the values of two rarer columns.
  @inline(__always)
  func requiredCash() throws(ArithmeticFault) -> ExactDecimal {
    switch type {
    case .buy, .cover:
      return -(try gross.adding(fees).adding(taxes))
    case .sell, .shortSell, .dividend, .returnOfCapital, .merger:
      return try gross.subtracting(fees).subtracting(taxes)
    case .costAdjustment, .deemedDisposition, .split, .spinOff, .stockDividend, .symbolChange,
      .transferOut, .transferIn, .writeOff, .exercise, .assignment, .expiry, .gift, .unitFee:
      return -(try fees.adding(taxes))
    }
  }
}
