/// One line of the journal. The postings of a group sum to zero in every currency. 48 bytes.
public struct Posting: Sendable {
  /// A debit; below zero, a credit. In `currency`.
  public var amount: ExactDecimal
  /// The account.
  public var account: JournalAccount
  /// The group that it belongs to.
  public var group: GroupIndex
  /// The currency of the amount.
  public var currency: CurrencyIndex

  /// A posting.
  @inlinable public init(
    _ account: JournalAccount, _ amount: ExactDecimal, _ currency: CurrencyIndex, group: GroupIndex
  ) {
    self.account = account
    self.amount = amount
    self.currency = currency
    self.group = group
  }
}
