/// A balance that a statement gives: the cash of an account, or the units of an instrument, at the
/// end of a day. It moves nothing; booking compares it with the books.
public struct BalanceRecord: Sendable {
  /// The day at whose end the balance holds.
  public var day: Day
  /// The cash account; missing for units. In a draft as in a `CashLeg`.
  public var cashAccount: CashAccountIndex
  /// The currency of the account; `missingCurrency` for units, and in a draft that leaves it out.
  public var currency: CurrencyIndex
  /// The instrument; missing for cash. In a draft as in a `StockLeg`.
  public var instrument: InstrumentIndex
  /// In a draft, the number of its stock id.
  public var stockReference: UInt32
  /// The securities account of the units; 0 for all accounts together.
  public var account: SecuritiesAccountIndex
  /// The amount of cash, or the number of units. Below zero for an overdraft or a short position.
  public var value: ExactDecimal
  /// Whether the row cancels equal rows before it.
  public var isDeleted: Bool
  /// The position of the row.
  public var position: SourcePosition

  /// A balance of units, or of cash if a cash account is given.
  public init(
    day: Day, cashAccount: CashAccountIndex = .missing, currency: CurrencyIndex = missingCurrency,
    instrument: InstrumentIndex = .missing, stockReference: UInt32 = .missing,
    account: SecuritiesAccountIndex = 0, value: ExactDecimal, isDeleted: Bool = false,
    position: SourcePosition = .none
  ) {
    self.day = day
    self.cashAccount = cashAccount
    self.currency = currency
    self.instrument = instrument
    self.stockReference = stockReference
    self.account = account
    self.value = value
    self.isDeleted = isDeleted
    self.position = position
  }
}
