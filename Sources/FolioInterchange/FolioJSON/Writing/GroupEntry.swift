import FolioModel
import FolioNumbers

/// A plain transaction in few words, and the group that says the same with its legs.
///
/// A trade in one currency, paid through one cash account, or money that moves through one. What
/// is not so plain is written as a group right away.
public struct GroupEntry: Sendable {
  /// What happened.
  public enum Event: Sendable {
    /// Units are bought or sold.
    case trade(Trade)
    /// A dividend: what was paid before tax, and the tax withheld from it.
    case dividend(symbol: String, gross: ExactDecimal, withheld: ExactDecimal?)
    /// Cash comes in or goes out.
    case cash(CashEvent, amount: ExactDecimal)
  }

  /// A purchase or a sale.
  public struct Trade: Sendable {
    /// Whether it is a purchase.
    public var isBuy: Bool
    /// The instrument.
    public var symbol: String
    /// How many units.
    public var quantity: ExactDecimal
    /// What one unit cost.
    public var price: ExactDecimal?
    /// What all of them cost, before fees and taxes; quantity times price, rounded half-even to
    /// the minor unit, where it is left out.
    public var gross: ExactDecimal?
    /// Fees, in the currency of the trade.
    public var fees: ExactDecimal?
    /// Taxes, in the currency of the trade.
    public var taxes: ExactDecimal?
    /// When it settles; the day of the trade where it is left out.
    public var settles: Day?

    /// A trade without price and costs yet.
    public init(isBuy: Bool, symbol: String, quantity: ExactDecimal) {
      self.isBuy = isBuy
      self.symbol = symbol
      self.quantity = quantity
    }
  }

  /// Why cash moves where no instrument is behind it.
  public enum CashEvent: String, Sendable, CaseIterable {
    case deposit, withdrawal, interest, fee, tax

    fileprivate var direction: Direction {
      self == .deposit || self == .interest ? .in : .out
    }
  }

  /// The id of the group; those of its legs are made from it.
  public var id: String
  /// When it happened.
  public var occurredAt: Timestamp
  /// What happened.
  public var event: Event
  /// The id of the cash account.
  public var cashAccount: String
  /// The currency of all amounts.
  public var currency: Currency
  /// Whether the money has moved.
  public var status = GroupStatus.settled
  /// The owner's own words.
  public var notes: String?

  /// A settled transaction without notes.
  public init(
    id: String, occurredAt: Timestamp, event: Event, cashAccount: String, currency: Currency
  ) {
    self.id = id
    self.occurredAt = occurredAt
    self.event = event
    self.cashAccount = cashAccount
    self.currency = currency
  }

  /// The group as a line of NDJSON, with its legs.
  /// - Throws: where quantity times price has no room.
  public func line() throws(ArithmeticFault) -> [UInt8] {
    var text = JSONText()
    text.open("{")
    text.text("id", id.utf8)
    text.text("group_type", groupType.rawValue.utf8)
    text.text("status", status.rawValue.utf8)
    text.text("occurred_at", occurredAt.description.utf8)
    if let notes { text.text("notes", notes.utf8) }
    let payments = try writeStockLeg(to: &text)
    text.array("cash_transactions", Array(payments.enumerated())) { leg, text in
      let (number, payment) = leg
      text.text("id", "\(id)-\(number + 1)".utf8)
      text.text("cash_account_id", cashAccount.utf8)
      text.text("leg_type", payment.type.rawValue.utf8)
      text.text("direction", payment.direction.rawValue.utf8)
      text.number("amount", payment.amount)
      text.text("currency", currency.code.utf8)
    }
    text.close("}")
    text.raw("\n")
    return text.bytes
  }

  private var groupType: GroupType {
    switch event {
    case .trade: .stockTrade
    case .dividend: .dividend
    case .cash(let event, _): GroupType(rawValue: event.rawValue) ?? .adjustment
    }
  }
}

/// A cash leg of an entry.
private struct Payment {
  var type: CashLegType
  var direction: Direction
  var amount: ExactDecimal
}

extension GroupEntry {
  /// Writes the stock leg, where there is one.
  /// - Returns: the cash legs that go with it.
  private func writeStockLeg(
    to text: inout JSONText
  ) throws(ArithmeticFault) -> [Payment] {
    switch event {
    case .cash(let event, let amount):
      let type = CashLegType(rawValue: event.rawValue) ?? .other
      return [Payment(type: type, direction: event.direction, amount: amount)]
    case .dividend(let symbol, let gross, let withheld):
      beginStockLeg(symbol, .dividend, &text)
      text.number("gross_amount", gross)
      if let withheld { text.number("tax_withheld", withheld) }
      endStockLeg(&text)
      return [Payment(type: .dividend, direction: .in, amount: gross)] + costs(.tax, withheld)
    case .trade(let trade): return try writeTrade(trade, to: &text)
    }
  }

  private func writeTrade(
    _ trade: Trade, to text: inout JSONText
  ) throws(ArithmeticFault) -> [Payment] {
    beginStockLeg(trade.symbol, trade.isBuy ? .buy : .sell, &text)
    if let day = trade.settles { text.day("settlement_date", day) }
    text.number("quantity", trade.quantity)
    if let price = trade.price { text.number("price_per_share", price) }
    if let gross = trade.gross { text.number("gross_amount", gross) }
    if let fees = trade.fees { text.number("fees", fees) }
    if let taxes = trade.taxes { text.number("taxes", taxes) }
    endStockLeg(&text)
    let product = try trade.quantity.multiplied(by: trade.price ?? .zero)
    let gross = trade.gross ?? product.rounded(toPlaces: currency.minorUnits, .halfEven)
    // What costs nothing is paid by no leg.
    let principal =
      gross == .zero
      ? [] : [Payment(type: .principal, direction: trade.isBuy ? .out : .in, amount: gross)]
    return principal + costs(.fee, trade.fees) + costs(.tax, trade.taxes)
  }

  private func costs(_ type: CashLegType, _ amount: ExactDecimal?) -> [Payment] {
    guard let amount, amount != .zero else { return [] }
    return [Payment(type: type, direction: .out, amount: amount)]
  }

  private func beginStockLeg(_ symbol: String, _ type: TradeType, _ text: inout JSONText) {
    text.key("stock_transactions".utf8)
    text.open("[")
    text.open("{")
    text.text("id", "\(id)-0".utf8)
    text.text("symbol", symbol.utf8)
    text.text("trade_type", type.rawValue.utf8)
  }

  private func endStockLeg(_ text: inout JSONText) {
    text.text("currency", currency.code.utf8)
    text.close("}")
    text.close("]")
  }
}
