import FolioBooking
import FolioModel
import FolioNumbers

// The sum of a gain in words: what was brought, by which rule the lot was found, what it had cost,
// in base too, the term, and what of a loss is not allowed.
extension ExplanationBuilder {
  func gainWords(_ event: LotEvent) -> [String] {
    guard let row = event.disposal else { return [] }
    let disposal = booked.disposals[row]
    return ruleWords(disposal, leg(event)) + matchWords(event, disposal, day: disposal.acquired)
      + tradeSide(disposal, event) + [sumWords(disposal)] + baseGainWords(disposal, event)
      + termWords(disposal, event) + deferralWords(disposal, row)
  }

  /// By which rule the lot was found. The units of an event that is no trade are what it says.
  private func ruleWords(_ disposal: Disposal, _ leg: StockLeg) -> [String] {
    switch disposal.matching {
    case .sameDay:
      return ["Units bought on the same day come first (same day rule, TCGA 1992 s.105)."]
    case .thirtyDays:
      return ["Then come units bought in the 30 days after the disposal (TCGA 1992 s.106A)."]
    case .section104:
      return [
        "What is matched with no purchase near it comes out of the pool, at its average cost "
          + "(TCGA 1992 s.104)."
      ]
    case .adjustedCostBase:
      return ["The units cost their share of the adjusted cost base (Income Tax Act s.47)."]
    case .average: return ["The units cost their share of the pool (average)."]
    case .fifo: return lotWords(disposal, leg, "The lot is next as the oldest (fifo).")
    case .lifo: return lotWords(disposal, leg, "The lot is next as the newest (lifo).")
    case .hifo: return lotWords(disposal, leg, "The lot is next as the dearest (hifo).")
    case .lofo: return lotWords(disposal, leg, "The lot is next as the cheapest (lofo).")
    case .specific:
      return lotWords(disposal, leg, "The lot is the only one, or all are taken (specific).")
    }
  }

  private func lotWords(_ disposal: Disposal, _ leg: StockLeg, _ words: String) -> [String] {
    guard disposal.cause == .sale || disposal.cause == .cover else { return [] }
    let isNamed = tables.detail(of: leg)?.lots.isEmpty == false
    return [isNamed ? "The lot is one that the ledger names for this trade." : words]
  }

  /// The purchases with which units are matched, and their share of the cost.
  private func matchWords(_ event: LotEvent, _ disposal: Disposal, day: Day?) -> [String] {
    guard isMatched(event), let day else { return [] }
    let thread = index.byThread[TraceIndex.thread(of: event)] ?? []
    let bought = thread.map { trace[$0] }.filter { isPurchase($0, on: day) }
    var all = LotEvent.State()
    for purchase in bought {
      all = all.adding(purchase.before.change(to: purchase.after)) ?? all
    }
    let cost = money(disposal.cost, disposal.currency)
    let start =
      "They are matched with the \(units(all.quantity)) units bought on \(day) for "
      + "\(money(all.cost, event.currency))"
    let isShare =
      ExactDecimal.compareProducts(
        all.cost, disposal.quantity, disposal.cost, all.quantity) == 0
    if !isShare { return ["\(start); their part of that cost is \(cost)."] }
    return [
      "\(start): \(amount(all.cost, event.currency)) × \(units(disposal.quantity)) / "
        + "\(units(all.quantity)) = \(cost)."
    ]
  }

  /// What the trade itself brought or cost, and the share of these units.
  private func tradeSide(_ disposal: Disposal, _ event: LotEvent) -> [String] {
    let leg = leg(event)
    let detail = tables.detail(of: leg)
    switch disposal.cause {
    case .sale: return tradeWords(disposal, leg, "Proceeds", disposal.proceeds, sign: -1)
    case .cover: return tradeWords(disposal, leg, "Cost", disposal.cost, sign: 1)
    case .cashInLieu:
      let paid = detail?.cashInLieu ?? disposal.proceeds
      let share =
        paid == disposal.proceeds
        ? ""
        : ", for these units "
          + money(disposal.proceeds, disposal.currency)
      return ["Paid in cash for fractions: \(money(paid, disposal.currency))\(share)."]
    case .writeOff: return ["They are written off: proceeds \(money(.zero, disposal.currency))."]
    case .merger, .returnOfCapital, .gift, .unitFee:
      if !disposal.quantity.isZero { break }
      return [
        "What is paid beyond the cost is a gain: \(money(disposal.proceeds, disposal.currency))."
      ]
    }
    return ["Proceeds: \(money(disposal.proceeds, disposal.currency))."]
  }

