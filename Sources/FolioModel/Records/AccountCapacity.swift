/// How the law taxes the units of one securities account.
public struct AccountCapacity: Sendable, Hashable {
  /// The securities account.
  public var account: SecuritiesAccountIndex
  /// Whether its gains are taxed, and whose they are.
  public var capacity: TaxCapacity

  /// The capacity of an account.
  public init(_ account: SecuritiesAccountIndex, _ capacity: TaxCapacity) {
    self.account = account
    self.capacity = capacity
  }
}
