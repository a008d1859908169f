import Folio

// Groups without units.
extension JournalBook {
  /// The group of a transaction that only moves money.
  func cashGroups(
    _ parts: TransactionParts, _ draft: inout ImportDraft
  ) throws(JournalFault) -> [JournalGroup] {
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
      for (flow, amount) in try purposes(currency, parts, rests) {
        group.cashLegs.append(leg(flow, -amount, main, currency, &draft))
        try rests[currency]?.add(amount, main)
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
    return [JournalGroup(group: group)] + exchanges
  }

  /// The groups of all exchanges but the first, if one money pays for several currencies, or the
  /// other way round: a group is an exchange of two currencies. The first one stays in the rests.
  private func exchanges(
    _ parts: TransactionParts, _ order: [Currency], _ rests: inout [Currency: AccountSums],
    _ draft: inout ImportDraft
  ) throws(JournalFault) -> [JournalGroup] {
    guard order.count > 2, let money = parts.cash.first?.weight.commodity,
      parts.cash.allSatisfy({ $0.weight.commodity == money }),
      parts.flows.allSatisfy({ $0.key == money ? $0.value[.plain].isZero : $0.value.isEmpty }),
      let currency = commodities.money(money), let main = rests[currency]?.largest
    else { return [] }
    var groups: [JournalGroup] = []
    for other in order.filter({ $0 != currency }).dropFirst() {
      var price = ExactDecimal.zero
      for cash in parts.cash where cash.currency == other {
        price = try price.increased(by: cash.weight.number)
      }
      if price.isZero { continue }
      price = price.normalized()
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

  private func sum(_ sums: AccountSums?) throws(JournalFault) -> ExactDecimal {
    var total = ExactDecimal.zero
    for (_, amount) in sums?.inOrder ?? [] { total = try total.increased(by: amount) }
    return total
  }

  /// Whether money of one currency becomes money of another.
  private func isExchange(
    _ parts: TransactionParts, _ rests: [Currency: AccountSums]
  ) throws(JournalFault) -> Bool {
    if parts.flows.contains(where: { !$0.value[.plain].isZero }) { return false }
    var signs: [Int] = []
    for sums in rests.values {
      let total = try sum(sums)
      if !total.isZero { signs.append(total.signum) }
    }
    return signs.count == 2 && signs[0] != signs[1]
  }

  /// The purposes that have legs of their own, with the amounts that leave.
  private func purposes(
    _ currency: Currency, _ parts: TransactionParts, _ rests: [Currency: AccountSums]
  ) throws(JournalFault) -> [(CashLegType, ExactDecimal)] {
    let types: [(JournalFlow, CashLegType)] = [
      (.dividend, .dividend), (.interest, .interest), (.gain, .other), (.fee, .fee), (.tax, .tax),
    ]
    var found: [(CashLegType, ExactDecimal)] = []
    for (money, flows) in parts.flows {
      if commodities.money(money) == currency {
        for (flow, type) in types where !flows[flow].isZero { found.append((type, flows[flow])) }
        continue
      }
      // Income in another currency: what arrives is the income, if it is the only purpose.
      let used = flows.amounts.filter { !$0.value.isZero }
      guard rests.count == 1, parts.flows.count == 1, used.count == 1, let only = used.first,
        let type = types.first(where: { $0.0 == only.key })?.1
      else { continue }
      found.append((type, -(try sum(rests[currency]))))
    }
    return found
  }

  /// What moves between accounts, and what comes from outside or goes there.
  private func transfers(
    _ sums: AccountSums, _ currency: Currency, _ draft: inout ImportDraft
  ) throws(JournalFault) -> [LedgerGroup.CashLeg] {
    var (into, out) = (ExactDecimal.zero, ExactDecimal.zero)
    for (_, amount) in sums.inOrder {
      if amount.isNegative {
        out = try out.decreased(by: amount)
      } else {
        into = try into.increased(by: amount)
      }
    }
    let moved = min(into, out)
    var left = (into: moved, out: moved)
    var legs: [LedgerGroup.CashLeg] = []
    for (account, amount) in sums.inOrder where !amount.isZero {
      let part = min(amount.magnitude, amount.isNegative ? left.out : left.into)
      let rest = try amount.magnitude.decreased(by: part)
      if amount.isNegative {
        left.out = try left.out.decreased(by: part)
        if !part.isZero { legs.append(leg(.transfer, -part, account, currency, &draft)) }
        if !rest.isZero { legs.append(leg(.withdrawal, -rest, account, currency, &draft)) }
      } else {
        left.into = try left.into.decreased(by: part)
        if !part.isZero { legs.append(leg(.transfer, part, account, currency, &draft)) }
        if !rest.isZero { legs.append(leg(.deposit, rest, account, currency, &draft)) }
      }
    }
    return legs
  }
}
