/// A row of profit and loss: the sum of all places with the same label.
struct ProfitRow: Sendable {
  /// The label of a row. The fields that do not apply are `nil`.
  struct Label: Sendable, Hashable {
    var symbol: String?
    var name: String?
    var account: String?
    var currency: String?
  }

  var label: Label
  var figures: ProfitFigures

  /// Sums lines with the same label. Rows are in order of their first line, or sorted by code for
  /// currencies.
  static func rows(
    _ lines: [ProfitAndLoss.Line], _ grouping: ProfitGrouping, _ ledger: Ledger
  ) -> [ProfitRow] {
    let currencies = ledger.instrumentCurrencies
    var rows: [ProfitRow] = []
    var known: [Label: Int] = [:]
    for line in lines {
      let label = label(line.place, grouping, ledger.tables, currencies)
      let index = known[label] ?? rows.count
      if index == rows.count {
        rows.append(ProfitRow(label: label, figures: ProfitFigures()))
        known[label] = index
      }
      rows[index].figures.add(line.figures)
    }
    guard grouping == .currency else { return rows }
    return rows.sorted { ($0.label.currency ?? "") < ($1.label.currency ?? "") }
  }

  private static func label(
    _ place: PeriodPlace, _ grouping: ProfitGrouping, _ tables: LedgerTables,
    _ currencies: [CurrencyIndex]
  ) -> Label {
    let all: Label
    let isCash: Bool
    switch place {
    case .units(let instrument, let account):
      isCash = false
      all = Label(
        symbol: tables.symbol(instrument), name: tables.instruments[Int(instrument)].name,
        account: tables.securitiesAccount(account),
        currency: tables.currency(currencies[Int(instrument)])?.code)
    case .cash(let account):
      let row = tables.cashAccounts[Int(account)]
      isCash = true
      all = Label(
        name: "Cash", account: tables.text(row.id), currency: tables.currency(row.currency)?.code)
    }
    switch grouping {
    case .symbol: return Label(symbol: all.symbol, name: all.name, currency: all.currency)
    case .account: return Label(name: isCash ? "Cash" : "Securities", account: all.account)
    case .currency: return Label(currency: all.currency)
    case .total: return Label()
    }
  }
}

extension Ledger {
  /// The currency of each instrument: that of its master row, or otherwise that of its first leg
  /// with a currency, or else of a payment about it.
  var instrumentCurrencies: [CurrencyIndex] {
    var currencies = tables.instruments.map { $0.currency ?? missingCurrency }
    for leg in rows.stockLegs where leg.instrument != .missing {
      if currencies[Int(leg.instrument)] == missingCurrency {
        currencies[Int(leg.instrument)] = leg.currency
      }
    }
    for leg in rows.cashLegs where leg.instrument != .missing {
      if currencies[Int(leg.instrument)] == missingCurrency {
        currencies[Int(leg.instrument)] = leg.currency
      }
    }
    return currencies
  }
}

// Warnings about prices and rates that are missing in a period.
extension ProfitAndLoss {
  func warnings(about lines: [Line], _ policy: PricePolicy) -> [Report.Warning] {
    // Without a base currency nothing has a value, whatever prices are known; the report says so.
    if booked.baseCurrency == nil { return [] }
    return priceWarnings(unknownAtStart, on: from?.adding(days: -1))
      + priceWarnings(unknownAtEnd, on: to)
      + Report.Warning.about(symbols(of: booked.period?.inKindAtCost ?? []), .inKindAtCost) {
        "no price is known of the day on which units came from outside or left; they count at "
          + "cost: \($0)"
      } + rateWarnings(about: lines) + ageWarnings(policy)
  }

  private func symbols(of instruments: Set<InstrumentIndex>) -> [String] {
    instruments.map { booked.ledger.tables.symbol($0) }.sorted()
  }

  private func priceWarnings(
    _ instruments: Set<InstrumentIndex>, on day: Day?
  ) -> [Report.Warning] {
    guard let day else { return [] }
    return Report.Warning.about(symbols(of: instruments), .unknownPrice) {
      "no price, or no rate of its currency, is known on or before \(day); what was earned on it "
        + "is left out: \($0)"
    }
  }

  /// Returns warnings about cash whose value is unknown at the start or end of the period.
  func rateWarnings(about lines: [Line]) -> [Report.Warning] {
    guard let base = booked.baseCurrency else { return [] }
    let tables = booked.ledger.tables
    let missing = lines.compactMap { line -> Currency? in
      guard case .cash(let account) = line.place,
        line.figures[.startValue] == nil || line.figures[.endValue] == nil
      else { return nil }
      return tables.currency(tables.cashAccounts[Int(account)].currency)
    }
    return Set(missing).sorted().map {
      .noRate(
        from: $0, to: base,
        "at the beginning or the end of the period; what its cash earned is left out")
    }
  }

  /// Returns warnings about prices at the end that are old or are those of trades.
  private func ageWarnings(_ policy: PricePolicy) -> [Report.Warning] {
    guard let to else { return [] }
    let prices = PriceBook(booked.ledger, tradesCount: policy.tradesCount)
    var notes = QuoteNotes(day: to, policy: policy)
    for instrument in Set(booked.lots.map(\.instrument)).subtracting(unknownAtEnd).sorted() {
      notes.add(prices.quote(instrument, on: to), of: booked.ledger.tables.symbol(instrument))
    }
    return notes.warnings
  }
}
