// The calculation of a gain in words: proceeds, matching rule, cost, amounts in the base currency,
// holding term, and the disallowed part of a loss.
extension ExplanationBuilder {
  func gainText(_ event: LotEvent) -> [String] {
    guard let row = event.disposal else { return [] }
    let disposal = booked.disposals[row]
    let rules = [ruleText(disposal, leg(event)), matchText(event, disposal)].compactMap { $0 }
    return rules + tradeSide(disposal, leg(event)) + giftText(disposal) + [sumText(disposal)]
      + baseGainText(disposal, event) + termText(disposal, event) + deferralText(disposal, row)
  }

  /// Explains how the lot was chosen. Events other than trades choose no lot.
  private func ruleText(_ disposal: Disposal, _ leg: StockLeg) -> String? {
    let lot: String
    switch disposal.matching {
    case .sameDay:
      return "Units bought on the same day come first (same day rule, TCGA 1992 s.105)."
    case .thirtyDays:
      return "Then come units bought in the 30 days after the disposal (TCGA 1992 s.106A)."
    case .section104:
      return "What is matched with no purchase near it comes out of the pool, at its average cost "
        + "(TCGA 1992 s.104)."
    case .adjustedCostBase:
      return "The units cost their share of the adjusted cost base (Income Tax Act s.47)."
    case .average: return "The units cost their share of the pool (average)."
    case .fifo: lot = "is next as the oldest (fifo)"
    case .lifo: lot = "is next as the newest (lifo)"
    case .hifo: lot = "is next as the dearest (hifo)"
    case .lofo: lot = "is next as the cheapest (lofo)"
    case .specific: lot = "is the only one, or all are taken (specific)"
    }
    guard [.sale, .cover, .expiry, .shortExpiry].contains(disposal.cause) else { return nil }
    let isNamed = tables.detail(of: leg)?.lots.isEmpty == false
    return "The lot \(isNamed ? "is one that the ledger names for this trade" : lot)."
  }

  /// Explains which of its two costs a lot has that was received as a gift.
  private func giftText(_ disposal: Disposal) -> [String] {
    let law = "26 U.S.C. 1015(a)"
    let isGain = disposal.proceedsBase >= disposal.costBase
    let isOfOptions = [disposal.openedBy, disposal.group].contains {
      $0 != .missing && givesPremium(tables.groups[Int($0)])
    }
    if isOfOptions, disposal.basis != .noGain, disposal.basis != nil {
      return [
        "Options or units that came as a gift have two costs: the giver's for a gain, and what "
          + "they were worth on that day for a loss; between the two there is neither (\(law))."
      ]
    }
    switch disposal.basis {
    case .giver where isGain:
      return [
        "The units came as a gift. They brought at least what they cost the giver, so they cost "
          + "the same (\(law))."
      ]
    case .giver:
      return [
        "The units came as a gift. Worth no less than they cost the giver on that day, they cost "
          + "the same (\(law))."
      ]
    case .fairValue:
      let day = disposal.acquired.map { " \($0)" } ?? ""
      let isOther = hasOtherBase(disposal.currency) && disposal.hasBase
      let value =
        isOther ? money(disposal.costBase, base) : money(disposal.cost, disposal.currency)
      return [
        "The units came as a gift on\(day). Sold for less than they were worth on that day, and "
          + "for less than they cost the giver, they cost that value: "
          + "\(value) (\(law))."
      ]
    case .proceeds:
      return [
        "The units came as a gift. Sold for less than they cost the giver, and for no less than "
          + "they were worth on that day, they cost the proceeds: neither gain nor loss (\(law))."
      ]
    case .inherited:
      return [
        "The units were inherited: they count as held for more than a year (26 U.S.C. 1223(9))."
      ]
    case .noGain, .sheltered, nil: return []
    }
  }

