// Rows that nothing in the file contradicts, and that few portfolios have.
extension SettledImport {
  mutating func reportUnlikelyRows() {
    var balances: Set<String> = []
    for claim in draft.claims { if let account = claim.balanceAccount { balances.insert(account) } }
    var rows = UnlikelyRows(contents.instruments, leavingOut: balances)
    let ids = Set(contents.groups.map(\.id))
    var groups: [(group: LedgerGroup, number: Int?)] = stored.filter { !ids.contains($0.id) }
      .map { ($0, nil) }
    for (place, group) in contents.groups.enumerated() where order[place] >= 0 {
      groups.append((group, order[place]))
    }
    if !stored.isEmpty { groups = groups.sorted { $0.group.occurredAt < $1.group.occurredAt } }
    for (group, number) in groups where group.status != .void && !group.isDeleted {
      let entry = number.map { draft.groups[$0] }
      rows.take(
        group, number, of: entry?.file ?? 0, isFunded: entry?.imported.isFunded ?? false,
        takesBack: entry?.imported.takesBack ?? false)
    }
    rows.check(exchangeRates) { rate in
      let codes = Set([rate.from, rate.to])
      return groups.first { group, number in
        number != nil && group.day == rate.day
          && !codes.isDisjoint(
            with: group.stockLegs.compactMap(\.currency) + group.cashLegs.compactMap(\.currency))
      }?.number
    }
    rows.finish()
    if rows.findings.isEmpty { return }
    let shared = Dictionary(
      draft.groups.flatMap(\.imported.rows).map { ($0, 1) }, uniquingKeysWith: +)
    for finding in rows.findings {
      // A fee in another currency is a group beside that of its row.
      if finding.code == .singleCurrency,
        draft.groups[finding.group].imported.rows.contains(where: { shared[$0] != 1 })
      {
        continue
      }
      let position = place(ofGroup: finding.group)
      let other = finding.other.flatMap(importedRow).map { " (\($0))" } ?? ""
      note(finding.code, finding.message + other, help: finding.help, at: position)
    }
  }

  /// The rates of the files, those of exchanges, and those that trades in two currencies imply,
  /// each from the first currency of its pair.
  private var exchangeRates: [LedgerRate] {
    var rates = contents.rates
    let instruments = Dictionary(
      contents.instruments.map { ($0.symbol, $0) }, uniquingKeysWith: { first, _ in first })
    for (place, group) in contents.groups.enumerated() where order[place] >= 0 {
      if let rate = group.impliedRate(instruments) { rates.append(rate) }
      let legs = group.cashLegs.filter { $0.type == .fx }
      guard legs.count == 2, let one = legs[0].currency, let other = legs[1].currency,
        let rate = try? legs[1].amount.divided(by: legs[0].amount, places: 8)
      else { continue }
      rates.append(LedgerRate(day: group.day, from: one, to: other, rate: rate))
    }
    return rates.map { rate in
      guard rate.from.code > rate.to.code,
        let inverse = try? ExactDecimal.one.divided(by: rate.rate, places: 8)
      else { return rate }
      return LedgerRate(day: rate.day, from: rate.to, to: rate.from, rate: inverse)
    }
  }
}

extension ImportClaim {
  /// The account of which a file gives the cash; nil for other figures.
  fileprivate var balanceAccount: String? {
    switch self {
    case .running(let account, .some, _, _), .restart(let account, .some, _),
      .cash(let account, _, _, _, _), .period(let account, _, _, _, _, _):
      account
    case .running, .restart, .skipped, .total, .units, .cost, .allUnits, .figure: nil
    }
  }
}

extension LedgerGroup {
  /// The exchange rate of a trade whose units are priced in another currency than its cash.
  fileprivate func impliedRate(_ instruments: [String: LedgerInstrument]) -> LedgerRate? {
    guard stockLegs.count == 1, let leg = stockLegs.first, leg.type.isTrade,
      let currency = leg.currency, !cashLegs.contains(where: { $0.type == .fx })
    else { return nil }
    let principal = cashLegs.filter { $0.type == .principal }
    guard principal.count == 1, let cash = principal.first, let other = cash.currency,
      other != currency, cash.amount >= .one
    else { return nil }
    let known = instruments[leg.symbol]
    let value: ExactDecimal? =
      if let gross = leg.gross { gross } else if let price = leg.price, let units = leg.quantity {
        try? units.multiplied(by: price).multiplied(by: known?.multiplier ?? .one)
          .multiplied(by: known?.priceFactor ?? .one)
      } else { nil }
    guard let value, value >= .one, let rate = try? cash.amount.divided(by: value, places: 8)
    else { return nil }
    return LedgerRate(day: day, from: currency, to: other, rate: rate)
  }
}
