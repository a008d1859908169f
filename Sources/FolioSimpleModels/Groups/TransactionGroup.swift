import FolioModel
import FolioNumbers

/// One transaction group with its legs as a value of its own, by names rather than by numbers of
/// tables: what a simple transaction is expanded to, and flattened from.
public struct TransactionGroup: Sendable, Hashable {
  /// The group's id.
  public var id: String
  /// What it is said to be.
  public var type: GroupType?
  /// Whether its money has moved.
  public var status: GroupStatus
  /// When it happened.
  public var occurredAt: Timestamp
  /// When its cash and units changed hands, where the group says so.
  public var settledAt: Timestamp?
  /// Its notes.
  public var notes: String?
  /// Whether it was deleted softly.
  public var isDeleted = false
  /// Its stock legs.
  public var stockLegs: [Stock] = []
  /// Its cash legs.
  public var cashLegs: [Cash] = []
  /// The keys of further columns that it has.
  public var otherColumns: [String] = []

  /// A group without legs.
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

  /// What happens to a position.
  public struct Stock: Sendable, Hashable {
    /// The leg's id; nil where it has none.
    public var id: String?
    /// The id of the instrument in the master table; nil where the symbol alone names it.
    public var stockID: String?
    /// The symbol of the instrument.
    public var symbol: String
    /// What it does.
    public var type: TradeType
    /// The day of the trade.
    public var tradeDay: Day
    /// The day on which it settles.
    public var settlementDay: Day
    /// Units; zero where they are not given.
    public var quantity = ExactDecimal.zero
    /// Price of one unit in `currency`; nil where only the gross amount is given.
    public var price: ExactDecimal?
    /// Units times price as the broker rounded it, in `currency`.
    public var gross = ExactDecimal.zero
    /// Fees in `currency`.
    public var fees = ExactDecimal.zero
    /// Taxes, or tax withheld, in `currency`.
    public var taxes = ExactDecimal.zero
    /// Units of the base currency for one of `currency`, where the leg says it.
    public var fxRate: ExactDecimal?
    /// The currency of its amounts.
    public var currency: Currency?
    /// The securities account; nil for the nameless one.
    public var account: String?
    /// The keys of further columns that it has: `lots`, `ratio`.
    public var otherColumns: [String] = []

    /// A leg without amounts.
    public init(id: String?, symbol: String, type: TradeType, day: Day) {
      self.id = id
      self.symbol = symbol
      self.type = type
      tradeDay = day
      settlementDay = day
    }
  }

  /// Money that comes into a cash account or goes out of it.
  public struct Cash: Sendable, Hashable {
    /// The leg's id; nil where it has none.
    public var id: String?
    /// The id of the cash account.
    public var account: String
    /// What it is for.
    public var type: CashLegType
    /// Into the account or out of it.
    public var direction: Direction
    /// How much, above zero, in `currency`.
    public var amount: ExactDecimal
    /// The currency of the amount.
    public var currency: Currency?
    /// The keys of further columns that it has.
    public var otherColumns: [String] = []

    /// A leg.
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