  /// Names the purchases that units are matched with, and the units' share of their cost.
  private func matchText(_ event: LotEvent, _ disposal: Disposal) -> String? {
    guard isMatched(event), let day = disposal.acquired else { return nil }
    let thread = index.byThread[TraceIndex.thread(of: event)] ?? []
    let bought = thread.map { trace[$0] }.filter { isPurchase($0, on: day) }
    let sum = bought.reduce(LotEvent.State?.some(.nothing)) { all, purchase in
      all?.adding(purchase.before.change(to: purchase.after))
    }
    guard let all = sum else { return nil }
    let part = money(disposal.cost, disposal.currency)
    let isShare =
      ExactDecimal.compareProducts(all.cost, disposal.quantity, disposal.cost, all.quantity) == 0
    return "They are matched with the \(units(all.quantity)) units bought on \(day) for "
      + cost(all, event)
      + (isShare
        ? ": \(amount(all.cost, event.currency)) × \(units(disposal.quantity)) / "
          + "\(units(all.quantity)) = \(part)."
        : "; their part of that cost is \(part).")
  }

  /// Explains the proceeds or cost of the trade, and the share of the disposed units.
  private func tradeSide(_ disposal: Disposal, _ leg: StockLeg) -> [String] {
    let proceeds = money(disposal.proceeds, disposal.currency)
    switch disposal.cause {
    case .sale: return tradeText(disposal, leg, "Proceeds", disposal.proceeds, sign: -1)
    case .cover: return tradeText(disposal, leg, "Cost", disposal.cost, sign: 1)
    case .cashInLieu:
      let paid = tables.detail(of: leg)?.cashInLieu ?? disposal.proceeds
      let share = paid == disposal.proceeds ? "" : ", for these units \(proceeds)"
      return ["Paid in cash for fractions: \(money(paid, disposal.currency))\(share)."]
    case .expiry: return ["They expired: proceeds \(money(.zero, disposal.currency))."]
    case .shortExpiry:
      return [
        "They expired. Nothing was bought back, so the cost is "
          + "\(money(.zero, disposal.currency))."
      ]
    case .writeOff: return ["They are written off: proceeds \(money(.zero, disposal.currency))."]
    case .costAdjustment: return ["The amount beyond the cost is a gain: \(proceeds)."]
    case .deemedDisposition:
      return ["No units and no money move. They count as sold at their fair value: \(proceeds)."]
    case .gift where disposal.basis == .noGain:
      let law = booked.regime?.spouseLaw ?? ""
      return ["Given to the spouse: the proceeds are the cost, and nothing is gained (\(law))."]
    case .gift where !charges(leg, money).isEmpty:
      let (words, _) = tradeSum(leg, sign: -1)
      return ["What they are worth: \(words).", "Proceeds of these units: \(proceeds)."]
    case .merger, .returnOfCapital, .gift, .unitFee:
      let isMoneyAlone = disposal.quantity.isZero
      let start = isMoneyAlone ? "What is paid beyond the cost is a gain" : "Proceeds"
      return ["\(start): \(proceeds)."]
    }
  }

  private func tradeText(
    _ disposal: Disposal, _ leg: StockLeg, _ name: String, _ part: ExactDecimal, sign: Int
  ) -> [String] {
    let (words, total) = tradeSum(leg, sign: sign)
    var text = "\(name) of the trade: \(words)."
    if let premium = premiumText(disposal.group, leg) {
      text += " \(premium)"
      let share = disposal.quantity == leg.quantity ? "" : "; the part of these units"
      return [text, "With the premium\(share): \(money(part, leg.currency))."]
    }
    guard let total, disposal.quantity != leg.quantity else { return [text] }
    let rounded = note(
      " (rounded at 18 places; the last part gets the remainder)",
      unless: total, times: disposal.quantity, equals: part, times: leg.quantity)
    return [
      text,
      "For these units: \(amount(total, leg.currency)) × \(units(disposal.quantity)) / "
        + "\(units(leg.quantity)) = \(money(part, leg.currency))\(rounded).",
    ]
  }

