import FolioBooking
import FolioModel
import FolioNumbers
import FolioValuation

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
  /// with a currency.
  var instrumentCurrencies: [CurrencyIndex] {
    var currencies = tables.instruments.map { $0.currency ?? missingCurrency }
    for leg in rows.stockLegs where leg.instrument != .missing {
      if currencies[Int(leg.instrument)] == missingCurrency {
        currencies[Int(leg.instrument)] = leg.currency
      }
    }
    return currencies
  }
}

/// Warnings about prices and rates that are missing in a period.
struct ProfitWarnings {
  private(set) var all: [Report.Warning] = []

  /// Creates warnings about rates only. An income statement uses no prices.
  init(ofRates result: ProfitAndLoss) { warnOfRates(result, result.lines) }

  init(_ result: ProfitAndLoss, _ lines: [ProfitAndLoss.Line], _ policy: PricePolicy) {
    let tables = result.booked.ledger.tables
    if let day = result.from?.adding(days: -1) {
      warnOfPrices(result.unknownAtStart, on: day, tables)
    }
    if let day = result.to { warnOfPrices(result.unknownAtEnd, on: day, tables) }
    let atCost = result.booked.period?.inKindAtCost ?? []
    all += Report.Warning.about(symbols(of: atCost, tables), .inKindAtCost) {
      "no price is known of the day on which units came from outside or left; they count at cost: "
        + $0
    }
    warnOfRates(result, lines)
    warnOfAges(result, policy)
  }

  private func symbols(of instruments: Set<InstrumentIndex>, _ tables: LedgerTables) -> [String] {
    instruments.map { tables.symbol($0) }.sorted()
  }

  private mutating func warnOfPrices(
    _ instruments: Set<InstrumentIndex>, on day: Day, _ tables: LedgerTables
  ) {
    all += Report.Warning.about(symbols(of: instruments, tables), .unknownPrice) {
      "no price, or no rate of its currency, is known on or before \(day); what was earned on it "
        + "is left out: \($0)"
    }
  }

  /// Warns about cash whose value is unknown at the start or end of the period.
  private mutating func warnOfRates(_ result: ProfitAndLoss, _ lines: [ProfitAndLoss.Line]) {
    guard let base = result.booked.baseCurrency else { return }
    let tables = result.booked.ledger.tables
    var missing: Set<Currency> = []
    for line in lines where line.figures[.startValue] == nil || line.figures[.endValue] == nil {
      guard case .cash(let account) = line.place,
        let currency = tables.currency(tables.cashAccounts[Int(account)].currency)
      else { continue }
      missing.insert(currency)
    }
    all += missing.sorted().map {
      .noRate(
        from: $0, to: base,
        "at the beginning or the end of the period; what its cash earned is left out")
    }
  }

  /// Warns about prices at the end that are old or are those of trades.
  private mutating func warnOfAges(_ result: ProfitAndLoss, _ policy: PricePolicy) {
    guard let day = result.to else { return }
    let ledger = result.booked.ledger
    let prices = PriceBook(ledger, tradesCount: policy.tradesCount)
    var notes = QuoteNotes(day: day, policy: policy)
    let held = Set(result.booked.lots.map(\.instrument)).subtracting(result.unknownAtEnd)
    for instrument in held.sorted() {
      notes.add(prices.quote(instrument, on: day), of: ledger.tables.symbol(instrument))
    }
    all += notes.warnings
  }
}
