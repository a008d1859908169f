// Cash legs in words.
extension GroupDescription {
  /// Describes the cash legs. Of a group with stock legs, only those that do not pay for the stock.
  func addCash(of group: GroupRecord, to events: inout Events) {
    let legs = tables.cashLegs
    addExchange(group.cashLegs.filter { legs[$0].type == .fx }, to: &events)
    addTransfers(group.cashLegs.filter { legs[$0].type == .transfer }, to: &events)
    let hasStock = group.stockLegCount > 0
    for number in group.cashLegs {
      let leg = legs[number]
      if isMoved(leg) || hasStock && isPartOfTrade(leg) { continue }
      events.add(text(of: leg))
    }
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
  private func addExchange(_ numbers: [Int], to events: inout Events) {
    if numbers.isEmpty { return }
    let legs = numbers.lazy.map { tables.cashLegs[$0] }
    let (sold, bought) = (legs.filter { $0.direction == .out }, legs.filter { $0.direction == .in })
    if sold.isEmpty || bought.isEmpty {
      for leg in legs { events.add(text(of: leg)) }
    } else {
      events.add("exchange \(sums(Array(sold))) for \(sums(Array(bought)))")
    }
  }

  /// `transfer 500.00 USD from bank to broker`
  private func addTransfers(_ numbers: [Int], to events: inout Events) {
    if numbers.isEmpty { return }
    let legs = tables.cashLegs
    let sent = numbers.filter { legs[$0].direction == .out }
    let received = numbers.filter { legs[$0].direction == .in }
    let sides = TransferSides(sent, received) {
      CashTransfer(currency: legs[$0].currency, amount: legs[$0].amount)
    }
    for number in sent {
      guard let other = sides.other[number] else { continue }
      let leg = legs[number]
      events.add(
        "transfer \(money(leg.amount, leg.currency)) from \(account(leg)) to "
          + account(legs[other]))
    }
    for number in sent where sides.other[number] == nil {
      events.add(text(of: legs[number]) + " from \(account(legs[number]))")
    }
    for number in received where sides.other[number] == nil {
      events.add(text(of: legs[number]) + " to \(account(legs[number]))")
    }
  }

  private func account(_ leg: CashLeg) -> String {
    tables.text(tables.cashAccounts[Int(leg.account)].id)
  }

  /// The amounts of legs, added up for each currency.
  private func sums(_ legs: [CashLeg]) -> String {
    var sums: [(currency: CurrencyIndex, amount: ExactDecimal?)] = []
    var places: [CurrencyIndex: Int] = [:]
    for leg in legs {
      if let place = places[leg.currency] {
        sums[place].amount = sums[place].amount.adding(leg.amount)
      } else {
        places[leg.currency] = sums.count
        sums.append((leg.currency, leg.amount))
      }
    }
    return sums.map { money($0.amount, $0.currency) }.joined(separator: " and ")
  }
}

/// What the two sides of a transfer of cash have in common.
private struct CashTransfer: Hashable {
  var currency: CurrencyIndex
  var amount: ExactDecimal
}
