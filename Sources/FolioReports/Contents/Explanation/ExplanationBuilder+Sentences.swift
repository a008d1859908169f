import FolioBooking
import FolioModel
import FolioNumbers

// All that a story says, in words. Sums are written so that they can be worked again by hand.
extension ExplanationBuilder {
  /// What an event did, a line for each thought, and what is held then.
  /// Where steps of many lots are mixed, each is named.
  func words(_ event: LotEvent, naming: Bool = false) -> [String] {
    changeWords(event)
      + (event.kind == .disposed ? [] : [stateWords(event, naming: naming && !event.isPool)])
  }

  private func changeWords(_ event: LotEvent) -> [String] {
    switch event.kind {
    case .disposed: return gainWords(event)
    case .opened: return openingWords(event) + baseWords(event)
    case .separated:
      return [
        "These \(units(event.after.quantity)) units are a lot of their own from here: they replace "
          + "units that were sold at a loss."
      ]
    case .divided:
      return [shareWords(event, "become a lot of their own")] + baseWords(event)

    case .taken: return [takingWords(event)] + baseWords(event)
    case .multiplied: return [multiplyingWords(event)]
    case .costLowered: return [loweringWords(event)] + baseWords(event)
    case .costMoved: return [movingWords(event)] + baseWords(event)
    case .costRaised: return raisingWords(event) + baseWords(event)
    case .matched: return [matchingWords(event)]
    case .currencyChanged: return [currencyWords(event)]
    }
  }

  // MARK: Lots come to be

  private func openingWords(_ event: LotEvent) -> [String] {
    let leg = leg(event)
    let change = event.before.change(to: event.after)
    let what = "\(units(change.quantity)) \(symbol(event))"
    if event.origin != missingIndex { return [continuingWords(event, what)] }
    switch leg.type {
    case .transferIn:
      let day = event.acquired.map { ", acquired on \($0)" } ?? ""
      return [
        "\(what) came in from outside\(day), at the cost that the ledger gives: "
          + "\(money(change.cost, event.currency))."
      ]
    case .stockDividend:
      return [
        "\(what) were paid as a dividend that is income: their cost is what they were "
          + "worth, \(money(change.cost, event.currency))."
      ]
    case .shortSell, .sell: return [tradeWords(event, "Sold short \(what)", "proceeds", -1)]
    case .buy, .cover, .dividend, .split, .returnOfCapital, .spinOff, .merger, .symbolChange,
      .transferOut, .writeOff, .gift, .unitFee:
      return [tradeWords(event, "Bought \(what)", "cost", 1)]
    }
  }

  /// A trade's own sum: units × price, with fees and taxes.
  private func tradeWords(
    _ event: LotEvent, _ verb: String, _ name: String, _ sign: Int
  ) -> String {
    let leg = leg(event)
    let change = event.before.change(to: event.after)
    let total = legTotal(leg, sign: sign)
    var text = "\(verb): \(grossWords(leg))"
    if let charges = chargeWords(leg, sign: sign, total) { text += charges }
    if let total, let rate = rate(event, of: total, to: change.cost) {
      text +=
        "; \(amount(total, leg.currency)) × \(words(rate)) = "
        + "\(money(change.cost, event.currency)), the \(name)"
    } else if let total, total != change.cost {
      let isShare = change.quantity != leg.quantity
      text +=
        isShare
        ? "; for \(units(change.quantity)) of the \(units(leg.quantity)) units: "
          + "\(name) \(money(change.cost, event.currency))"
        : "; that is \(name) \(money(change.cost, event.currency))"
    } else {
      text += ", the \(name)"
    }
    return text + "."
  }

  /// `100 × 50.00 = 5000.00 USD`, or the gross amount alone where it is not that product.
  func grossWords(_ leg: StockLeg) -> String {
    let gross = money(leg.gross, leg.currency)
    guard leg.given.contains(.price),
      ExactDecimal.compareProducts(leg.quantity, leg.price, leg.gross, .one) == 0
    else { return gross }
    return "\(units(leg.quantity)) × \(amount(leg.price, leg.currency)) = \(gross)"
  }

