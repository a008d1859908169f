extension LedgerGroup {
  /// An event of a position: a trade, a dividend, a corporate action. All amounts are in
  /// `currency`.
  public struct StockLeg: Sendable, Hashable {
    /// The leg's id.
    public var id: String?
    /// The symbol of the instrument; empty if the row has only its `stockID`.
    public var symbol: String
    /// The id of the instrument in the master table.
    public var stockID: String?
    /// The trade type.
    public var type: TradeType
    /// The day of the trade; by default that of the group.
    public var tradeDay: Day?
    /// The day on which money and units change hands; by default the trade day.
    public var settlementDay: Day?
    /// Units, above zero.
    public var quantity: ExactDecimal?
    /// The price of one unit.
    public var price: ExactDecimal?
    /// The amount for the units before fees and taxes; by default quantity times price.
    public var gross: ExactDecimal?
    /// The fees.
    public var fees: ExactDecimal?
    /// The taxes, or tax withheld.
    public var taxes: ExactDecimal?
    /// The currency of the amounts; by default that of the instrument.
    public var currency: Currency?
    /// Units of the base currency for one of `currency`.
    public var fxRate: ExactDecimal?
    /// The securities account.
    public var account: String?
    /// New units for old ones, of a corporate action.
    public var ratio: Ratio?
    /// The symbol of the new instrument, of a corporate action.
    public var newSymbol: String?
    /// The share of the cost that moves in a spin-off, from 0 to 1.
    public var basisFraction: ExactDecimal?
    /// Cash for a fraction of a unit.
    public var cashInLieu: ExactDecimal?
    /// Accrued interest of a trade.
    public var accruedInterest: ExactDecimal?
    /// Whether a cost adjustment raises or lowers the cost.
    public var costDirection: CostDirection?
    /// Who gets a gift.
    public var recipient: GiftRecipient?
    /// The lots that the leg takes, or that a transfer brings from outside.
    public var lots: [Lot] = []
    /// The columns without a meaning.
    public var otherColumns: [LedgerColumn] = []

    /// Creates a leg without amounts.
    public init(id: String? = nil, _ type: TradeType, symbol: String) {
      self.id = id
      self.symbol = symbol
      self.type = type
    }
  }

  /// An entry of the `lots` of a leg.
  @dynamicMemberLookup
  public struct Lot: Sendable, Hashable {
    /// The group that opened the lot.
    public var groupID: String?
    /// The securities account of the lot, where a group opened lots in several.
    public var account: String?
    /// The other columns.
    public var columns: LotColumns

    /// Creates a lot that a group opened.
    public init(_ groupID: String, quantity: ExactDecimal) {
      self.groupID = groupID
      columns = LotColumns(quantity: quantity)
    }

    /// Creates a lot that was acquired on a day, with its cost if it comes from outside.
    public init(acquired: Day?, quantity: ExactDecimal, costBasis: ExactDecimal? = nil) {
      columns = LotColumns(acquired: acquired, quantity: quantity, costBasis: costBasis)
    }

    package init(_ columns: LotColumns, groupID: String?, account: String?) {
      (self.columns, self.groupID, self.account) = (columns, groupID, account)
    }

    /// Another column.
    @inlinable
    public subscript<Value>(dynamicMember column: WritableKeyPath<LotColumns, Value>) -> Value {
      get { columns[keyPath: column] }
      set { columns[keyPath: column] = newValue }
    }

    /// The place among the lots of its day, from 1.
    public var dayOrder: Int? {
      get { columns.dayOrder.map { Int($0) } }
      set { columns.dayOrder = newValue.map { UInt32(clamping: $0) } }
    }
  }

  /// A payment into a cash account or out of it.
  public struct CashLeg: Sendable, Hashable {
    /// The leg's id.
    public var id: String?
    /// The id of the cash account.
    public var account: String
    /// The purpose.
    public var type: CashLegType
    /// Into the account or out of it.
    public var direction: Direction
    /// The amount, above zero.
    public var amount: ExactDecimal
    /// The currency; by default that of the account.
    public var currency: Currency?
    /// The symbol of the instrument that a fee, a tax or income is about.
    public var symbol: String?
    /// The id of that instrument in the master table.
    public var stockID: String?
    /// The columns without a meaning.
    public var otherColumns: [LedgerColumn] = []

    /// Creates a payment.
    public init(
      id: String? = nil, _ type: CashLegType, _ direction: Direction, _ amount: ExactDecimal,
      account: String, currency: Currency? = nil
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