  private func sumText(_ disposal: Disposal) -> String {
    let currency = disposal.currency
    guard let gain = disposal.gain else { return "The gain needs more digits than a number has." }
    return "\(outcome(gain)): proceeds \(amount(disposal.proceeds, currency)) "
      + "- cost \(amount(disposal.cost, currency)) = \(money(gain, currency))."
  }

  private func baseGainText(_ disposal: Disposal, _ event: LotEvent) -> [String] {
    guard hasOtherBase(disposal.currency) || hasOtherBase(event.currency), let base else {
      return []
    }
    guard let gain = disposal.gainBase, let effect = disposal.currencyEffectBase else {
      return ["In \(base) the gain is not known: there is no rate."]
    }
    let isCover = disposal.cause.endsShort
    let own = isCover ? disposal.cost : disposal.proceeds
    let ownBase = isCover ? disposal.costBase : disposal.proceedsBase
    var lines: [String] = []
    if let rate = event.rate, (try? rate.convert(own)) == ownBase {
      lines.append(
        "In \(base), \(isCover ? "cost" : "proceeds"): \(amount(own, disposal.currency)) × "
          + "\(words(rate)) = \(money(ownBase, base)).")
    }
    lines.append(
      "\(outcome(gain)) in \(base): proceeds "
        + "\(amount(disposal.proceedsBase, base)) - cost \(amount(disposal.costBase, base)) = "
        + "\(money(gain, base)); prices made \(amount(disposal.priceEffectBase, base)) of it, "
        + "currencies \(amount(effect, base)).")
    return lines
  }

  private func termText(_ disposal: Disposal, _ event: LotEvent) -> [String] {
    guard let term = disposal.term, disposal.basis != .inherited else { return [] }
    if term == .mixed {
      return [
        "It is a section 1256 contract: 60 % of the gain is long term, 40 % short term "
          + "(26 U.S.C. 1256(a)(3))."
      ]
    }
    if disposal.cause == .cover { return ["A cover is short term."] }
    if disposal.cause == .shortExpiry {
      return [
        "The gain on an option that was sold short and expired is short-term "
          + "(26 U.S.C. 1234(b))."
      ]
    }
    let from = disposal.basis == .fairValue ? disposal.acquired : event.after.holdingFrom
    guard let from else { return ["The term is \(term.rawValue)."] }
    let length = term == .long ? "more than one year" : "not more than one year"
    return ["The holding period counts from \(from): \(length), \(term.rawValue) term."]
  }

  /// What becomes of a loss that is not allowed.
  private func destination(of loss: DeferredLoss, _ target: String) -> String {
    if loss.lostBase == loss.amountBase {
      return "\(money(loss.amountBase, base)) of the loss is never allowed, because a sheltered "
        + "account acquired the units."
    }
    let text = "\(money(loss.amountBase, base)) of the loss is not allowed now. "
    if loss.lostBase.isZero { return text + "It goes into \(target)." }
    return text + "\(money(loss.lostBase, base)) of it is lost, because a sheltered account "
      + "acquired units. The rest goes into \(target)."
  }

  private func deferralText(_ disposal: Disposal, _ row: Int) -> [String] {
    guard disposal.disallowedBase.isPositive else { return [] }
    var lines = booked.deferredLosses(of: row).map { loss in
      let target =
        loss.replacement == .missing
        ? "the cost of the pool" : "the cost of the lot of group \(briefID(loss.replacement))"
      return "\(units(loss.quantity)) of the \(units(disposal.quantity)) units were replaced: "
        + destination(of: loss, target)
    }
    if let gain = disposal.gainBase, let taxable = disposal.taxableGainBase {
      lines.append(
        "Taxable: \(amount(gain, base)) + \(amount(disposal.disallowedBase, base)) = "
          + "\(money(taxable, base)).")
    }
    return lines
  }
}