  /// Gross with, or less, fees and taxes.
  func legTotal(_ leg: StockLeg, sign: Int) -> ExactDecimal? {
    if booked.options.feeTreatment == .expense { return leg.gross }
    let charges = try? leg.fees.adding(leg.taxes)
    return charges.flatMap { try? sign > 0 ? leg.gross.adding($0) : leg.gross.subtracting($0) }
  }

  func chargeWords(_ leg: StockLeg, sign: Int, _ total: ExactDecimal?) -> String? {
    let parts = [("fees", leg.fees), ("taxes", leg.taxes)].filter { !$0.1.isZero }
    guard let total, !parts.isEmpty else { return nil }
    if booked.options.feeTreatment == .expense {
      let named = parts.map { "\($0.0) \(amount($0.1, leg.currency))" }
      return "; \(named.joined(separator: " and ")) are expenses of their own"
    }
    let signText = sign > 0 ? " + " : " - "
    let sum = parts.map { "\(signText)\($0.0) \(amount($0.1, leg.currency))" }.joined()
    return "; \(amount(leg.gross, leg.currency))\(sum) = \(money(total, leg.currency))"
  }

  private func continuingWords(_ event: LotEvent, _ what: String) -> String {
    let leg = leg(event)
    let cost = money(event.before.change(to: event.after).cost, event.currency)
    let ratio =
      tables.detail(of: leg)?.ratio.map {
        " (\(units($0.new)) for \(units($0.old)))"
      } ?? ""
    let origin = index.origin(of: event).map { symbol($0) } ?? "it"
    switch leg.type {
    case .spinOff:
      return "\(what) came of \(origin)\(ratio), with the cost that was moved: \(cost). The day "
        + "of acquisition stays."
    case .transferIn:
      let account = tables.securitiesAccount(event.account)
      let place = account.isEmpty ? "" : " into account \(account)"
      return "\(what) came\(place), with their day of acquisition and their cost, \(cost)."
    case .buy, .sell, .shortSell, .cover, .dividend, .split, .stockDividend, .returnOfCapital,
      .merger, .symbolChange, .transferOut, .writeOff, .gift, .unitFee:
      return "\(what) came of \(origin)\(ratio), with its day of acquisition and its cost, \(cost)."
    }
  }

  // MARK: Units and cost leave

  private func takingWords(_ event: LotEvent) -> String {
    let leg = leg(event)
    if isFraction(event, leg) { return shareWords(event, "are a fraction that is paid in cash") }
    switch leg.type {
    case .sell: return shareWords(event, "are sold")
    case .cover, .buy: return shareWords(event, "are bought back")
    case .transferOut:
      let account = tables.securitiesAccount(leg.account)
      return shareWords(event, account.isEmpty ? "leave" : "leave account \(account)")
    case .symbolChange: return shareWords(event, "go on under another symbol")
    case .merger: return shareWords(event, "go in the merger")
    case .writeOff: return shareWords(event, "are written off")
    case .shortSell, .dividend, .split, .stockDividend, .returnOfCapital, .spinOff, .transferIn,
      .gift, .unitFee:
      let name = leg.type.rawValue.split(separator: "_").joined(separator: " ")
      return shareWords(event, "leave (\(name))")
    }
  }

  /// Whether what leaves is the fraction of a unit that an event left.
  private func isFraction(_ event: LotEvent, _ leg: StockLeg) -> Bool {
    leg.type.mayLeaveFraction && (leg.type != .merger || event.instrument != leg.instrument)
  }

