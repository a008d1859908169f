/// Money that comes into a cash account or goes out of it. 48 bytes.
public struct CashLeg: Sendable {
  /// The leg's id; none if the column was left out.
  public var id: Identifier
  /// The instrument that a fee, a tax or income is about; `missing` if it names none. In a draft,
  /// the number of its symbol in `LedgerDraft.symbolNames`.
  public var instrument = InstrumentIndex.missing
  /// In a draft, the number of its stock id in `LedgerDraft.stockNames`.
  public var stockReference = UInt32.missing
  /// The amount in `currency`, above zero.
  public var amount: ExactDecimal
  /// The position of its row.
  public var position: SourcePosition
  /// The account; in a draft the number of the account's id in `LedgerTables.accountNames`.
  public var account: CashAccountIndex
  /// The currency of the amount; `missingCurrency` in a draft that leaves it to the account.
  public var currency: CurrencyIndex
  /// The purpose.
  public var type: CashLegType
  /// Into the account or out of it.
  public var direction: Direction

  /// A cash leg.
  public init(
    id: Identifier = .none, account: CashAccountIndex, type: CashLegType, direction: Direction,
    amount: ExactDecimal, currency: CurrencyIndex, position: SourcePosition = .none
  ) {
    self.id = id
    self.account = account
    self.type = type
    self.direction = direction
    self.amount = amount
    self.currency = currency
    self.position = position
  }

  /// The amount, below zero where it goes out.
  @inlinable public var signedAmount: ExactDecimal { direction == .in ? amount : -amount }
}
