import FolioModel
import FolioNumbers

/// A common transaction in few words, which is written as a group with its legs: a trade in one
/// currency, paid through one cash account, or a payment into or out of one.
package struct GroupEntry: Sendable {
  package enum Event: Sendable, Equatable {
    case buy(String)
    case sell(String)
    case dividend(String)
    /// A cash movement without an instrument, and its amount.
    case cash(CashEvent, ExactDecimal)

    /// The symbol of the instrument; nil for a cash movement.
    package var symbol: String? {
      switch self {
      case .buy(let symbol), .sell(let symbol), .dividend(let symbol): symbol
      case .cash: nil
      }
    }
  }

  /// The reason for a cash movement without an instrument.
  package enum CashEvent: String, Sendable, CaseIterable {
    case deposit, withdrawal, interest, fee, tax
  }

  private typealias Payment = (type: CashLegType, direction: Direction, amount: ExactDecimal)

  /// The id of the group. The ids of its legs are derived from it.
  package var id: String
  package var occurredAt: Timestamp
  package var event: Event
  /// The id of the cash account.
  package var cashAccount: String
  /// The currency of all amounts.
  package var currency: Currency
  package var status = GroupStatus.settled
  package var notes: String?
  /// The instrument that a fee, a tax or interest is for.
  package var instrument: String?
  package var quantity: ExactDecimal?
  /// The price of one unit.
  package var price: ExactDecimal?
  /// The amount before fees and taxes; for a trade by default quantity times price, rounded
  /// half-even to the minor unit.
  package var gross: ExactDecimal?
  package var fees: ExactDecimal?
  /// Taxes; for a dividend the tax withheld.
  package var taxes: ExactDecimal?
  /// The settlement date; by default the trade date.
  package var settles: Day?

  /// A settled transaction without amounts and notes.
  package init(
    id: String, occurredAt: Timestamp, event: Event, cashAccount: String, currency: Currency
  ) {
    self.id = id
    self.occurredAt = occurredAt
    self.event = event
    self.cashAccount = cashAccount
    self.currency = currency
  }

  /// The group as a line of NDJSON, with its legs.
  /// - Throws: An error if quantity times price has too many digits.
  package func line() throws(ArithmeticFault) -> [UInt8] {
    let (groupType, tradeType, payments) = try parts()
    var text = JSONText()
    text.open("{")
    text.text("id", id.utf8)
    text.text("group_type", groupType.rawValue.utf8)
    text.text("status", status.rawValue.utf8)
    text.text("occurred_at", occurredAt.description.utf8)
    if let notes { text.text("notes", notes.utf8) }
    if let tradeType {
      text.array("stock_transactions", [tradeType]) { writeStockLeg($0, to: &$1) }
    }
    text.array("cash_transactions", Array(payments.enumerated())) { leg, text in
      let (number, payment) = leg
      text.text("id", "\(id)-\(number + 1)".utf8)
      text.text("cash_account_id", cashAccount.utf8)
      text.text("leg_type", payment.type.rawValue.utf8)
      text.text("direction", payment.direction.rawValue.utf8)
      text.number("amount", payment.amount)
      text.text("currency", currency.code.utf8)
      if let instrument { text.text("symbol", instrument.utf8) }
    }
    text.close("}")
    text.raw("\n")
    return text.bytes
  }

  /// The types of the group and of its stock leg, and its cash legs.
  private func parts() throws(ArithmeticFault) -> (GroupType, TradeType?, [Payment]) {
    switch event {
    case .cash(let event, let amount):
      let isIn = event == .deposit || event == .interest
      let type = CashLegType(rawValue: event.rawValue) ?? .other
      let payment: Payment = (type, isIn ? .in : .out, amount)
      return (GroupType(rawValue: event.rawValue) ?? .adjustment, nil, [payment])
    case .dividend:
      return (.dividend, .dividend, [(.dividend, .in, gross ?? .zero)] + costs)
    case .buy: return (.stockTrade, .buy, try principal(.out) + costs)
    case .sell: return (.stockTrade, .sell, try principal(.in) + costs)
    }
  }

  private func principal(_ direction: Direction) throws(ArithmeticFault) -> [Payment] {
    let product = try (quantity ?? .zero).multiplied(by: price ?? .zero)
    let amount = gross ?? product.rounded(toPlaces: currency.minorUnits, .halfEven)
    return amount == .zero ? [] : [(.principal, direction, amount)]
  }

  private var costs: [Payment] {
    let costs: [Payment] = [(.fee, .out, fees ?? .zero), (.tax, .out, taxes ?? .zero)]
    return costs.filter { $0.amount != .zero }
  }

  private func writeStockLeg(_ type: TradeType, to text: inout JSONText) {
    text.text("id", "\(id)-0".utf8)
    text.text("symbol", (event.symbol ?? "").utf8)
    text.text("trade_type", type.rawValue.utf8)
    if let settles { text.day("settlement_date", settles) }
    if let quantity { text.number("quantity", quantity) }
    if let price { text.number("price_per_share", price) }
    if let gross { text.number("gross_amount", gross) }
    if let fees { text.number("fees", fees) }
    if let taxes { text.number(type == .dividend ? "tax_withheld" : "taxes", taxes) }
    text.text("currency", currency.code.utf8)
  }
}