  /// `30 of 100 units are sold: 5005.00 × 30 / 100 = 1501.50 USD of the cost goes with them.`
  private func shareWords(_ event: LotEvent, _ verb: String) -> String {
    let taken = event.after.change(to: event.before)
    let start = "\(units(taken.quantity)) of \(units(event.before.quantity)) units \(verb)"
    let cost = money(taken.cost, event.currency)
    let name = event.isShort ? "proceeds" : "cost"
    if event.after.quantity.isZero { return "\(start), with all of the \(name): \(cost)." }
    let product =
      "\(amount(event.before.cost, event.currency)) × \(units(taken.quantity)) / "
      + "\(units(event.before.quantity))"
    let isExact =
      ExactDecimal.compareProducts(
        event.before.cost, taken.quantity, taken.cost, event.before.quantity) == 0
    let rounded = isExact ? "" : " (rounded half-even at 18 places; the rest stays)"
    return "\(start): \(product) = \(cost) of the \(name)\(rounded) goes with them."
  }

  private func multiplyingWords(_ event: LotEvent) -> String {
    let leg = leg(event)
    let (old, new) = (units(event.before.quantity), units(event.after.quantity))
    let ratio = tables.detail(of: leg)?.ratio
    guard leg.type == .split, let ratio else {
      return "New units came at no cost: \(old) units become \(new)."
    }
    let sum = "\(old) × \(units(ratio.new)) / \(units(ratio.old)) = \(new)"
    let isExact =
      ExactDecimal.compareProducts(
        event.before.quantity, ratio.new, event.after.quantity, ratio.old) == 0
    let rounded = isExact ? "" : " (rounded over all lots together)"
    return "Split, \(units(ratio.new)) for \(units(ratio.old)): \(sum) units\(rounded). "
      + "The cost stays."
  }

  private func loweringWords(_ event: LotEvent) -> String {
    let leg = leg(event)
    let paid = event.after.change(to: event.before).cost
    let rate = leg.currency == event.currency ? nil : rate(event)
    let conversion = rate.map { ", at \(words($0))" } ?? ""
    return "Capital of \(money(leg.gross, leg.currency)) was paid back, shared by units"
      + "\(conversion). It lowers the cost: \(difference(event, paid))."
  }

  private func currencyWords(_ event: LotEvent) -> String {
    "No rate leads to the currency of the cost. From here it is in "
      + "\(tables.currency(event.currency)?.code ?? ""), with what it cost in base: "
      + "\(money(event.after.cost, event.currency))."
  }

  /// The rate of the leg of an event to the currency of the cost: in base that of the leg, else the
  /// day's.
  private func rate(_ event: LotEvent) -> ExchangeRate? {
    if tables.currency(event.currency) == base { return event.rate }
    let leg = leg(event)
    guard let from = tables.currency(leg.currency), let to = tables.currency(event.currency) else {
      return nil
    }
    return booked.ledger.rateBook.rate(from: from, to: to, on: leg.tradeDay)
  }

  /// The same, where it made a cost of an amount in another currency.
  private func rate(
    _ event: LotEvent, of amount: ExactDecimal, to cost: ExactDecimal
  ) -> ExchangeRate? {
    guard leg(event).currency != event.currency, let rate = rate(event),
      (try? rate.convert(amount)) == cost
    else { return nil }
    return rate
  }

  private func movingWords(_ event: LotEvent) -> String {
    let moved = event.after.change(to: event.before).cost
    let fraction = tables.detail(of: leg(event))?.basisFraction ?? .zero
    let isExact =
      ExactDecimal.compareProducts(event.before.cost, fraction, moved, .one) == 0
    let rounded = isExact ? "" : " (rounded half-even at 18 places)"
    return "Spin-off: \(amount(event.before.cost, event.currency)) × \(units(fraction)) = "
      + "\(money(moved, event.currency))\(rounded) of the cost moves to the new instrument; "
      + "\(difference(event, moved)) stays."
  }

  private func difference(_ event: LotEvent, _ less: ExactDecimal) -> String {
    "\(amount(event.before.cost, event.currency)) - \(amount(less, event.currency)) = "
      + money(event.after.cost, event.currency)
  }

