/// The columns of a stock leg that its row gave.
@frozen public struct StockColumns: OptionSet, Sendable, Hashable {
  /// One bit a column.
  public let rawValue: UInt16
  /// A set of columns from its bits.
  @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }
  /// `quantity`
  @inlinable public static var quantity: StockColumns { StockColumns(rawValue: 1) }
  /// `price_per_share`
  @inlinable public static var price: StockColumns { StockColumns(rawValue: 2) }
  /// `gross_amount`
  @inlinable public static var gross: StockColumns { StockColumns(rawValue: 4) }
  /// `fees`
  @inlinable public static var fees: StockColumns { StockColumns(rawValue: 8) }
  /// `taxes`, and `tax_withheld` of a dividend
  @inlinable public static var taxes: StockColumns { StockColumns(rawValue: 16) }
  /// `fx_rate`
  @inlinable public static var fxRate: StockColumns { StockColumns(rawValue: 32) }
  /// `trade_date`
  @inlinable public static var tradeDate: StockColumns { StockColumns(rawValue: 64) }
  /// `settlement_date`
  @inlinable public static var settlementDate: StockColumns { StockColumns(rawValue: 128) }
}

/// An event of a position: a trade, a dividend, a corporate action. 144 bytes.
public struct StockLeg: Sendable {
  /// The leg's id; none if the column was left out.
  public var id = Identifier.none
  /// Units, above zero where the trade type needs them.
  public var quantity = ExactDecimal.zero
  /// Price of one unit, in `currency`.
  public var price = ExactDecimal.zero
  /// Units × price as the broker rounded it, in `currency`. Booking uses this amount.
  public var gross = ExactDecimal.zero
  /// Fees of the trade, in `currency`.
  public var fees = ExactDecimal.zero
  /// Taxes of the trade, or tax withheld from a dividend, in `currency`.
  public var taxes = ExactDecimal.zero
  /// Units of the settings' base currency for one of `currency`, where the leg gives it.
  public var fxRate = ExactDecimal.zero
  /// The position of its row.
  public var position: SourcePosition
  /// The instrument; in a draft the number of its symbol in `LedgerTables.symbolNames`.
  public var instrument = InstrumentIndex.missing
  /// In a draft, the number of its stock id in `LedgerTables.stockNames`.
  public var stockReference = UInt32.missing
  /// The securities account; 0 if none was given.
  public var account: SecuritiesAccountIndex = 0
  /// Its rarer columns in `LedgerTables.details`; `missing` if it has none.
  public var detail = UInt32.missing
  /// The day of the trade.
  public var tradeDay: Day
  /// The day the money and the units change hands.
  public var settlementDay: Day
  /// The currency of its amounts.
  public var currency = missingCurrency
  /// Which columns the row gave.
  public var given: StockColumns = []
  /// The trade type.
  public var type: TradeType

  /// A leg that gives nothing but its type.
  public init(type: TradeType, day: Day, position: SourcePosition = .none) {
    self.type = type
    tradeDay = day
    settlementDay = day
    self.position = position
  }
}

/// New units for old ones: `4:1` is four new for one old.
public struct Ratio: Sendable, Hashable {
  /// New units, above zero.
  public var new: ExactDecimal
  /// Old units, above zero.
  public var old: ExactDecimal

  /// A ratio; both sides above zero.
  public init(new: ExactDecimal, old: ExactDecimal) {
    self.new = new
    self.old = old
  }

  /// Old units for the new ones.
  package var inverse: Ratio { Ratio(new: old, old: new) }
}

/// One entry of a leg's `lots`: a sale's own choice, or a lot that comes from outside.
@dynamicMemberLookup
public struct LotChoice: Sendable, Hashable {
  /// The group that opened the lot; none if it is chosen by day.
  public var groupID: Identifier
  /// In a checked ledger, the group with that id; `missing` if there is none.
  package internal(set) var group = GroupIndex.missing
  /// The securities account of the lot; none if any may be meant.
  public var account = Identifier.none
  /// The other columns.
  public var columns: LotColumns

  /// An entry.
  public init(
    groupID: Identifier = .none, acquired: Day? = nil, quantity: ExactDecimal,
    costBasis: ExactDecimal? = nil, costBasisBase: ExactDecimal? = nil
  ) {
    self.groupID = groupID
    columns = LotColumns(acquired: acquired, quantity: quantity, costBasis: costBasis)
    columns.costBasisBase = costBasisBase
  }

  package init(_ columns: LotColumns, groupID: Identifier, account: Identifier) {
    (self.columns, self.groupID, self.account) = (columns, groupID, account)
  }

  /// Another column.
  @inlinable
  public subscript<Value>(dynamicMember column: WritableKeyPath<LotColumns, Value>) -> Value {
    get { columns[keyPath: column] }
    set { columns[keyPath: column] = newValue }
  }

  /// Whether it was received as a gift.
  package var isGift: Bool { columns.fairValue != nil }
}

/// The columns that few stock legs have.
public struct StockLegDetail: Sendable, Hashable {
  /// `ratio` of a split, a stock dividend, a spin-off or a merger.
  public var ratio: Ratio?
  /// `basis_fraction` of a spin-off: the share of the basis that moves, from 0 to 1.
  public var basisFraction: ExactDecimal?
  /// `cash_in_lieu` of a fraction of a unit, in the leg's currency.
  public var cashInLieu: ExactDecimal?
  /// `accrued_interest` of a trade, zero or above, in the leg's currency: paid with a purchase,
  /// received with a sale, and no part of cost or proceeds.
  public var accruedInterest: ExactDecimal?
  /// `direction` of a cost adjustment.
  public var costDirection: CostDirection?
  /// `recipient` of a gift.
  public var recipient: GiftRecipient?
  /// The text of `new_symbol`; none if it was left out.
  public var newSymbol = Identifier.none
  /// The instrument that `new_symbol` names, in a ledger.
  public var newInstrument = InstrumentIndex.missing
  /// `lots`
  public var lots: [LotChoice] = []

  /// A detail with nothing in it.
  public init() {}
}
