import FolioModel
import FolioNumbers

extension LedgerWriter {
  /// The numbers of the rows of a table that are written. An instrument may be mentioned only.
  func rows(of table: LedgerTable) -> some Sequence<Int> {
    let instruments = table == .stocks ? tables.instruments : []
    return (0..<rowCount(of: table)).lazy.filter {
      instruments.isEmpty || instruments[$0].hasMasterRow
    }
  }

  private func rowCount(of table: LedgerTable) -> Int {
    switch table {
    case .cashAccounts: accountCount
    case .stocks: tables.instruments.count
    case .prices: tables.prices.count
    case .rates: tables.rates.count
    case .balances: tables.balances.count
    case .storedPositions, .storedHoldings: kept.all(of: table).count
    case .document, .settings, .groups, .stockLegs, .cashLegs: 0
    }
  }

  func writeRow(_ row: Int, of table: LedgerTable, to text: inout JSONText) {
    if table == .storedPositions || table == .storedHoldings {
      return text.json(tables.texts.utf8(kept.all(of: table)[row].value) ?? [])
    }
    text.open("{")
    switch table {
    case .cashAccounts: write(tables.cashAccounts[row], to: &text)
    case .stocks: write(tables.instruments[row], to: &text)
    case .prices: write(tables.prices[row], to: &text)
    case .rates: write(tables.rates[row], to: &text)
    case .balances: write(tables.balances[row], to: &text)
    case .storedPositions, .storedHoldings, .document, .settings, .groups, .stockLegs, .cashLegs:
      break
    }
    writeKept(table, row, to: &text)
    text.close("}")
  }

  /// The members of the settings, without their brackets.
  var settingsMembers: [UInt8] {
    let settings = tables.settings
    var text = JSONText()
    text.optional("base_currency", settings.baseCurrency?.code)
    text.optional("cost_basis_method", settings.costBasisMethod?.rawValue)
    writeMethods(settings.methodEntries, to: &text)
    text.optional("lot_scope", settings.lotScope?.rawValue)
    text.optional("fee_treatment", settings.feeTreatment?.rawValue)
    text.optional("tax_rules", settings.taxRules?.rawValue)
    text.optional("crossing_zero", settings.crossingZero?.rawValue)
    text.optional("cash_cost_basis_method", settings.cashMethod?.rawValue)
    if let day = settings.closedUntil { text.day("closed_until", day) }
    writeQuoteFiles(settings.quoteFiles, to: &text)
    writeCapacities(settings.accountCapacities, to: &text)
    writeKept(.settings, 0, to: &text)
    return text.bytes
  }

  private func writeQuoteFiles(_ files: [QuoteFileName], to text: inout JSONText) {
    for kind in QuoteFileName.Kind.allCases {
      var seen: Set<String> = []
      let paths = files.filter { $0.kind == kind && seen.insert($0.path).inserted }.map(\.path)
      if paths.isEmpty { continue }
      text.key(kind.rawValue.utf8)
      text.open("[")
      for path in paths { text.string(path.utf8) }
      text.close("]")
    }
  }

  private func writeMethods(_ entries: [MethodEntry], to text: inout JSONText) {
    if entries.isEmpty { return }
    text.array("cost_basis_method", entries) { entry, text in
      if let from = entry.from { text.day("from", from) }
      text.text("method", entry.method.rawValue.utf8)
      if entry.account != 0 {
        let account = tables.securitiesAccounts.all[Int(entry.account)]
        text.identifier("account", account, tables)
      }
      if !entry.symbols.isEmpty {
        text.key("symbols".utf8)
        text.open("[")
        for symbol in entry.symbols { text.string(tables.names.bytes(of: symbol)) }
        text.close("]")
      }
    }
  }

  private func writeCapacities(
    _ entries: [AccountCapacity<SecuritiesAccountIndex>], to text: inout JSONText
  ) {
    if entries.isEmpty { return }
    text.array("tax_capacities", entries) { entry, text in
      text.identifier("account", tables.securitiesAccounts.all[Int(entry.account)], tables)
      text.text("capacity", entry.capacity.rawValue.utf8)
    }
  }

