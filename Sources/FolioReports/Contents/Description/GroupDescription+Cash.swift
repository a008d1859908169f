import FolioModel
import FolioNumbers

// Cash legs in words.
extension GroupDescription {
  /// Describes the cash legs. Of a group with stock legs, only those that do not pay for the stock.
  func cashTexts(of group: GroupRecord) -> [String] {
    let legs = group.cashLegs.map { tables.cashLegs[$0] }
    let hasStock = group.stockLegCount > 0
    let own = legs.filter { !isMoved($0) && !(hasStock && isPartOfTrade($0)) }
    return exchangeTexts(legs.filter { $0.type == .fx })
      + transferTexts(legs.filter { $0.type == .transfer }) + own.map(text)
  }

  /// Whether a leg is a side of an exchange or a transfer.
  private func isMoved(_ leg: CashLeg) -> Bool { leg.type == .fx || leg.type == .transfer }

  private func isPartOfTrade(_ leg: CashLeg) -> Bool {
    switch leg.type {
    case .principal, .fee, .tax, .dividend, .other: true
    case .deposit, .withdrawal, .interest, .fx, .transfer: false
    }
  }

  /// `fee 12.00 USD for AAPL`
  func text(of leg: CashLeg) -> String {
    let isIn = leg.direction == .in
    let words =
      switch leg.type {
      case .deposit, .withdrawal: isIn ? "deposit" : "withdraw"
      case .principal: isIn ? "receive" : "pay"
      case .fee: isIn ? "fee refunded" : "fee"
      case .tax: isIn ? "tax refunded" : "tax"
      case .dividend: isIn ? "dividend" : "dividend paid"
      case .interest: isIn ? "interest" : "interest paid"
      case .fx: isIn ? "exchange into" : "exchange"
      case .transfer: isIn ? "transfer in" : "transfer out"
      case .other: isIn ? "other income" : "other expense"
      }
    let subject = leg.instrument == .missing ? "" : " for \(tables.symbol(leg.instrument))"
    return "\(words) \(money(leg.amount, leg.currency))" + subject
  }

  /// `exchange 1,000.00 GBP for 1,315.00 USD`
  private func exchangeTexts(_ legs: [CashLeg]) -> [String] {
    let (sold, bought) = (legs.filter { $0.direction == .out }, legs.filter { $0.direction == .in })
    if sold.isEmpty || bought.isEmpty { return legs.map(text) }
    return ["exchange \(sums(sold)) for \(sums(bought))"]
  }

  /// `transfer 500.00 USD from bank to broker`
  private func transferTexts(_ legs: [CashLeg]) -> [String] {
    var (sent, received) = (
      legs.filter { $0.direction == .out }, legs.filter { $0.direction == .in }
    )
    var texts: [String] = []
    while let out = sent.first {
      let other = received.firstIndex { $0.amount == out.amount && $0.currency == out.currency }
      guard let other else { break }
      sent.removeFirst()
      let back = received.remove(at: other)
      texts.append(
        "transfer \(money(out.amount, out.currency)) from \(account(out)) to \(account(back))")
    }
    return texts + sent.map { text(of: $0) + " from \(account($0))" }
      + received.map { text(of: $0) + " to \(account($0))" }
  }

  private func account(_ leg: CashLeg) -> String {
    tables.text(tables.cashAccounts[Int(leg.account)].id)
  }

  /// The amounts of legs, added up for each currency.
  private func sums(_ legs: [CashLeg]) -> String {
    var sums: [(currency: CurrencyIndex, amount: ExactDecimal?)] = []
    for leg in legs {
      if let place = sums.firstIndex(where: { $0.currency == leg.currency }) {
        sums[place].amount = sums[place].amount.adding(leg.amount)
      } else {
        sums.append((leg.currency, leg.amount))
      }
    }
    return sums.map { money($0.amount ?? .zero, $0.currency) }.joined(separator: " and ")
  }
}
