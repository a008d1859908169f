/// A closing price. In a draft `instrument` and `stockReference` are as in a `StockLeg`.
public struct PriceRecord: Sendable {
  /// The instrument.
  public var instrument: InstrumentIndex
  /// In a draft, the number of its stock id.
  public var stockReference: UInt32
  /// The day it closed.
  public var day: Day
  /// The currency of the price; `missingCurrency` in a draft that leaves it to the instrument.
  public var currency: CurrencyIndex
  /// Price of one unit, zero or above.
  public var price: ExactDecimal
  /// The position of the row.
  public var position: SourcePosition

  /// A price.
  public init(
    instrument: InstrumentIndex, stockReference: UInt32 = .missing, day: Day,
    currency: CurrencyIndex, price: ExactDecimal, position: SourcePosition = .none
  ) {
    self.instrument = instrument
    self.stockReference = stockReference
    self.day = day
    self.currency = currency
    self.price = price
    self.position = position
  }
}

/// An exchange rate: one `from` is `rate` `to`.
public struct RateRecord: Sendable {
  /// The day it held.
  public var day: Day
  /// The currency of which there is one.
  public var from: CurrencyIndex
  /// The currency in which it is worth `rate`.
  public var to: CurrencyIndex
  /// Above zero.
  public var rate: ExactDecimal
  /// The position of the row.
  public var position: SourcePosition

  /// A rate.
  public init(
    day: Day, from: CurrencyIndex, to: CurrencyIndex, rate: ExactDecimal,
    position: SourcePosition = .none
  ) {
    self.day = day
    self.from = from
    self.to = to
    self.rate = rate
    self.position = position
  }
}