  private func write(_ account: CashAccount, to text: inout JSONText) {
    text.identifier("id", account.id, tables)
    text.nonEmpty("name", account.name)
    text.currency("currency", account.currency, tables)
  }

  private func write(_ instrument: Instrument, to text: inout JSONText) {
    text.identifier("id", instrument.stockID, tables)
    text.identifier("symbol", instrument.symbol, tables)
    text.nonEmpty("name", instrument.name)
    text.nonEmpty("market", instrument.market)
    text.currency(
      "currency", instrument.quoteUnit ?? instrument.currency ?? missingCurrency, tables)
    text.nonEmpty("kind", instrument.kind)
    text.nonEmpty("isin", instrument.isin)
    if let multiplier = instrument.multiplier { text.number("multiplier", multiplier) }
    if let factor = instrument.priceFactor { text.number("price_factor", factor) }
    text.nonEmpty("price_source", instrument.priceSource)
  }

  private func write(_ price: PriceRecord, to text: inout JSONText) {
    writeInstrumentName(price.instrument, to: &text)
    text.day("date", price.day)
    text.number("close", price.price)
    text.currency("currency", price.currency, tables)
  }

  private func write(_ rate: RateRecord, to text: inout JSONText) {
    text.day("date", rate.day)
    text.currency("from", rate.from, tables)
    text.currency("to", rate.to, tables)
    text.number("rate", rate.rate)
  }

  private func write(_ balance: BalanceRecord, to text: inout JSONText) {
    text.day("date", balance.day)
    if tables.cashAccounts.indices.contains(Int(balance.cashAccount)) {
      let account = tables.cashAccounts[Int(balance.cashAccount)]
      text.identifier("cash_account_id", account.id, tables)
      text.number("amount", balance.value)
      text.currency("currency", balance.currency, tables)
    } else {
      writeInstrumentName(balance.instrument, to: &text)
      text.number("quantity", balance.value)
      text.identifier("account", tables.securitiesAccounts.all[Int(balance.account)], tables)
    }
    if balance.isDeleted { text.json("is_deleted".utf8, "true".utf8) }
  }

  /// The stock id and the symbol of an instrument, those that it has.
  func writeInstrumentName(_ index: InstrumentIndex, to text: inout JSONText) {
    guard tables.instruments.indices.contains(Int(index)) else { return }
    let instrument = tables.instruments[Int(index)]
    text.identifier("stock_id", instrument.stockID, tables)
    text.identifier("symbol", instrument.symbol, tables)
  }

  /// The columns of a row that Folio gives no meaning.
  func writeKept(_ table: LedgerTable, _ row: Int, to text: inout JSONText) {
    for column in kept.columns(of: table, row: row) { text.keptMember(column, tables) }
  }
}

extension JSONText {
  mutating func optional(_ key: String, _ value: String?) {
    if let value { text(key, value.utf8) }
  }

  mutating func nonEmpty(_ key: String, _ value: String) {
    if !value.isEmpty { text(key, value.utf8) }
  }

  mutating func time(_ key: String, _ value: Timestamp) {
    text(key) { value.write(into: &$0) }
  }

  mutating func identifier(_ key: String, _ value: Identifier, _ tables: LedgerTables) {
    if !value.isNone { text(key) { tables.names.write(value, into: &$0) } }
  }

  mutating func currency(_ key: String, _ value: CurrencyIndex, _ tables: LedgerTables) {
    if value != missingCurrency { text(key, tables.currencies[value].code.utf8) }
  }

  /// A kept column as a member of its row.
  mutating func keptMember(_ column: PassthroughColumn, _ tables: LedgerTables) {
    json(tables.texts.utf8(column.key) ?? [], tables.texts.utf8(column.value) ?? [])
  }
}
