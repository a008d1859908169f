// The sentences of an explanation. Calculations are written so that a reader can check them by
// hand.
extension ExplanationBuilder {
  /// Describes an event and the state after it, one line per statement. `naming` adds the name of
  /// the lot, for steps that mix events of several lots.
  func words(_ event: LotEvent, naming: Bool = false) -> [String] {
    changeText(event)
      + (event.kind == .disposed ? [] : [stateText(event, naming: naming && !event.isPool)])
  }

  private func changeText(_ event: LotEvent) -> [String] {
    switch event.kind {
    case .disposed: return gainText(event)
    case .opened: return openingText(event) + baseText(event)
    case .separated:
      return [
        "These \(units(event.after.quantity)) units are a lot of their own from here: they replace "
          + "units that were sold at a loss."
      ]
    case .divided:
      return [shareText(event, "become a lot of their own")] + baseText(event)

    case .taken: return [takingText(event)] + baseText(event)
    case .multiplied: return [multiplyingText(event)]
    case .costLowered: return [loweringText(event)] + baseText(event)
    case .costAdjusted: return [adjustingText(event)] + baseText(event)
    case .costMoved: return [movingText(event)] + baseText(event)
    case .costRaised: return raisingText(event) + baseText(event)
    case .methodChanged: return methodText(event)
    case .matched: return [matchingText(event)]
    case .currencyChanged: return [currencyText(event)]
    }
  }

  // MARK: Opening lots

  private func openingText(_ event: LotEvent) -> [String] {
    let leg = leg(event)
    let change = event.before.change(to: event.after)
    let what = "\(units(change.quantity)) \(symbol(event))"
    if event.origin != .missing { return [continuingText(event, what)] }
    switch leg.type {
    case .transferIn:
      let day = event.acquired.map { ", acquired on \($0)" } ?? ""
      return [
        "\(what) came in from outside\(day), at the cost that the ledger gives: "
          + "\(cost(change, event))\(giftText(event, leg))."
      ]
    case .stockDividend:
      return [
        "\(what) were paid as a dividend that is income: their cost is what they were "
          + "worth, \(cost(change, event))."
      ]
    case .deemedDisposition:
      return [
        "\(what) count as acquired again on that day, at their fair value: "
          + "\(cost(change, event))."
      ]
    case .shortSell, .sell: return [tradeText(event, "Sold short \(what)", "proceeds", -1)]
    case .buy, .cover, .dividend, .split, .returnOfCapital, .costAdjustment, .spinOff, .merger,
      .symbolChange, .transferOut, .writeOff, .exercise, .assignment, .expiry, .gift, .unitFee:
      return [tradeText(event, "Bought \(what)", "cost", 1)]
    }
  }

  /// What units were worth as a gift.
  private func giftText(_ event: LotEvent, _ leg: StockLeg) -> String {
    let lots = tables.detail(of: leg)?.lots ?? []
    let lot = lots.first {
      $0.fairValue != nil && $0.acquired == event.acquired && $0.quantity == event.after.quantity
    }
    guard let lot, let value = lot.fairValue else { return "" }
    return ". As a gift they were worth \(money(value, leg.currency)) on "
      + "\(lot.received ?? leg.tradeDay)"
  }

  /// Describes the calculation of a trade: units × price, plus or less fees and taxes.
  private func tradeText(
    _ event: LotEvent, _ verb: String, _ name: String, _ sign: Int
  ) -> String {
    let leg = leg(event)
    let change = event.before.change(to: event.after)
    let cost = cost(change, event)
    let (words, total) = tradeSum(leg, sign: sign)
    if let premium = premiumText(event.group, leg) {
      return "\(verb): \(words). \(premium) That is \(name) \(cost)."
    }
    let end =
      if let total, let rate = rate(event, of: total, to: change.cost) {
        "; \(amount(total, leg.currency)) × \(self.words(rate)) = \(cost), the \(name)"
      } else if let total, total != change.cost {
        change.quantity == leg.quantity
          ? "; that is \(name) \(cost)"
          : "; for \(units(change.quantity)) of the \(units(leg.quantity)) units: \(name) \(cost)"
      } else {
        ", the \(name)"
      }
    return "\(verb): \(words)\(end)."
  }

