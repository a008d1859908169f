import FolioBooking
import FolioDiagnostics
import FolioModel
import FolioNumbers
import FolioValuation

/// One row of profit and loss: places with one label.
struct ProfitRow: Sendable {
  /// What a row is about; what does not tell it is nil.
  struct Label: Sendable, Hashable {
    var symbol: String?
    var name: String?
    var account: String?
    var currency: String?

    var cells: [Report.Cell] { [symbol, name, account, currency].map { .text(orNull: $0) } }
  }

  var label: Label
  var figures: ProfitFigures

  /// Lines added up by their labels, in the order of the first of each; currencies by their codes.
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
    switch (grouping, place) {
    case (.total, _): return Label()
    case (.symbol, .units(let instrument, _)):
      let name = tables.instruments[Int(instrument)].name
      return Label(
        symbol: tables.symbol(instrument), name: name.isEmpty ? nil : name,
        currency: tables.currency(currencies[Int(instrument)])?.code)
    case (.symbol, .cash(let account)):
      let currency = tables.currency(tables.cashAccounts[Int(account)].currency)
      return Label(name: "Cash", currency: currency?.code)
    case (.account, .units(_, let account)):
      let name = tables.securitiesAccount(account)
      return Label(name: "Securities", account: name.isEmpty ? nil : name)
    case (.account, .cash(let account)):
      return Label(name: "Cash", account: tables.text(tables.cashAccounts[Int(account)].id))
    case (.currency, .units(let instrument, _)):
      return Label(currency: tables.currency(currencies[Int(instrument)])?.code)
    case (.currency, .cash(let account)):
      return Label(currency: tables.currency(tables.cashAccounts[Int(account)].currency)?.code)
    }
  }
}

extension Ledger {
  /// The currency of each instrument: that of its master row, else of its first leg that has one.
  var instrumentCurrencies: [CurrencyIndex] {
    var currencies = tables.instruments.map { $0.currency ?? missingCurrency }
    for leg in rows.stockLegs where leg.instrument != missingIndex {
      if currencies[Int(leg.instrument)] == missingCurrency {
        currencies[Int(leg.instrument)] = leg.currency
      }
    }
    return currencies
  }
}

/// What is to be said about prices and rates that a period lacks.
struct ProfitWarnings {
  private(set) var all: [Report.Warning] = []

  init() {}

  init(_ result: ProfitAndLoss, _ lines: [ProfitAndLoss.Line], _ policy: PricePolicy) {
    let tables = result.booked.ledger.tables
    if let day = result.from?.adding(days: -1) {
      warnOfPrices(result.unknownAtStart, on: day, tables)
    }
    if let day = result.to { warnOfPrices(result.unknownAtEnd, on: day, tables) }
    let atCost = result.booked.period?.inKindAtCost ?? []
    if !atCost.isEmpty {
      add(
        .inKindAtCost, atCost, tables,
        "no price is known of the day on which units came from outside or "
          + "left; they count at cost: ")
    }
    warnOfRates(result, lines)
    warnOfAges(result, policy)
  }

  private mutating func warnOfPrices(
    _ instruments: Set<InstrumentIndex>, on day: Day, _ tables: LedgerTables
  ) {
    if instruments.isEmpty { return }
    add(
      .unknownPrice, instruments, tables,
      "no price, or no rate of its currency, is known on or before \(day); what was earned on "
        + "it is left out: ")
  }

  private mutating func add(
    _ code: DiagnosticCode, _ instruments: Set<InstrumentIndex>, _ tables: LedgerTables,
    _ text: String
  ) {
    let symbols = instruments.map { tables.symbol($0) }.sorted()
    let more = symbols.count > 20 ? " and \(symbols.count - 20) more" : ""
    let listed = symbols.prefix(20).joined(separator: ", ")
    all.append(Report.Warning(code: code, message: text + listed + more))
  }

  /// Cash whose value is not known at one end of the period.
  mutating func warnOfRates(_ result: ProfitAndLoss, _ lines: [ProfitAndLoss.Line]) {
    guard let base = result.booked.baseCurrency else { return }
    let tables = result.booked.ledger.tables
    var missing: Set<Currency> = []
    for line in lines where line.figures[.startValue] == nil || line.figures[.endValue] == nil {
      guard case .cash(let account) = line.place,
        let currency = tables.currency(tables.cashAccounts[Int(account)].currency)
      else { continue }
      missing.insert(currency)
    }
    for currency in missing.sorted() {
      all.append(
        Report.Warning(
          code: .noRate,
          message:
            "there is no rate from \(currency) to \(base) at the beginning or the end of the "
            + "period; what its cash earned is left out"))
    }
  }

  /// Prices of the end that are old or of trades.
  private mutating func warnOfAges(_ result: ProfitAndLoss, _ policy: PricePolicy) {
    guard let day = result.to else { return }
    let ledger = result.booked.ledger
    let prices = PriceBook(ledger, tradesCount: policy.tradesCount)
    var notes = QuoteNotes(day, policy)
    let held = Set(result.booked.lots.map(\.instrument)).subtracting(result.unknownAtEnd)
    for instrument in held.sorted() {
      notes.add(prices.quote(instrument, on: day), of: ledger.tables.symbol(instrument))
    }
    all += notes.warnings
  }
}
