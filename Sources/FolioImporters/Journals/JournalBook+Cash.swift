// Groups without units.
extension JournalBook {
  /// The group of a transaction that only moves money.
  func cashGroups(
    _ parts: TransactionParts, _ draft: inout ImportDraft
  ) throws(FieldFault) -> [JournalGroup] {
    var parts = parts
    // The gain of money that was held at cost is in the amounts of the exchange.
    if parts.cash.contains(where: { commodities.money($0.weight.commodity) != $0.currency }) {
      for money in parts.flows.keys { parts.flows[money]?.remove(.gain) }
    }
    var group = LedgerGroup(id: "", occurredAt: Timestamp(parts.day))
    var order: [Currency] = []
    var rests: [Currency: AccountSums] = [:]
    for cash in parts.cash {
      if rests[cash.currency] == nil { order.append(cash.currency) }
      try rests[cash.currency, default: AccountSums()].add(cash.amount, cash.account)
    }
    for currency in order {
      guard let main = rests[currency]?.largest else { continue }
      for purpose in try purposes(currency, parts, rests) {
        var leg = leg(purpose.type, -purpose.amount, main, currency, &draft)
        leg.symbol = purpose.symbol.map { commodities.instrument($0, in: &draft) }
        group.cashLegs.append(leg)
        try rests[currency]?.add(purpose.amount, main)
      }
    }
    let exchanges = try exchanges(parts, order, &rests, &draft)
    let isSingle = try isExchange(parts, rests)
    let isExchange = isSingle || !exchanges.isEmpty
    for currency in order {
      let legs =
        isExchange
        ? (rests[currency]?.inOrder ?? []).filter { !$0.amount.isZero }.map {
          leg(.fx, $0.amount, $0.account, currency, &draft)
        } : try transfers(rests[currency] ?? AccountSums(), currency, &draft)
      group.cashLegs += legs
    }
    if !parts.taxesGain, !group.cashLegs.isEmpty, group.cashLegs.allSatisfy({ $0.type == .tax }) {
      group.type = .dividend
    }
    return [JournalGroup(group: group)] + exchanges
  }

  /// The groups of all exchanges but the first, if one money pays for several currencies, or the
  /// other way round: a group is an exchange of two currencies. The first one stays in the rests.
  private func exchanges(
    _ parts: TransactionParts, _ order: [Currency], _ rests: inout [Currency: AccountSums],
    _ draft: inout ImportDraft
  ) throws(FieldFault) -> [JournalGroup] {
    guard order.count > 2, let money = parts.cash.first?.weight.commodity,
      parts.cash.allSatisfy({ $0.weight.commodity == money }),
      parts.flows.allSatisfy({ $0.key == money ? $0.value[.plain].isZero : $0.value.isEmpty }),
      let currency = commodities.money(money), let main = rests[currency]?.largest
    else { return [] }
    var groups: [JournalGroup] = []
    for other in order.filter({ $0 != currency }).dropFirst() {
      let price = try parts.cash.filter { $0.currency == other }.total(\.weight.number)
        .normalized()
      if price.isZero { continue }
      var group = LedgerGroup(id: "", occurredAt: Timestamp(parts.day))
      for (account, amount) in rests[other]?.inOrder ?? [] where !amount.isZero {
        group.cashLegs.append(leg(.fx, amount, account, other, &draft))
      }
      group.cashLegs.append(leg(.fx, -price, main, currency, &draft))
      try rests[currency]?.add(price, main)
      rests[other] = nil
      groups.append(JournalGroup(group: group))
    }
    return groups
  }

  /// Whether money of one currency becomes money of another.
  private func isExchange(
    _ parts: TransactionParts, _ rests: [Currency: AccountSums]
  ) throws(FieldFault) -> Bool {
    if parts.flows.contains(where: { !$0.value[.plain].isZero }) { return false }
    var signs: [Int] = []
    for sums in rests.values {
      let total = try sums.inOrder.total(\.amount)
      if !total.isZero { signs.append(total.signum) }
    }
    return signs.count == 2 && signs[0] != signs[1]
  }

  /// What has a leg of its own, with the amount that leaves.
  private struct Purpose {
    var type: CashLegType
    var symbol: String?
    var amount: ExactDecimal
  }

  /// The purposes that have legs of their own.
  private func purposes(
    _ currency: Currency, _ parts: TransactionParts, _ rests: [Currency: AccountSums]
  ) throws(FieldFault) -> [Purpose] {
    let types: [(JournalFlow, CashLegType)] = [
      (.dividend, .dividend), (.interest, .interest), (.gain, .other), (.fee, .fee), (.tax, .tax),
    ]
    var found: [Purpose] = []
    for (money, flows) in parts.flows {
      if commodities.money(money) == currency {
        for (flow, type) in types {
          found += try flows.byInstrument(flow).map {
            Purpose(type: type, symbol: $0.symbol, amount: $0.amount)
          }
        }
        continue
      }
      // Income in another currency: what arrives is the income, if it is the only purpose.
      let used = flows.amounts.filter { !$0.value.isZero }
      guard rests.count == 1, parts.flows.count == 1, used.count == 1, let only = used.first,
        let type = types.first(where: { $0.0 == only.key })?.1
      else { continue }
      let amount = try (rests[currency]?.inOrder ?? []).total(\.amount)
      let symbol = try flows.byInstrument(only.key).first?.symbol
      found.append(Purpose(type: type, symbol: symbol, amount: -amount))
    }
    return found
  }

  /// What moves between accounts, and what comes from outside or goes there.
  private func transfers(
    _ sums: AccountSums, _ currency: Currency, _ draft: inout ImportDraft
  ) throws(FieldFault) -> [LedgerGroup.CashLeg] {
    let into = try sums.inOrder.total { max($0.amount, .zero) }
    let out = try sums.inOrder.total { max(-$0.amount, .zero) }
    // What is left of the transfers, of money that leaves and of money that comes.
    var left = [true: min(into, out), false: min(into, out)]
    var legs: [LedgerGroup.CashLeg] = []
    for (account, amount) in sums.inOrder where !amount.isZero {
      let isOut = amount.isNegative
      let part = min(amount.magnitude, left[isOut, default: .zero])
      let rest = try amount.magnitude.minus(part)
      left[isOut] = try left[isOut, default: .zero].minus(part)
      for (type, moved) in [(.transfer, part), (isOut ? .withdrawal : .deposit, rest)]
        as [(CashLegType, ExactDecimal)] where !moved.isZero
      {
        legs.append(leg(type, isOut ? -moved : moved, account, currency, &draft))
      }
    }
    return legs
  }
}