  private func raisingWords(_ event: LotEvent) -> [String] {
    let raise = event.before.change(to: event.after).cost
    var lines: [String] = []
    if let row = event.disposal { lines.append(deferralWords(event, row)) }
    lines.append(
      "Into the cost: \(amount(event.before.cost, event.currency)) + "
        + "\(amount(raise, event.currency)) = \(money(event.after.cost, event.currency)).")
    if let old = event.before.holdingFrom, let new = event.after.holdingFrom, new != old {
      let days = old.daysSince1970 - new.daysSince1970
      lines.append(
        "The \(days) days for which the units sold were held are added: the holding period counts "
          + "from \(new) in place of \(old).")
    }
    return lines
  }

  /// Whose loss, and how much of it, is not allowed.
  private func deferralWords(_ event: LotEvent, _ row: Int) -> String {
    let sale = booked.disposals[row]
    let amountBase = event.before.change(to: event.after).costBase.magnitude
    let rule = booked.options.taxRules == .ca ? "superficial loss" : "wash sale"
    let start =
      "Group \(groupID(sale.group)) disposed of \(units(sale.quantity)) units on "
      + "\(sale.disposed) at a loss"
    guard let loss = deferredLoss(of: row, amountBase),
      let whole = try? sale.costBase.subtracting(sale.proceedsBase)
    else { return "\(start). A part of it is not allowed (\(rule)): \(money(amountBase, base))." }
    let isExact =
      ExactDecimal.compareProducts(whole, loss.quantity, amountBase, sale.quantity) == 0
    return "\(start) of \(money(whole, base)), and \(units(loss.quantity)) of them are replaced: "
      + "\(amount(whole, base)) × \(units(loss.quantity)) / \(units(sale.quantity)) = "
      + "\(money(amountBase, base)) is not allowed (\(rule))\(isExact ? "" : ", rounded")."
  }

  private func matchingWords(_ event: LotEvent) -> String {
    let apart = event.after.change(to: event.before)
    if apart.quantity.isZero {
      return "The cost of the day's purchases is averaged: the pool's changes by "
        + "\(money(-apart.cost, event.currency))."
    }
    return "\(units(apart.quantity)) of these units are matched with disposals of the same day or "
      + "of the 30 days before it. They stay out of the pool, with cost "
      + "\(money(apart.cost, event.currency))."
  }

  // MARK: What is held

  /// The same sum in the base currency, where that is another.
  private func baseWords(_ event: LotEvent) -> [String] {
    guard hasOtherBase(event.currency), let base else { return [] }
    guard event.after.hasBase else {
      return ["In \(base) the cost is not known: there is no rate."]
    }
    let change = event.before.change(to: event.after)
    if event.kind == .opened, event.origin == missingIndex, let rate = event.rate,
      leg(event).currency == event.currency, (try? rate.convert(change.cost)) == change.costBase
    {
      return [
        "In \(base): \(amount(change.cost, event.currency)) × \(words(rate)) = "
          + "\(money(change.costBase, base))."
      ]
    }
    if event.before.quantity.isZero { return ["In \(base): \(money(change.costBase, base))."] }
    let sign = change.costBase.isNegative ? "-" : "+"
    return [
      "In \(base): \(amount(event.before.costBase, base)) \(sign) "
        + "\(amount(change.costBase.magnitude, base)) = \(money(event.after.costBase, base))."
    ]
  }

  /// `1.085`, or `1 / 1.085` for the inverse.
  func words(_ rate: ExchangeRate) -> String {
    let divisor = rate.divisor == .one ? "" : " / \(units(rate.divisor))"
    return units(rate.multiplier) + divisor
  }

  private func stateWords(_ event: LotEvent, naming: Bool) -> String {
    let lot = naming ? "lot of group \(groupID(event.openedBy))" : "lot"
    let holder = event.isPool ? "pool" : lot
    if event.after.quantity.isZero { return "Nothing is left in the \(holder)." }
    let name = event.isShort ? "brought" : "cost"
    return "The \(holder) now: \(units(event.after.quantity)) units, \(name) "
      + "\(money(event.after.cost, event.currency))."
  }

  func lotName(_ event: LotEvent) -> String {
    let day = event.acquired.map { " on \($0)" } ?? ""
    return "the lot of group \(groupID(event.openedBy))\(day)"
  }
}
