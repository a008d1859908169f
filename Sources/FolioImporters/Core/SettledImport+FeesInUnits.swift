import Folio

// The fee of a trade that was paid in units of an instrument, such as a coin of the exchange, is
// part of what the trade cost or brought, at the market value of the units
// (Specs/decisions/0451).
extension SettledImport {
  /// A price of an instrument: what so many units cost or brought.
  private struct KnownPrice {
    var day: Day
    var amount: ExactDecimal
    var units: ExactDecimal
    var currency: Currency
    /// Whether it is the price of a trade and not of the market.
    var isOfTrade: Bool
  }

  /// A fee for the messages about all of them.
  private struct NotedFee {
    var quantity: ExactDecimal
    var symbol: String
    var price: KnownPrice?
    var position: SourcePosition
  }

  /// Replaces fees in units by a sale of the units for their value, and adds the value to the fees
  /// of the trade. So the units are disposed of at their value, and the trade bears it.
  mutating func valueFeesInUnits(_ kept: [Int], ledger: LedgerContents?) {
    let hasFees = kept.contains { number in
      draft.groups[number].imported.group.stockLegs.contains { $0.type == .unitFee }
    }
    guard hasFees else { return }
    var prices = priceLists(ledger, without: Set(kept.map { draft.groups[$0].id }))
    var (byTrades, unknown): ([NotedFee], [NotedFee]) = ([], [])
    let inTime = kept.sorted {
      let (one, two) = (draft.groups[$0].imported.group, draft.groups[$1].imported.group)
      return (one.occurredAt.day, one.occurredAt, $0) < (two.occurredAt.day, two.occurredAt, $1)
    }
    for number in inTime {
      let group = draft.groups[number].imported.group
      note(group, in: &prices)
      guard let trade = group.stockLegs.firstIndex(where: \.type.isTrade) else { continue }
      for place in group.stockLegs.indices
      where group.stockLegs[place].type == .unitFee && group.stockLegs[place].gross == nil {
        let leg = group.stockLegs[place]
        let price = prices[symbol(leg.symbol)]?.last {
          $0.day <= group.day && $0.currency == group.stockLegs[trade].currency
        }
        let isValued = price.map { value(place, of: number, at: $0, for: trade) } ?? false
        let noted = NotedFee(
          quantity: leg.quantity ?? .zero, symbol: symbol(leg.symbol), price: price,
          position: self.place(ofGroup: number))
        if !isValued {
          unknown.append(noted)
        } else if let price, price.isOfTrade, price.day != group.day {
          byTrades.append(noted)
        }
      }
    }
    reportFees(byTrades, unknown)
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

  /// Notes the prices of the trades of a group. The sale that pays a fee has a rounded price.
  private func note(_ group: LedgerGroup, in prices: inout [String: [KnownPrice]]) {
    let fees = group.stockLegs.compactMap(\.fees)
    for leg in group.stockLegs
    where leg.type.isTrade && !(leg.type == .sell && fees.contains { $0 == leg.gross }) {
      guard let units = leg.quantity, units.isPositive, let currency = leg.currency else {
        continue
      }
      let price = KnownPrice(
        day: group.day, amount: leg.gross ?? leg.price ?? .zero,
        units: leg.gross == nil ? .one : units, currency: currency, isOfTrade: true)
      guard price.amount.isPositive else { continue }
      let place = prices[symbol(leg.symbol)]?.lastIndex { $0.day <= price.day }.map { $0 + 1 } ?? 0
      prices[symbol(leg.symbol), default: []].insert(price, at: place)
    }
  }

  /// Values one fee; false if its value is zero, or a number is too long.
  private mutating func value(
    _ place: Int, of number: Int, at price: KnownPrice, for trade: Int
  ) -> Bool {
    let group = draft.groups[number].imported.group
    do throws(ArithmeticFault) {
      let value = try (group.stockLegs[place].quantity ?? .zero)
        .multiplied(by: price.amount, dividedBy: price.units, places: Self.placesOfValue)
        .normalized()
      guard value.isPositive else { return false }
      var (sale, charged) = (group.stockLegs[place], group.stockLegs[trade])
      (sale.type, sale.gross, sale.currency) = (.sell, value, price.currency)
      charged.fees = try (charged.fees ?? .zero).adding(value)
      draft.groups[number].imported.group.stockLegs[place] = sale
      draft.groups[number].imported.group.stockLegs[trade] = charged
      return true
    } catch {
      return false
    }
  }

  /// More places than a currency has, because many fees are less than a minor unit.
  private static var placesOfValue: Int { 10 }

  private mutating func reportFees(_ byTrades: [NotedFee], _ unknown: [NotedFee]) {
    if let first = byTrades.first, let price = first.price {
      findings.append(
        Diagnostic(
          .tradePrice,
          "\(Self.counted(byTrades)) at the price of the last trade of these units, such as "
            + "\(first.quantity.normalized()) \(first.symbol) at that of \(price.day)",
          help: "Add their prices to the store before the import if that is too long ago.",
          at: first.position))
    }
    if let first = unknown.first {
      findings.append(
        Diagnostic(
          .unknownPrice,
          "\(Self.counted(unknown)) at zero, because neither the files nor the store have a price, "
            + "such as for \(first.quantity.normalized()) \(first.symbol)",
          help: "Their cost is a loss of its own. Add their prices to the store before the import. "
            + "Or write a sell with the value as gross_amount in the place of each unit_fee, and "
            + "add the value to the fees of the trade.", at: first.position))
    }
  }

  private static func counted(_ fees: [NotedFee]) -> String {
    fees.count == 1
      ? "a fee in units is valued" : "\(fees.count) fees in units are valued"
  }
}

extension LedgerContents {
  /// The currency of an instrument; nil if its row has none.
  fileprivate func currency(of symbol: String) -> Currency? {
    instruments.first { $0.symbol == symbol }?.currency
  }
}
