// Stock legs in words.
extension GroupDescription {
  /// Describes the stock legs. The two sides of a transfer are one event.
  func addStock(of group: GroupRecord, to events: inout Events) {
    let legs = tables.stockLegs
    // Most groups have one leg.
    if group.stockLegCount == 1 {
      for number in group.stockLegs { events.add(text(of: legs[number])) }
      return
    }
    let sides = TransferSides(
      group.stockLegs.filter { legs[$0].type == .transferOut },
      group.stockLegs.filter { legs[$0].type == .transferIn }
    ) { StockTransfer(instrument: legs[$0].instrument, quantity: legs[$0].quantity) }
    for number in group.stockLegs {
      guard let other = sides.other[number] else {
        events.add(text(of: legs[number]))
        continue
      }
      if number < other { events.add(transferText(legs[number], legs[other])) }
    }
  }

  /// Describes a stock leg by itself.
  func text(of leg: StockLeg) -> String {
    let symbol = tables.symbol(leg.instrument)
    switch leg.type {
    case .buy: return tradeText("buy", leg)
    case .sell: return tradeText("sell", leg)
    case .shortSell: return tradeText("sell short", leg)
    case .cover: return tradeText("cover", leg)
    case .dividend: return paidText("dividend \(symbol)", leg)
    case .returnOfCapital: return paidText("return of capital \(symbol)", leg)
    case .costAdjustment: return costText(leg)
    case .split: return ratioText("split \(symbol)", leg)
    case .stockDividend: return ratioText("stock dividend \(counted(leg))", leg)
    case .spinOff: return ratioText("spin off \(newSymbol(leg)) from \(symbol)", leg)
    case .merger: return mergerText(leg)
    case .symbolChange: return "rename \(symbol) to \(newSymbol(leg))"
    case .transferOut: return "transfer out \(counted(leg))" + placeText("from", leg)
    case .transferIn: return "transfer in \(counted(leg))" + placeText("to", leg)
    case .writeOff: return "write off \(counted(leg))"
    case .exercise: return "exercise \(counted(leg))"
    case .assignment: return "assignment of \(counted(leg))"
    case .expiry: return "expiry of \(counted(leg))"
    case .gift: return giftText(leg)
    case .deemedDisposition: return deemedText(leg)
    case .unitFee: return "pay a fee of \(counted(leg))"
    }
  }

  /// `10 AAPL`, or the symbol alone if the leg gives no units.
  private func counted(_ leg: StockLeg) -> String { .made { append(counted: leg, to: &$0) } }

  private func append(counted leg: StockLeg, to line: inout [UInt8]) {
    if !leg.quantity.isZero {
      append(units: leg.quantity, to: &line)
      line.append(UInt8(ascii: " "))
    }
    line.append(contentsOf: tables.symbol(leg.instrument).utf8)
  }

  private func newSymbol(_ leg: StockLeg) -> String {
    let instrument = tables.detail(of: leg)?.newInstrument ?? .missing
    return instrument == .missing ? "another instrument" : tables.symbol(instrument)
  }

  /// Describes a trade with the money that changes hands: the gross amount, fees, taxes and accrued
  /// interest.
  private func tradeText(_ verb: String, _ leg: StockLeg) -> String {
    let interest = tables.detail(of: leg)?.accruedInterest
    let charges = Optional(leg.fees).adding(leg.taxes)
    let gross = try? ExactDecimal.sum(ofGiven: leg.gross, interest)
    let total = leg.type.isPurchase ? gross.adding(charges) : gross.subtracting(charges)
    return .made { line in
      line.append(contentsOf: verb.utf8)
      line.append(UInt8(ascii: " "))
      append(counted: leg, to: &line)
      if leg.given.contains(.price) {
        line.append(contentsOf: " @ ".utf8)
        append(number: leg.price, leg.currency, to: &line)
      }
      line.append(contentsOf: ", ".utf8)
      append(money: total, leg.currency, to: &line)
    }
  }

  /// Describes money received for units held, net of the tax withheld.
  private func paidText(_ what: String, _ leg: StockLeg) -> String {
    let net = Optional(leg.gross).subtracting(Optional(leg.fees).adding(leg.taxes))
    let tax = leg.taxes.isZero ? "" : " after \(number(leg.taxes, leg.currency)) tax"
    return "\(what), \(money(net, leg.currency))\(tax)"
  }

  private func costText(_ leg: StockLeg) -> String {
    let verb = tables.detail(of: leg)?.costDirection == .decrease ? "lower" : "raise"
    return "\(verb) the cost of \(counted(leg)) by \(money(leg.gross, leg.currency))"
  }

  private func giftText(_ leg: StockLeg) -> String {
    switch tables.detail(of: leg)?.recipient {
    case .spouse: "give \(counted(leg)) to the spouse"
    case nil: "give away \(counted(leg))"
    }
  }

  private func deemedText(_ leg: StockLeg) -> String {
    let value =
      leg.gross.isZero && leg.given.contains(.price)
      ? "\(money(leg.price, leg.currency)) each" : money(leg.gross, leg.currency)
    return "deemed disposition of \(counted(leg)) at \(value)"
  }

  private func ratioText(_ what: String, _ leg: StockLeg) -> String {
    let detail = tables.detail(of: leg)
    return what + (detail?.ratio.map { " \(words($0))" } ?? "") + lieuText(leg)
  }

  private func mergerText(_ leg: StockLeg) -> String {
    let symbol = tables.symbol(leg.instrument)
    let detail = tables.detail(of: leg)
    let hasUnits = detail.map { $0.newInstrument != .missing } ?? false
    let cash = leg.gross.isZero ? "" : money(leg.gross, leg.currency)
    if !hasUnits { return "merge \(symbol) for \(cash)" }
    let ratio = detail?.ratio.map { " \(words($0))" } ?? ""
    let paid = cash.isEmpty ? "" : " and \(cash)"
    return "merge \(symbol) into \(newSymbol(leg))\(ratio)\(paid)\(lieuText(leg))"
  }

  private func lieuText(_ leg: StockLeg) -> String {
    guard let cash = tables.detail(of: leg)?.cashInLieu, !cash.isZero else { return "" }
    return ", \(money(cash, leg.currency)) for a fraction"
  }

  // MARK: Transfers

  private func transferText(_ leg: StockLeg, _ other: StockLeg) -> String {
    let (out, back) = leg.type == .transferOut ? (leg, other) : (other, leg)
    return "transfer \(counted(out))" + placeText("from", out) + placeText("to", back)
  }

  private func placeText(_ word: String, _ leg: StockLeg) -> String {
    let account = tables.securitiesAccount(leg.account)
    return account.isEmpty ? "" : " \(word) \(account)"
  }
}

/// What the two sides of a transfer of units have in common.
private struct StockTransfer: Hashable {
  var instrument: InstrumentIndex
  var quantity: ExactDecimal
}
