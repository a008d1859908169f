import FolioModel
import FolioNumbers

/// A transaction group and its legs as a standalone value, which refers to accounts and instruments
/// by name instead of by table index. Simple transactions are expanded to such groups, and
/// flattened from them.
public struct TransactionGroup: Sendable, Hashable {
  /// The group's id.
  public var id: String
  /// The type of the group, or `nil` if it is not given.
  public var type: GroupType?
  /// Whether the cash has moved.
  public var status: GroupStatus
  /// The date and time of the transaction.
  public var occurredAt: Timestamp
  /// The date and time of the actual settlement, or `nil` if it is not recorded.
  public var settledAt: Timestamp?
  /// The notes, or `nil` if there are none.
  public var notes: String?
  /// Whether the group is soft-deleted.
  public var isDeleted = false
  /// The stock legs.
  public var stockLegs: [Stock] = []
  /// The cash legs.
  public var cashLegs: [Cash] = []
  /// The keys of other columns.
  public var otherColumns: [String] = []

  /// Creates a group without legs.
  public init(
    id: String, type: GroupType?, occurredAt: Timestamp, notes: String? = nil,
    status: GroupStatus = .settled
  ) {
    self.id = id
    self.type = type
    self.status = status
    self.occurredAt = occurredAt
    self.notes = notes
  }

  /// A change of a position in an instrument.
  public struct Stock: Sendable, Hashable {
    /// The id of the leg, or `nil` if it has none.
    public var id: String?
    /// The id of the instrument in the master table, or `nil` if the leg refers to it by symbol
    /// only.
    public var stockID: String?
    /// The symbol of the instrument.
    public var symbol: String
    /// The kind of the trade or event.
    public var type: TradeType
    /// The trade date.
    public var tradeDay: Day
    /// The settlement date.
    public var settlementDay: Day
    /// The number of units. Zero if it is not given.
    public var quantity = ExactDecimal.zero
    /// The price of one unit in `currency`, or `nil` if only the gross amount is given.
    public var price: ExactDecimal?
    /// The gross amount in `currency`: units times price, as rounded by the broker.
    public var gross = ExactDecimal.zero
    /// The fees in `currency`.
    public var fees = ExactDecimal.zero
    /// The taxes in `currency`, including tax withheld.
    public var taxes = ExactDecimal.zero
    /// The value of one unit of `currency` in the base currency, or `nil` if the leg does not give
    /// it.
    public var fxRate: ExactDecimal?
    /// The currency of the amounts.
    public var currency: Currency?
    /// The securities account, or `nil` for the unnamed account.
    public var account: String?
    /// The keys of other columns, such as `lots` and `ratio`.
    public var otherColumns: [String] = []

    /// Creates a leg without amounts.
    public init(id: String?, symbol: String, type: TradeType, day: Day) {
      self.id = id
      self.symbol = symbol
      self.type = type
      tradeDay = day
      settlementDay = day
    }
  }

  /// A payment into or out of a cash account.
  public struct Cash: Sendable, Hashable {
    /// The id of the leg, or `nil` if it has none.
    public var id: String?
    /// The id of the cash account.
    public var account: String
    /// The purpose of the payment.
    public var type: CashLegType
    /// The direction: into or out of the account.
    public var direction: Direction
    /// The amount in `currency`, above zero.
    public var amount: ExactDecimal
    /// The currency of the amount.
    public var currency: Currency?
    /// The symbol of the instrument that a fee, a tax or income is about, or `nil`.
    public var symbol: String?
    /// The keys of other columns.
    public var otherColumns: [String] = []

    /// Creates a leg.
    public init(
      id: String?, account: String, _ type: CashLegType, _ direction: Direction,
      _ amount: ExactDecimal, _ currency: Currency?
    ) {
      self.id = id
      self.account = account
      self.type = type
      self.direction = direction
      self.amount = amount
      self.currency = currency
    }
  }
}
