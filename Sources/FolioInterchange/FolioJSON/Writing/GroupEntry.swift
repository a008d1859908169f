import FolioModel
import FolioNumbers

/// A common transaction in few words, which is written as a group with its legs: a trade in one
/// currency, paid through one cash account; a payment into or out of one; an exchange, a transfer
/// or a split.
package struct GroupEntry: Sendable {
  package enum Event: Sendable, Equatable {
    case buy(String)
    case sell(String)
    case dividend(String)
    /// A cash movement without an instrument, and its amount.
    case cash(CashEvent, ExactDecimal)
    /// Money of one currency, given for money of another.
    case exchange(Money, for: Money)
    /// Cash that goes to another account.
    case cashTransfer(ExactDecimal)
    /// Units that go to another securities account.
    case unitTransfer(String)
    case split(String, Ratio)

    /// Whether it is a purchase or a sale.
    package var isTrade: Bool {
      switch self {
      case .buy, .sell: true
      case .dividend, .cash, .exchange, .cashTransfer, .unitTransfer, .split: false
      }
    }

    /// The symbol of the instrument; nil for a cash movement.
    package var symbol: String? {
      switch self {
      case .buy(let symbol), .sell(let symbol), .dividend(let symbol), .unitTransfer(let symbol),
        .split(let symbol, _):
        symbol
      case .cash, .exchange, .cashTransfer: nil
      }
    }
  }

  /// The reason for a cash movement without an instrument.
  package enum CashEvent: String, Sendable, CaseIterable {
    case deposit, withdrawal, interest, fee, tax
  }

  /// A cash account and its currency.
  package struct Account: Sendable {
    package var id: String
    package var currency: Currency

    package init(id: String, currency: Currency) {
      self.id = id
      self.currency = currency
    }
  }

  private struct Payment {
    var type: CashLegType
    var direction: Direction
    var amount: ExactDecimal
    /// Nil means the cash account of the entry.
    var account: Account?
  }

  private struct StockSide {
    var type: TradeType
    /// The securities account.
    var account: String?
  }

  /// The id of the group. The ids of its legs are derived from it.
  package var id: String
  package var occurredAt: Timestamp
  package var event: Event
  /// The cash account, in whose currency all amounts are. An exchange and a transfer take from it.
  /// Nil if no cash moves.
  package var cash: Account?
  /// The cash account that an exchange or a transfer adds to.
  package var otherCash: Account?
  /// The securities account; of a transfer the one that gives the units.
  package var securities: String?
  /// The securities account that a transfer of units adds to.
  package var otherSecurities: String?
  package var status = GroupStatus.settled
  package var notes: String?
  /// The instrument that a fee, a tax or interest is for.
  package var instrument: String?
  package var quantity: ExactDecimal?
  /// The price of one unit.
  package var price: ExactDecimal?
  /// The hundredth of the currency in which the price is; nil if it is in the currency itself.
  package var quoteUnit: Currency?
  /// The amount before fees and taxes; for a trade by default quantity times price, rounded
  /// half-even to the minor unit.
  package var gross: ExactDecimal?
  /// The value of one unit at a price of one: the multiplier and the price factor of the
  /// instrument.
  package var valueFactor = ExactDecimal.one
  package var fees: ExactDecimal?
  /// Taxes; for a dividend the tax withheld.
  package var taxes: ExactDecimal?
  /// The settlement date; by default the trade date.
  package var settles: Day?

  /// A settled transaction without accounts, amounts and notes.
  package init(id: String, occurredAt: Timestamp, event: Event) {
    self.id = id
    self.occurredAt = occurredAt
    self.event = event
  }

  /// The group as a line of NDJSON, with its legs.
  /// - Throws: An error if quantity times price has too many digits.
  package func line() throws(ArithmeticFault) -> [UInt8] {
    let payments = try payments()
    var text = JSONText()
    text.open("{")
    text.text("id", id.utf8)
    text.text("group_type", groupType.rawValue.utf8)
    text.text("status", status.rawValue.utf8)
    text.text("occurred_at", occurredAt.description.utf8)
    if let notes { text.text("notes", notes.utf8) }
    let sides = Array(stockSides.enumerated())
    if !sides.isEmpty {
      let row = try rowOfStockLeg()
      text.array("stock_transactions", sides) { row.writeStockLeg($0.element, $0.offset, to: &$1) }
    }
    text.array("cash_transactions", Array(payments.enumerated())) { leg, text in
      let (number, payment) = leg
      text.text("id", "\(id)-\(number + 1)".utf8)
      if let account = payment.account ?? cash {
        text.text("cash_account_id", account.id.utf8)
        text.text("leg_type", payment.type.rawValue.utf8)
        text.text("direction", payment.direction.rawValue.utf8)
        text.number("amount", payment.amount)
        text.text("currency", account.currency.code.utf8)
        if let instrument { text.text("symbol", instrument.utf8) }
      }
    }
    text.close("}")
    text.raw("\n")
    return text.bytes
  }

  private var groupType: GroupType {
    switch event {
    case .buy, .sell: .stockTrade
    case .dividend: .dividend
    case .cash(let event, _): GroupType(rawValue: event.rawValue) ?? .adjustment
    case .exchange: .fxExchange
    case .cashTransfer, .unitTransfer: .transfer
    case .split: .corporateAction
    }
  }

  private var stockSides: [StockSide] {
    switch event {
    case .buy: [StockSide(type: .buy, account: securities)]
    case .sell: [StockSide(type: .sell, account: securities)]
    case .dividend: [StockSide(type: .dividend, account: securities)]
    case .split: [StockSide(type: .split, account: securities)]
    case .unitTransfer:
      [
        StockSide(type: .transferOut, account: securities),
        StockSide(type: .transferIn, account: otherSecurities),
      ]
    case .cash, .exchange, .cashTransfer: []
    }
  }

  private func payments() throws(ArithmeticFault) -> [Payment] {
    switch event {
    case .cash(let event, let amount):
      let isIn = event == .deposit || event == .interest
      let type = CashLegType(rawValue: event.rawValue) ?? .other
      return [Payment(type: type, direction: isIn ? .in : .out, amount: amount)]
    case .dividend:
      return [Payment(type: .dividend, direction: .in, amount: gross ?? .zero)] + costs
    case .buy: return try principal(.out) + costs
    case .sell: return try principal(.in) + costs
    case .exchange(let given, let taken): return moved(.fx, given.amount, taken.amount) + costs
    case .cashTransfer(let amount): return moved(.transfer, amount, amount) + costs
    case .unitTransfer, .split: return []
    }
  }

  private func principal(_ direction: Direction) throws(ArithmeticFault) -> [Payment] {
    let amount = try grossOfTrade()
    return amount == .zero ? [] : [Payment(type: .principal, direction: direction, amount: amount)]
  }

  /// The gross amount of a trade, in the currency of the cash account.
  private func grossOfTrade() throws(ArithmeticFault) -> ExactDecimal {
    if let gross { return gross }
    return try valueOfUnits().rounded(toPlaces: cash?.currency.minorUnits ?? 2, .halfEven)
  }

  /// Quantity times price, in the currency of the cash account.
  private func valueOfUnits() throws(ArithmeticFault) -> ExactDecimal {
    let value = try (quantity ?? .zero).multiplied(by: price ?? .zero).multiplied(by: valueFactor)
    return quoteUnit == nil ? value : try value.multiplied(by: Currency.quoteUnitSize)
  }

  /// The two sides of an exchange or a transfer.
  private func moved(
    _ type: CashLegType, _ given: ExactDecimal, _ taken: ExactDecimal
  ) -> [Payment] {
    [
      Payment(type: type, direction: .out, amount: given),
      Payment(type: type, direction: .in, amount: taken, account: otherCash),
    ]
  }

  private var costs: [Payment] {
    let costs = [
      Payment(type: .fee, direction: .out, amount: fees ?? .zero),
      Payment(type: .tax, direction: .out, amount: taxes ?? .zero),
    ]
    return costs.filter { $0.amount != .zero }
  }

  /// The same with the gross amount of a trade if it is rounded, and with all amounts in the unit
  /// of the price.
  private func rowOfStockLeg() throws(ArithmeticFault) -> GroupEntry {
    var entry = self
    if event.isTrade, try grossOfTrade() != valueOfUnits() { entry.gross = try grossOfTrade() }
    guard quoteUnit != nil else { return entry }
    entry.gross = try entry.gross?.multiplied(by: 100)
    entry.fees = try fees?.multiplied(by: 100)
    entry.taxes = try taxes?.multiplied(by: 100)
    return entry
  }

  private func writeStockLeg(_ side: StockSide, _ number: Int, to text: inout JSONText) {
    text.text("id", (number == 0 ? "\(id)-0" : "\(id)-0-\(number)").utf8)
    text.text("symbol", (event.symbol ?? "").utf8)
    text.text("trade_type", side.type.rawValue.utf8)
    if let settles { text.day("settlement_date", settles) }
    if let quantity { text.number("quantity", quantity) }
    if let price { text.number("price_per_share", price) }
    if let gross { text.number("gross_amount", gross) }
    if let fees { text.number("fees", fees) }
    if let taxes { text.number(side.type == .dividend ? "tax_withheld" : "taxes", taxes) }
    if case .split(_, let ratio) = event { text.text("ratio", "\(ratio.new):\(ratio.old)".utf8) }
    if let currency = quoteUnit ?? cash?.currency { text.text("currency", currency.code.utf8) }
    if let account = side.account { text.text("account", account.utf8) }
  }
}
