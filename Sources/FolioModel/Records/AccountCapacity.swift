/// How the law taxes the units of one securities account, which is an index in a ledger, and a name
/// among values.
public struct AccountCapacity<Account: Sendable & Hashable>: Sendable, Hashable {
  /// The securities account.
  public var account: Account
  /// Whether its gains are taxed, and whose they are.
  public var capacity: TaxCapacity

  /// The capacity of an account.
  public init(_ account: Account, _ capacity: TaxCapacity) {
    self.account = account
    self.capacity = capacity
  }
}

extension AccountCapacity: Codable where Account: Codable {}
