// Exports give the units that pay a fee, but rarely their value. They get that of the last price
// (Specs/decisions/fees-in-units.md).
extension SettledImport {
  /// A price of an instrument: what so many units cost or brought.
  private struct KnownPrice {
    var day: Day
    var amount: ExactDecimal
    var units: ExactDecimal
    var currency: Currency
    /// Whether it is the price of a trade and not of the market.
    var isOfTrade: Bool

    /// The value of some units; nil if it is zero, or a number is too long.
    func value(of quantity: ExactDecimal) -> ExactDecimal? {
      // More places than a currency has, because many fees are less than a minor unit.
      let value = try? quantity.multiplied(by: amount, dividedBy: units, places: 10).normalized()
      return value?.isPositive == true ? value : nil
    }
  }

  /// A fee that is valued at the price of an earlier trade.
  private struct FeeByTrade {
    var quantity: ExactDecimal
    var symbol: String
    var day: Day
    var position: SourcePosition
  }

  /// Gives fees in units their value. Those without a known price have none, which the check of
  /// the ledger reports.
  mutating func valueFeesInUnits(_ kept: [Int], ledger: LedgerContents?) {
    let hasFees = kept.contains { number in
      draft.groups[number].imported.group.stockLegs.contains { $0.type == .unitFee }
    }
    guard hasFees else { return }
    var prices = priceLists(ledger, without: Set(kept.map { draft.groups[$0].id }))
    var byTrades: [FeeByTrade] = []
    let inTime = kept.sorted {
      let (one, two) = (draft.groups[$0].imported.group, draft.groups[$1].imported.group)
      return (one.occurredAt.day, one.occurredAt, $0) < (two.occurredAt.day, two.occurredAt, $1)
    }
    for number in inTime {
      let group = draft.groups[number].imported.group
      note(group, in: &prices)
      let currency = group.stockLegs.first(where: \.type.isTrade)?.currency
      for (place, leg) in group.stockLegs.enumerated()
      where leg.type == .unitFee && leg.gross == nil {
        let price = prices[symbol(leg.symbol)]?.last {
          $0.day <= group.day && $0.currency == currency ?? $0.currency
        }
        guard let quantity = leg.quantity, let price, let value = price.value(of: quantity) else {
          continue
        }
        draft.groups[number].imported.group.stockLegs[place].gross = value
        draft.groups[number].imported.group.stockLegs[place].currency = price.currency
        if price.isOfTrade, price.day != group.day {
          byTrades.append(
            FeeByTrade(
              quantity: quantity, symbol: symbol(leg.symbol), day: price.day,
              position: self.place(ofGroup: number)))
        }
      }
    }
    report(byTrades)
  }

  /// The prices of the ledger and of the files, and of the trades of the ledger, by symbol.
  /// - Parameter ids: The groups of the files, which the ledger may have from an earlier import.
  private func priceLists(
    _ ledger: LedgerContents?, without ids: Set<String>
  ) -> [String: [KnownPrice]] {
    var prices: [String: [KnownPrice]] = [:]
    for price in (ledger?.prices ?? []) + draft.prices {
      let currency = price.currency ?? ledger?.currency(of: price.symbol)
      guard let currency, price.price.isPositive else { continue }
      prices[symbol(price.symbol), default: []].append(
        KnownPrice(
          day: price.day, amount: price.price, units: .one, currency: currency, isOfTrade: false))
    }
    for group in ledger?.groups ?? []
    where group.status != .void && !group.isDeleted && !ids.contains(group.id) {
      note(group, in: &prices)
    }
    for symbol in prices.keys { prices[symbol]?.sort { $0.day < $1.day } }
    return prices
  }

  /// Notes the prices of the trades of a group.
  private func note(_ group: LedgerGroup, in prices: inout [String: [KnownPrice]]) {
    for leg in group.stockLegs where leg.type.isTrade {
      guard let units = leg.quantity, units.isPositive, let currency = leg.currency,
        let amount = leg.gross ?? leg.price, amount.isPositive
      else { continue }
      let price = KnownPrice(
        day: group.day, amount: amount, units: leg.gross == nil ? .one : units,
        currency: currency, isOfTrade: true)
      let place = prices[symbol(leg.symbol)]?.lastIndex { $0.day <= price.day }.map { $0 + 1 } ?? 0
      prices[symbol(leg.symbol), default: []].insert(price, at: place)
    }
  }

  private mutating func report(_ fees: [FeeByTrade]) {
    guard let first = fees.first else { return }
    let counted = fees.count == 1 ? "a fee in units is" : "\(fees.count) fees in units are"
    note(
      .tradePrice,
      "\(counted) valued at the price of the last trade of these units, such as "
        + "\(first.quantity.normalized()) \(first.symbol) at that of \(first.day)",
      help: "Add their prices to the store before the import if that is too long ago.",
      at: first.position)
  }
}

extension LedgerContents {
  /// The currency of an instrument; nil if its row has none.
  fileprivate func currency(of symbol: String) -> Currency? {
    instruments.first { $0.symbol == symbol }?.currency
  }
}
