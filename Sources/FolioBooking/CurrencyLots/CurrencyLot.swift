/// Money in a foreign currency that was received at one time and is still held.
public struct CurrencyLot: Sendable, Hashable {
  /// How much is left, above zero also where it is owed.
  public internal(set) var amount: ExactDecimal
  /// The cost in the base currency; for money owed, the proceeds. Zero if `hasBase` is false.
  public internal(set) var costBase: ExactDecimal
  /// Whether the cost in base is known.
  public internal(set) var hasBase: Bool
  /// The day it came in; nil in a pool.
  public internal(set) var acquired: Day?
  /// The group that brought it; `missing` in a pool.
  public internal(set) var group: GroupIndex
  /// The currency.
  public internal(set) var currency: CurrencyIndex
  /// The account where lots are looked for by account, else that of its first leg.
  public internal(set) var account: CashAccountIndex
  /// Whether the money is owed: an overdraft.
  public internal(set) var isShort = false
}

/// A gain or a loss on money of a foreign currency that was spent, or paid back.
public struct CurrencyGain: Sendable {
  /// Its amounts as those of a disposal without an instrument. `quantity`, `proceeds` and `cost`
  /// are the amount of the currency, because there is no gain in that currency. The gain exists
  /// only in base, and no part of it is a price effect.
  public internal(set) var disposal: Disposal
  /// The account that the money left, or that was paid back to.
  public internal(set) var account: CashAccountIndex
}

/// The lots of foreign cash, and the gains on them.
public struct CurrencyBooks: Sendable {
  /// The lots that are left, by currency, those of one in the order in which they are spent.
  public internal(set) var lots: [CurrencyLot] = []
  /// The gains in order of booking.
  public internal(set) var gains: [CurrencyGain] = []
  /// The foreign currencies for which a rate was missing, so that amounts in base are not known.
  public internal(set) var withoutRate: [CurrencyIndex] = []
}

extension BookedLedger {
  /// Foreign cash by lots, over the groups that were booked. Without a base currency there is no
  /// foreign currency, and so nothing.
  /// - Throws: `ArithmeticFault` when a sum needs more digits than an exact number has.
  public func currencyBooks() throws(ArithmeticFault) -> CurrencyBooks {
    guard baseCurrency != nil else { return CurrencyBooks() }
    var booker = CurrencyBooker(self)
    try booker.bookAll()
    return booker.finish()
  }
}
