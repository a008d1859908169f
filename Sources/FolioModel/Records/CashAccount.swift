/// An account that holds cash in one currency.
public struct CashAccount: Sendable, Hashable {
  /// The account's id, as legs refer to it.
  public var id: Identifier
  /// The name that people read; empty if none was given.
  public var name: String
  /// The one currency that the account holds.
  public var currency: CurrencyIndex
  /// The position of the row.
  public var position: SourcePosition

  /// An account.
  public init(
    id: Identifier, name: String = "", currency: CurrencyIndex, position: SourcePosition = .none
  ) {
    self.id = id
    self.name = name
    self.currency = currency
    self.position = position
  }
}