  private func tradeWords(
    _ disposal: Disposal, _ leg: StockLeg, _ name: String, _ part: ExactDecimal, sign: Int
  ) -> [String] {
    let total = legTotal(leg, sign: sign)
    var text = "\(name) of the trade: \(grossWords(leg))"
    text += chargeWords(leg, sign: sign, total) ?? ""
    guard let total, disposal.quantity != leg.quantity else { return [text + "."] }
    let isExact =
      ExactDecimal.compareProducts(total, disposal.quantity, part, leg.quantity) == 0
    let rounded = isExact ? "" : " (rounded at 18 places; the last part takes what is left)"
    return [
      text + ".",
      "For these units: \(amount(total, leg.currency)) × \(units(disposal.quantity)) / "
        + "\(units(leg.quantity)) = \(money(part, leg.currency))\(rounded).",
    ]
  }

  private func sumWords(_ disposal: Disposal) -> String {
    let currency = disposal.currency
    guard let gain = try? disposal.proceeds.subtracting(disposal.cost) else {
      return "The gain needs more digits than a number has."
    }
    return "\(gain.isNegative ? "Loss" : "Gain"): proceeds \(amount(disposal.proceeds, currency)) "
      + "- cost \(amount(disposal.cost, currency)) = \(money(gain, currency))."
  }

  private func baseGainWords(_ disposal: Disposal, _ event: LotEvent) -> [String] {
    guard hasOtherBase(disposal.currency) || hasOtherBase(event.currency), let base else {
      return []
    }
    let figures = GainFigures(disposal)
    guard let gain = figures.gainBase, let effect = figures.currencyEffect else {
      return ["In \(base) the gain is not known: there is no rate."]
    }
    let isCover = disposal.cause == .cover
    let own = isCover ? disposal.cost : disposal.proceeds
    let ownBase = isCover ? disposal.costBase : disposal.proceedsBase
    var lines: [String] = []
    if let rate = event.rate, (try? rate.convert(own)) == ownBase {
      lines.append(
        "In \(base), \(isCover ? "cost" : "proceeds"): \(amount(own, disposal.currency)) × "
          + "\(words(rate)) = \(money(ownBase, base)).")
    }
    lines.append(
      "\(gain.isNegative ? "Loss" : "Gain") in \(base): proceeds "
        + "\(amount(disposal.proceedsBase, base)) - cost \(amount(disposal.costBase, base)) = "
        + "\(money(gain, base)); prices made \(amount(disposal.priceEffectBase, base)) of it, "
        + "currencies \(amount(effect, base)).")
    return lines
  }

  private func termWords(_ disposal: Disposal, _ event: LotEvent) -> [String] {
    guard let term = disposal.term else { return [] }
    if disposal.cause == .cover { return ["A cover is short term."] }
    guard let from = event.after.holdingFrom else { return ["The term is \(term.rawValue)."] }
    let length = term == .long ? "more than one year" : "not more than one year"
    return ["The holding period counts from \(from): \(length), \(term.rawValue) term."]
  }

  private func deferralWords(_ disposal: Disposal, _ row: Int) -> [String] {
    guard disposal.disallowedBase.isPositive else { return [] }
    let figures = GainFigures(disposal)
    var lines = booked.deferredLosses(of: row).map { loss in
      let target =
        loss.replacement == missingIndex
        ? "the cost of the pool" : "the cost of the lot of group \(groupID(loss.replacement))"
      return "\(units(loss.quantity)) of the \(units(disposal.quantity)) units were replaced: "
        + "\(money(loss.amountBase, base)) of the loss is not allowed now. It goes into \(target)."
    }
    if let gain = figures.gainBase, let taxable = figures.taxableGain {
      lines.append(
        "Taxable: \(amount(gain, base)) + \(amount(disposal.disallowedBase, base)) = "
          + "\(money(taxable, base)).")
    }
    return lines
  }
}