  /// Describes the premium that a trade takes over from the options of its group; nil if none do.
  func premiumText(_ group: GroupIndex, _ trade: StockLeg) -> String? {
    guard trade.type.isTrade, givesPremium(tables.groups[Int(group)]) else { return nil }
    let ended = (index.byGroup[group] ?? []).map { trace[$0] }
      .filter { $0.kind == .taken && self.leg($0).type.givesPremium }
    if ended.isEmpty { return nil }
    let parts = ended.map { event in
      let taken = event.after.change(to: event.before)
      let verb = event.isShort ? "was received" : "was paid"
      return "\(cost(taken, event)) \(verb) for \(units(taken.quantity)) \(symbol(event))"
    }
    let options = tables.groups[Int(group)].stockLegs.map { tables.stockLegs[$0] }
      .filter(\.type.givesPremium)
    let isCapitalized = booked.options.feeTreatment != .expense
    let charged = isCapitalized ? options.flatMap { charges($0, money) } : []
    let isShort = ended[0].isShort
    let effect =
      trade.type.isPurchase == isShort ? "It lowers" : "It raises"
    return "The premium of the options goes into the trade: "
      + (parts + charged).joined(separator: ", ") + ". \(effect) the "
      + "\(trade.type.isPurchase ? "cost" : "proceeds")."
  }

  /// Returns the gross amount plus or less fees and taxes, in words and as a total. The total is
  /// `nil` if it exceeds the precision of `ExactDecimal`.
  func tradeSum(_ leg: StockLeg, sign: Int) -> (words: String, total: ExactDecimal?) {
    // `100 × 50.00 = 5000.00 USD`, or only the gross amount if it is not that product.
    let gross = money(leg.gross, leg.currency)
    let isProduct =
      leg.given.contains(.price)
      && ExactDecimal.compareProducts(leg.quantity, leg.price, leg.gross, .one) == 0
    let words =
      isProduct
      ? "\(units(leg.quantity)) × \(amount(leg.price, leg.currency)) = \(gross)" : gross
    let charges = charges(leg, amount)
    if booked.options.feeTreatment == .expense {
      let note = "; \(charges.joined(separator: " and ")) are expenses of their own"
      return (words + (charges.isEmpty ? "" : note), leg.gross)
    }
    let sum = Optional(leg.fees).adding(leg.taxes)
    let total = sign > 0 ? Optional(leg.gross).adding(sum) : Optional(leg.gross).subtracting(sum)
    guard let total, !charges.isEmpty else { return (words, total) }
    let parts = charges.map { (sign > 0 ? " + " : " - ") + $0 }.joined()
    return (
      "\(words); \(amount(leg.gross, leg.currency))\(parts) = \(money(total, leg.currency))", total
    )
  }

  private func continuingText(_ event: LotEvent, _ what: String) -> String {
    let leg = leg(event)
    let cost = cost(event.before.change(to: event.after), event)
    if leg.type == .merger, event.instrument == leg.instrument {
      return "\(what) take part in the merger by themselves, with their day of acquisition and "
        + "cost, \(cost)."
    }
    let ratio = tables.detail(of: leg)?.ratio
    let source =
      (index.origin(of: event).map { symbol($0) } ?? "it")
      + (ratio.map { " (\(units($0.new)) for \(units($0.old)))" } ?? "")
    switch leg.type {
    case .spinOff:
      return "\(what) came of \(source), with the cost that was moved: \(cost). The day of "
        + "acquisition stays."
    case .transferIn:
      let account = tables.securitiesAccount(event.account)
      let place = account.isEmpty ? "" : " into account \(account)"
      return "\(what) came\(place), with their day of acquisition and their cost, \(cost)."
    case .buy, .sell, .shortSell, .cover, .dividend, .split, .stockDividend, .returnOfCapital,
      .costAdjustment, .deemedDisposition, .merger, .symbolChange, .transferOut, .writeOff,
      .exercise, .assignment, .expiry, .gift, .unitFee:
      return "\(what) came of \(source), with its day of acquisition and its cost, \(cost)."
    }
  }

  // MARK: Changing lots

  private func takingText(_ event: LotEvent) -> String {
    let leg = leg(event)
    if isFraction(event, leg) { return shareText(event, "are a fraction that is paid in cash") }
    let account = tables.securitiesAccount(leg.account)
    let verb =
      switch leg.type {
      case .sell: "are sold"
      case .cover, .buy: "are bought back"
      case .transferOut: account.isEmpty ? "leave" : "leave account \(account)"
      case .symbolChange: "go on under another symbol"
      case .merger: "go in the merger"
      case .writeOff: "are written off"
      case .deemedDisposition: "count as disposed of"
      case .exercise: "are exercised"
      case .assignment: "are assigned"
      case .expiry: "expire"
      case .shortSell, .dividend, .split, .stockDividend, .returnOfCapital, .costAdjustment,
        .spinOff, .transferIn, .gift, .unitFee:
        "leave (\(leg.type.rawValue.split(separator: "_").joined(separator: " ")))"
      }
    return shareText(event, verb)
  }

