import FolioNumbers

/// What is left of a group when its cash legs are held against what its stock legs call for.
///
/// Each cash leg either has an account on the other side by its own nature (a deposit comes from
/// the owner), or it pays for the group's stock legs. What the paying legs bring, less what the
/// stock legs call for, is the residual of each currency. It may be
/// - zero: the group balances;
/// - within half a minor unit: brokers round, and the rest is booked to `Equity:Rounding`;
/// - left in two currencies with opposite signs: an exchange inside the group, at the quotient of
///   the two, booked through `Equity:Conversions`;
/// - anything else: a fault.
///
/// Source: the ledger document's balance rule (Specs/ledger-format.md, "A group balances").
public struct GroupBalance: Sendable {
  /// What is left of one currency.
  public struct Residual: Sendable, Hashable {
    /// The currency.
    public var currency: CurrencyIndex
    /// What the cash legs bring beyond what is called for.
    public var amount: ExactDecimal
  }

  /// What the tolerance absorbs, per currency.
  public private(set) var rounding: [Residual] = []
  /// The two sides of an exchange inside of the group, or nothing.
  public private(set) var exchange: [Residual] = []
  /// What nothing explains: not empty means that the group is out of balance.
  public private(set) var unexplained: [Residual] = []

  /// Holds the cash legs of a group against its stock legs.
  /// - Throws: `ArithmeticFault` when a sum needs more digits than an exact number has.
  public init(of group: GroupRecord, in rows: LedgerRows) throws(ArithmeticFault) {
    var sums = CurrencyAmounts()
    let isTrade = group.stockLegCount > 0
    for index in group.cashLegs {
      let leg = rows.cashLegs[index]
      if ContraAccount.of(leg, in: group, isTrade: isTrade) == nil {
        try sums.add(leg.signedAmount, leg.currency)
      }
    }
    for index in group.stockLegs {
      let leg = rows.stockLegs[index]
      let called = try leg.cashCalledFor(rows.detail(of: leg))
      if !called.isZero { try sums.add(-called, leg.currency) }
    }
    if !sums.isZero { sort(sums.entries, rows.currencies) }
  }

  /// Whether a group plainly leaves nothing: one in a single currency, as nearly all are. It adds
  /// up what `init(of:in:)` does, in the same order, and where it says no, only that one tells what
  /// is left. Rows are looked at where they lie, since copies of them cost more than the sum.
  static func isPlainlyExact(_ group: Int, in rows: LedgerRows) -> Bool {
    let (stockLegs, type) = (rows.groups[group].stockLegs, rows.groups[group].type)
    var sum = PlainSum()
    for leg in rows.groups[group].cashLegs {
      let contra = ContraAccount.of(
        rows.cashLegs[leg].type, rows.cashLegs[leg].direction, in: type,
        isTrade: !stockLegs.isEmpty)
      if contra != nil { continue }
      guard sum.add(rows.cashLegs[leg].signedAmount, rows.cashLegs[leg].currency) else {
        return false
      }
    }
    for leg in stockLegs {
      guard rows.stockLegs[leg].detail == missingIndex,
        let called = try? rows.stockLegs[leg].cashCalledFor(lieu: .zero, accruedInterest: .zero)
      else { return false }
      if called.isZero { continue }
      guard sum.add(-called, rows.stockLegs[leg].currency) else { return false }
    }
    return sum.isZero
  }

  /// Whether nothing is left at all.
  public var isExact: Bool { rounding.isEmpty && exchange.isEmpty && unexplained.isEmpty }

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

/// A sum in the currency of its first amount.
private struct PlainSum {
  private var amount: ExactDecimal?
  private var currency = missingCurrency

  var isZero: Bool { amount?.isZero ?? true }

  /// - Returns: false where the amount is in another currency, or the sum has no room.
  @inline(__always)
  mutating func add(_ other: ExactDecimal, _ currency: CurrencyIndex) -> Bool {
    guard let before = amount else {
      (amount, self.currency) = (other, currency)
      return true
    }
    guard currency == self.currency, let after = try? before.adding(other) else { return false }
    amount = after
    return true
  }
}

extension StockLeg {
  /// The cash that the leg calls for, in its currency: above zero comes in, below zero goes out.
  /// Source: the ledger document's table of trade types, "its cash legs".
  public func cashCalledFor(_ detail: StockLegDetail?) throws(ArithmeticFault) -> ExactDecimal {
    try cashCalledFor(
      lieu: detail?.cashInLieu ?? .zero, accruedInterest: detail?.accruedInterest ?? .zero)
  }

  /// The same with what two of the rarer columns hold.
  @inline(__always)
  func cashCalledFor(
    lieu: ExactDecimal, accruedInterest: ExactDecimal
  ) throws(ArithmeticFault) -> ExactDecimal {
    switch type {
    case .buy, .cover:
      return -(try gross.adding(fees).adding(taxes).adding(accruedInterest))
    case .sell, .shortSell:
      return try gross.subtracting(fees).subtracting(taxes).adding(accruedInterest)
    case .dividend, .returnOfCapital:
      return try gross.subtracting(fees).subtracting(taxes)
    case .merger:
      return try gross.adding(lieu).subtracting(fees).subtracting(taxes)
    case .split, .spinOff, .stockDividend:
      return try lieu.subtracting(fees).subtracting(taxes)
    case .symbolChange, .transferOut, .transferIn, .writeOff, .gift, .unitFee:
      return -(try fees.adding(taxes))
    }
  }
}
