import FolioDiagnostics
import FolioModel
import FolioNumbers

// What a ledger has beside its groups that a simple model has no place for.
extension Ledger {
  /// The one currency of all cash accounts; nil where there are several, or none.
  package var soleCashCurrency: Currency? {
    let currencies = Set(tables.cashAccounts.map(\.currency))
    return currencies.count == 1 ? currencies.first.flatMap(currency) : nil
  }

  /// An instrument as a ticker of the flat app, and what of it that leaves out.
  package func ticker(of instrument: Instrument) -> (FlatApp.StockTicker?, [LeftOut]) {
    let symbol = tables.text(instrument.symbol)
    guard let currency = instrument.currency.flatMap(currency) ?? tradingCurrency(of: instrument)
    else {
      return (nil, [note(.instrument, symbol, "an instrument without a currency", instrument)])
    }
    var columns: [String] = []
    if !instrument.stockID.isNone { columns.append("id") }
    columns += detailColumns(of: instrument)
    let ticker = FlatApp.StockTicker(
      name: instrument.name, code: symbol, market: instrument.market, currency: currency)
    if columns.isEmpty { return (ticker, []) }
    return (
      ticker, [note(.instrument, symbol, TransactionGroup.listed(columns), instrument)]
    )
  }

  /// The columns of an instrument that no simple model has.
  package func detailColumns(of instrument: Instrument) -> [String] {
    var columns: [String] = []
    if !instrument.kind.isEmpty { columns.append("kind") }
    if !instrument.isin.isEmpty { columns.append("isin") }
    if instrument.multiplier != nil { columns.append("multiplier") }
    if instrument.priceFactor != nil { columns.append("price_factor") }
    return columns
  }

  package func note(
    _ part: LeftOut.Part, _ subject: String, _ text: String, _ instrument: Instrument
  ) -> LeftOut {
    LeftOut(part, of: subject, text, at: instrument.position)
  }

  private func tradingCurrency(of instrument: Instrument) -> Currency? {
    let leg = tables.stockLegs.first {
      $0.currency != missingCurrency
        && tables.instruments[Int($0.instrument)].symbol == instrument.symbol
    }
    return leg.flatMap { currency($0.currency) }
  }

  /// The names of cash accounts, and accounts that the simple model would not make again.
  package func accountsLeftOut(_ isImplied: (String, Currency) -> Bool) -> [LeftOut] {
    tables.cashAccounts.compactMap { account in
      let id = tables.text(account.id)
      guard let currency = currency(account.currency) else { return nil }
      if isImplied(id, currency) && account.name.isEmpty { return nil }
      let name = account.name.isEmpty ? "" : " \"\(account.name)\""
      return LeftOut(
        .cashAccount, of: id, "the cash account\(name) in \(currency)", at: account.position)
    }
  }

  /// Prices and rates, of which the simple models have none.
  package var tablesLeftOut: [LeftOut] {
    var found: [LeftOut] = []
    func note(_ count: Int, _ table: String, _ position: SourcePosition?) {
      if count == 0 { return }
      found.append(
        LeftOut(.tables, of: "", "\(table) (\(count))", at: position ?? .none))
    }
    note(tables.prices.count, "the table historical_prices", tables.prices.first?.position)
    note(tables.rates.count, "the table fx_rates", tables.rates.first?.position)
    return found
  }
}