  /// Whether the event removes a fraction of a unit that a corporate action left over.
  private func isFraction(_ event: LotEvent, _ leg: StockLeg) -> Bool {
    leg.type.mayLeaveFraction && (leg.type != .merger || event.instrument != leg.instrument)
  }

  private func multiplyingText(_ event: LotEvent) -> String {
    let leg = leg(event)
    let (old, new) = (units(event.before.quantity), units(event.after.quantity))
    let ratio = tables.detail(of: leg)?.ratio
    guard leg.type == .split, let ratio else {
      return "New units came at no cost: \(old) units become \(new)."
    }
    let sum = "\(old) × \(units(ratio.new)) / \(units(ratio.old)) = \(new)"
    let rounded = note(
      " (rounded over all lots together)", unless: event.before.quantity, times: ratio.new,
      equals: event.after.quantity, times: ratio.old)
    return "Split, \(units(ratio.new)) for \(units(ratio.old)): \(sum) units\(rounded). "
      + "The cost stays."
  }

  private func loweringText(_ event: LotEvent) -> String {
    let leg = leg(event)
    let paid = event.after.change(to: event.before).cost
    let rate = leg.currency == event.currency ? nil : rate(event)
    let conversion = rate.map { ", at \(words($0))" } ?? ""
    if leg.type != .returnOfCapital, let cash = tables.detail(of: leg)?.cashInLieu {
      return "Cash of \(money(cash, leg.currency)) was paid for fractions\(conversion). It is "
        + "small, so it lowers the cost: \(difference(event, paid))."
    }
    return "Capital of \(money(leg.gross, leg.currency)) was paid back, shared by units"
      + "\(conversion). It lowers the cost: \(difference(event, paid))."
  }

  private func adjustingText(_ event: LotEvent) -> String {
    let leg = leg(event)
    let change = event.before.change(to: event.after).cost
    let rate = leg.currency == event.currency ? nil : rate(event)
    let conversion = rate.map { ", at \(words($0))" } ?? ""
    let whole =
      "Cost adjustment of \(money(leg.gross, leg.currency)), shared by units\(conversion)."
    if tables.detail(of: leg)?.costDirection == .decrease {
      return "\(whole) It lowers the cost without a payment, and counts as negative income: "
        + "\(difference(event, change.map { -$0 }))."
    }
    return "\(whole) It raises the cost without a purchase, and counts as income: "
      + "\(amount(event.before.cost, event.currency)) + \(amount(change, event.currency)) = "
      + "\(cost(event.after, event))."
  }

  private func currencyText(_ event: LotEvent) -> String {
    "No rate leads to the currency of the cost. From here it is in "
      + "\(tables.currency(event.currency)?.code ?? ""), with what it cost in base: "
      + "\(cost(event.after, event))."
  }

  /// The rate from the currency of the leg to the currency of the cost. In the base currency it is
  /// the rate of the event, otherwise the rate of the trade date.
  private func rate(_ event: LotEvent) -> ExchangeRate? {
    let leg = leg(event)
    let (own, other) = (tables.currency(leg.currency), tables.currency(event.currency))
    if other == base { return event.rate }
    guard let own, let other else { return nil }
    return booked.ledger.rateBook.rate(from: own, to: other, on: leg.tradeDay)
  }

  /// The same rate if it converts `amount` exactly to `cost`. `nil` if both are in one currency.
  private func rate(
    _ event: LotEvent, of amount: ExactDecimal, to cost: ExactDecimal?
  ) -> ExchangeRate? {
    if leg(event).currency == event.currency { return nil }
    return rate(event).flatMap { (try? $0.convert(amount)) == cost ? $0 : nil }
  }

  private func movingText(_ event: LotEvent) -> String {
    let moved = event.after.change(to: event.before).cost
    if leg(event).type != .spinOff {
      return "The rest of the pool goes on under another symbol, with all of the cost: "
        + "\(money(moved, event.currency))."
    }
    let fraction = tables.detail(of: leg(event))?.basisFraction
    let rounded = note(
      " (rounded half-even at 18 places)", unless: event.before.cost, times: fraction,
      equals: moved, times: .one)
    return "Spin-off: \(amount(event.before.cost, event.currency)) × \(units(fraction)) = "
      + "\(money(moved, event.currency))\(rounded) of the cost moves to the new instrument; "
      + "\(difference(event, moved)) stays."
  }

