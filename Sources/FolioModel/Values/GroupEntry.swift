/// A common transaction in few words, such as a purchase or a deposit. The ledger's accounts and
/// instruments complete it to a group whose legs balance.
///
///     try await store.append(.buy("AAPL", 10, at: "180.25", fees: "1.00", on: day), at: now)
///
/// Cash accounts need a name only where several have the currency. The command `add` makes its
/// groups with it, too.
public struct GroupEntry: Sendable, Hashable {
  /// The kind of transaction. New minor versions may add cases.
  public enum Event: Sendable, Hashable {
    /// A purchase of an instrument.
    case buy(String)
    /// A sale of an instrument.
    case sell(String)
    /// A dividend of an instrument.
    case dividend(String)
    /// A cash movement without units, and its amount.
    case cash(CashEvent, ExactDecimal)
    /// Money of one currency, given for money of another.
    case exchange(Money, for: Money)
    /// Cash that goes to another account.
    case cashTransfer(ExactDecimal)
    /// Units that go to another securities account.
    case unitTransfer(String)
    /// A split of an instrument.
    case split(String, Ratio)
    /// Any other event of an instrument.
    case stock(TradeType, String)

    /// The symbol of the instrument; `nil` for a cash movement.
    public var symbol: String? {
      switch self {
      case .buy(let symbol), .sell(let symbol), .dividend(let symbol), .unitTransfer(let symbol),
        .split(let symbol, _), .stock(_, let symbol):
        symbol
      case .cash, .exchange, .cashTransfer: nil
      }
    }

    /// The trade type of its stock leg; `nil` if it has none, or two.
    var tradeType: TradeType? {
      switch self {
      case .buy: .buy
      case .sell: .sell
      case .dividend: .dividend
      case .split: .split
      case .stock(let type, _): type
      case .cash, .exchange, .cashTransfer, .unitTransfer: nil
      }
    }

    /// Whether units are bought or sold at a price.
    package var isTrade: Bool { tradeType?.isTrade ?? false }
  }

  /// The reason for a cash movement without units.
  public enum CashEvent: String, Sendable, CaseIterable {
    case deposit, withdrawal, interest, fee, tax
  }

  /// A cash account and its currency.
  package struct Account: Sendable, Hashable {
    package var id: String
    package var currency: Currency

    package init(id: String, currency: Currency) {
      self.id = id
      self.currency = currency
    }
  }

  /// An option that ends in the trade of the group.
  public struct EndedOption: Sendable, Hashable {
    /// `exercise` or `assignment`.
    public var type: TradeType
    /// The symbol of the option.
    public var symbol: String
    /// The number of contracts.
    public var quantity: ExactDecimal
  }

  /// The id of the group. The ids of its legs are derived from it.
  public var id: String
  /// The time of the event.
  public var occurredAt: Timestamp
  /// The kind of transaction.
  public var event: Event
  /// The id of the cash account that pays or gets the money. An exchange and a transfer take from
  /// it. `nil` means the only one in the currency.
  public var cashAccount: String?
  /// The id of the cash account that an exchange or a transfer adds to.
  public var otherCashAccount: String?
  /// The cash account, in whose currency all amounts are. `nil` if no cash moves, or if it has not
  /// been looked up.
  package var cash: Account?
  /// The cash account that an exchange or a transfer adds to.
  package var otherCash: Account?
  /// The securities account; of a transfer the one that gives the units.
  public var securities: String?
  /// The securities account that a transfer of units adds to.
  public var otherSecurities: String?
  /// Whether the money has moved.
  public var status = GroupStatus.settled
  /// The notes.
  public var notes: String?
  /// The symbol of the instrument that a fee, a tax or interest is for.
  public var instrument: String?
  /// The units.
  public var quantity: ExactDecimal?
  /// The price of one unit.
  public var price: ExactDecimal?
  /// The hundredth of the currency in which the price is; nil if it is in the currency itself.
  package var quoteUnit: Currency?
  /// The currency of amounts for which no cash moves, if the instrument is quoted in another unit.
  package var currency: Currency?
  /// The amount before fees and taxes; for a trade by default quantity times price, rounded
  /// half-even to the minor unit.
  public var gross: ExactDecimal?
  /// The value of one unit at a price of one: the multiplier and the price factor of the
  /// instrument.
  package var valueFactor = ExactDecimal.one
  /// The fees.
  public var fees: ExactDecimal?
  /// Taxes; for a dividend the tax withheld.
  public var taxes: ExactDecimal?
  /// The settlement date; by default the trade date.
  public var settles: Day?
  /// The ratio of a corporate action, if the event has none.
  public var ratio: Ratio?
  /// The symbol of the new instrument of a corporate action.
  public var newSymbol: String?
  /// The share of the cost that moves in a spin-off.
  public var basisFraction: ExactDecimal?
  /// Cash for a fraction of a unit.
  public var cashInLieu: ExactDecimal?
  /// Accrued interest of a trade, which is paid or received with it.
  public var accruedInterest: ExactDecimal?
  /// Whether a cost adjustment raises or lowers the cost.
  public var costDirection: CostDirection?
  /// Who gets a gift.
  public var recipient: GiftRecipient?
  /// The lots that the event takes.
  public var lots: [LedgerGroup.Lot] = []
  /// The option that ends in the trade.
  public var option: EndedOption?

  /// A settled transaction without accounts, amounts and notes.
  public init(id: String, occurredAt: Timestamp, event: Event) {
    self.id = id
    self.occurredAt = occurredAt
    self.event = event
  }
}
