// Data of a ledger, apart from its transaction groups, that a simple model cannot express.
extension Ledger {
  /// The currency of all cash accounts, or `nil` if they have several or there are none.
  package var soleCashCurrency: Currency? {
    let currencies = Set(tables.cashAccounts.map(\.currency))
    return currencies.count == 1 ? currencies.first.flatMap(currency) : nil
  }

  /// Converts an instrument to a ticker of the flat app, and lists the columns that are lost.
  package func ticker(of instrument: Instrument) -> (FlatApp.StockTicker?, [UnsupportedPart]) {
    let symbol = tables.text(instrument.symbol)
    func note(_ text: String) -> UnsupportedPart {
      UnsupportedPart(.instrument, of: symbol, text, at: instrument.position)
    }
    guard let currency = instrument.currency.flatMap(currency) ?? tradingCurrency(of: instrument)
    else { return (nil, [note("an instrument without a currency")]) }
    let columns = [
      (!instrument.stockID.isNone, "id"), (!instrument.kind.isEmpty, "kind"),
      (!instrument.isin.isEmpty, "isin"), (instrument.multiplier != nil, "multiplier"),
      (instrument.priceFactor != nil, "price_factor"),
      (!instrument.priceSource.isEmpty, "price_source"),
    ].filter(\.0).map(\.1)
    let ticker = FlatApp.StockTicker(
      name: instrument.name, code: symbol, market: instrument.market, currency: currency)
    return (ticker, columns.isEmpty ? [] : [note(LedgerGroup.listed(columns))])
  }

  private func tradingCurrency(of instrument: Instrument) -> Currency? {
    let leg = tables.stockLegs.first {
      $0.currency != missingCurrency
        && tables.instruments[Int($0.instrument)].symbol == instrument.symbol
    }
    return leg.flatMap { currency($0.currency) }
  }

  /// Lists the cash accounts that have a name, or that importing the simple model would not create
  /// again.
  package func unsupportedAccounts(_ isImplied: (String, Currency) -> Bool) -> [UnsupportedPart] {
    tables.cashAccounts.compactMap { account in
      let id = tables.text(account.id)
      guard let currency = currency(account.currency) else { return nil }
      if isImplied(id, currency) && account.name.isEmpty { return nil }
      let name = account.name.isEmpty ? "" : " \"\(account.name)\""
      return UnsupportedPart(
        .cashAccount, of: id, "the cash account\(name) in \(currency)", at: account.position)
    }
  }

  /// The tables of prices, exchange rates and balances, which simple models do not have.
  package var unsupportedTables: [UnsupportedPart] {
    [
      ("historical_prices", tables.prices.count, tables.prices.first?.position),
      ("fx_rates", tables.rates.count, tables.rates.first?.position),
      ("balances", tables.balances.count, tables.balances.first?.position),
    ].compactMap { name, count, first in
      first.map { UnsupportedPart(.tables, of: "", "the table \(name) (\(count))", at: $0) }
    }
  }
}