  func difference(_ event: LotEvent, _ less: ExactDecimal?) -> String {
    "\(amount(event.before.cost, event.currency)) - \(amount(less, event.currency)) = "
      + cost(event.after, event)
  }

  private func raisingText(_ event: LotEvent) -> [String] {
    let raise = event.before.change(to: event.after).cost
    var lines: [String] = []
    if let row = event.disposal { lines.append(deferralText(event, row)) }
    lines.append(
      "Into the cost: \(amount(event.before.cost, event.currency)) + "
        + "\(amount(raise, event.currency)) = \(cost(event.after, event)).")
    if let old = event.before.holdingFrom, let new = event.after.holdingFrom, new != old {
      let days = old.daysSince1970 - new.daysSince1970
      lines.append(
        "The \(days) days for which the units sold were held are added: the holding period counts "
          + "from \(new) in place of \(old).")
    }
    return lines
  }

  /// Describes which disposal realized the loss, and how much of the loss is disallowed.
  private func deferralText(_ event: LotEvent, _ row: Int) -> String {
    let sale = booked.disposals[row]
    let amountBase = event.before.change(to: event.after).costBase?.magnitude
    let rule = booked.regime?.deferral ?? "deferred loss"
    let start =
      "Group \(briefID(sale.group)) disposed of \(units(sale.quantity)) units on "
      + "\(sale.disposed) at a loss"
    guard let loss = booked.deferredLosses(of: row).first(where: { $0.amountBase == amountBase }),
      let whole = try? sale.costBase.subtracting(sale.proceedsBase)
    else { return "\(start). A part of it is not allowed (\(rule)): \(money(amountBase, base))." }
    let rounded = note(
      ", rounded", unless: whole, times: loss.quantity, equals: amountBase, times: sale.quantity)
    return "\(start) of \(money(whole, base)), and \(units(loss.quantity)) of them are replaced: "
      + "\(amount(whole, base)) × \(units(loss.quantity)) / \(units(sale.quantity)) = "
      + "\(money(amountBase, base)) is not allowed (\(rule))\(rounded)."
  }

  private func matchingText(_ event: LotEvent) -> String {
    let apart = event.after.change(to: event.before)
    if apart.quantity?.isZero == true {
      return "The cost of the day's purchases is averaged: the pool's changes by "
        + "\(money(apart.cost.map { -$0 }, event.currency))."
    }
    return "\(units(apart.quantity)) of these units are matched with disposals of the same day or "
      + "of the 30 days before it. They stay out of the pool, with cost \(cost(apart, event))."
  }

  // MARK: Cost and state

  /// Repeats the calculation in the base currency, if that is not the currency of the cost.
  private func baseText(_ event: LotEvent) -> [String] {
    guard hasOtherBase(event.currency), let base else { return [] }
    guard event.after.hasBase else {
      return ["In \(base) the cost is not known: there is no rate."]
    }
    let change = event.before.change(to: event.after)
    let isPurchase = event.kind == .opened && event.origin == .missing
    let sum =
      if isPurchase, let rate = event.rate, leg(event).currency == event.currency,
        let cost = change.cost, (try? rate.convert(cost)) == change.costBase
      {
        "\(amount(cost, event.currency)) × \(words(rate)) = \(money(change.costBase, base))"
      } else if event.before.quantity.isZero {
        money(change.costBase, base)
      } else {
        "\(amount(event.before.costBase, base)) \(change.costBase?.isNegative == true ? "-" : "+") "
          + "\(amount(change.costBase?.magnitude, base)) = \(money(event.after.costBase, base))"
      }
    return ["In \(base): \(sum)."]
  }

  /// `1.085`, or `1 / 1.085` for an inverse rate.
  func words(_ rate: ExchangeRate) -> String {
    let divisor = rate.divisor == .one ? "" : " / \(units(rate.divisor))"
    return units(rate.multiplier) + divisor
  }

  private func stateText(_ event: LotEvent, naming: Bool) -> String {
    let lot = naming ? "lot of group \(briefID(event.openedBy))" : "lot"
    let holder = event.isPool ? "pool" : lot
    if event.after.quantity.isZero { return "Nothing is left in the \(holder)." }
    let name = event.isShort ? "brought" : "cost"
    return "The \(holder) now: \(units(event.after.quantity)) units, \(name) "
      + "\(cost(event.after, event))."
  }

  func lotName(_ event: LotEvent) -> String {
    let day = event.acquired.map { " on \($0)" } ?? ""
    return "the lot of group \(briefID(event.openedBy))\(day)"
  }
}
