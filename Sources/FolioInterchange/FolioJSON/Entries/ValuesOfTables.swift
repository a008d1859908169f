import FolioModel
import FolioNumbers

/// Reads rows of tables as values, either of a ledger or of a draft, whose rows refer to names.
struct ValuesOfTables {
  private let tables: LedgerTables
  private let kept: PassthroughColumns
  /// The names to which the rows of a draft refer.
  private let draft: Names?

  private struct Names {
    let accounts: [Identifier]
    let symbols: [Identifier]
    let stocks: [Identifier]
  }

  /// The values of a ledger, after its check: amounts in hundredths of a currency are in the
  /// currency.
  init(_ tables: LedgerTables) {
    self.tables = tables
    kept = PassthroughColumns(tables.kept)
    draft = nil
  }

  /// The values of a draft, as they are written. Its legs are nested in their groups.
  init(_ draft: LedgerDraft) {
    tables = draft.tables
    kept = PassthroughColumns(tables.kept)
    self.draft = Names(
      accounts: draft.accountNames.all, symbols: draft.symbolNames.all,
      stocks: draft.stockNames.all)
  }

  /// All rows.
  var contents: LedgerContents {
    var contents = LedgerContents(settings: settings)
    contents.otherColumns = columns(of: .document, 0)
    contents.storedPositions = rows(of: .storedPositions)
    contents.storedHoldings = rows(of: .storedHoldings)
    contents.accounts = tables.cashAccounts.indices.compactMap(account)
    contents.instruments =
      tables.instruments.indices.prefix { tables.instruments[$0].hasMasterRow }.map(instrument)
    contents.prices = tables.prices.indices.map(price)
    contents.rates = tables.rates.indices.compactMap(rate)
    contents.balances = tables.balances.indices.map(balance)
    contents.groups = tables.groups.indices.map(group)
    return contents
  }

  // MARK: Names

  private func text(_ identifier: Identifier) -> String? {
    identifier.isNone ? nil : tables.text(identifier)
  }

  private func currency(_ index: CurrencyIndex) -> Currency? {
    index == missingCurrency ? nil : tables.currencies[index]
  }

  private func accountID(_ index: CashAccountIndex) -> String? {
    if let draft {
      return index == .missing ? nil : text(draft.accounts[Int(index)])
    }
    let rows = tables.cashAccounts
    return rows.indices.contains(Int(index)) ? text(rows[Int(index)].id) : nil
  }

  private func names(
    _ index: InstrumentIndex, _ stock: UInt32
  ) -> (symbol: String?, stockID: String?) {
    if let draft {
      return (
        index == .missing ? nil : text(draft.symbols[Int(index)]),
        stock == .missing ? nil : text(draft.stocks[Int(stock)])
      )
    }
    guard tables.instruments.indices.contains(Int(index)) else { return (nil, nil) }
    let row = tables.instruments[Int(index)]
    return (text(row.symbol), text(row.stockID))
  }

  private func securitiesAccount(_ index: SecuritiesAccountIndex) -> String? {
    let all = tables.securitiesAccounts.all
    return all.indices.contains(Int(index)) ? text(all[Int(index)]) : nil
  }

  private func columns(of table: LedgerTable, _ row: Int) -> [LedgerColumn] {
    kept.columns(of: table, row: row).map {
      LedgerColumn(tables.texts[$0.key] ?? "", json: tables.texts[$0.value] ?? "")
    }
  }

  /// The rows that are kept as a whole.
  private func rows(of table: LedgerTable) -> [String] {
    kept.all(of: table).map { tables.texts[$0.value] ?? "" }
  }

  // MARK: Settings

  private var settings: LedgerContents.Settings {
    let row = tables.settings
    var settings = LedgerContents.Settings(
      baseCurrency: row.baseCurrency, costBasisMethod: row.costBasisMethod, lotScope: row.lotScope,
      taxRules: row.taxRules)
    settings.methods = row.methodEntries.map { entry in
      LedgerContents.Method(
        entry.method, from: entry.from, account: securitiesAccount(entry.account),
        symbols: entry.symbols.map { tables.text($0) })
    }
    settings.taxCapacities = row.accountCapacities.map { entry in
      LedgerContents.AccountCapacity(tables.securitiesAccount(entry.account), entry.capacity)
    }
    (settings.feeTreatment, settings.crossingZero) = (row.feeTreatment, row.crossingZero)
    (settings.cashMethod, settings.closedUntil) = (row.cashMethod, row.closedUntil)
    func paths(_ kind: QuoteFileName.Kind) -> [String] {
      var seen: Set<String> = []
      return row.quoteFiles.filter { $0.kind == kind }.map(\.path)
        .filter { seen.insert($0).inserted }
    }
    (settings.priceFiles, settings.rateFiles) = (paths(.prices), paths(.rates))
    settings.otherColumns = columns(of: .settings, 0)
    return settings
  }

  // MARK: Master data and quotes

  private func account(_ number: Int) -> LedgerAccount? {
    let row = tables.cashAccounts[number]
    guard let currency = currency(row.currency) else { return nil }
    var account = LedgerAccount(id: tables.text(row.id), name: row.name, currency: currency)
    account.otherColumns = columns(of: .cashAccounts, number)
    return account
  }

  private func instrument(_ number: Int) -> LedgerInstrument {
    let row = tables.instruments[number]
    var instrument = LedgerInstrument(
      symbol: tables.text(row.symbol), stockID: text(row.stockID), name: row.name,
      currency: (row.quoteUnit ?? row.currency).flatMap(currency))
    (instrument.market, instrument.kind, instrument.isin) = (row.market, row.kind, row.isin)
    (instrument.multiplier, instrument.priceFactor) = (row.multiplier, row.priceFactor)
    instrument.priceSource = row.priceSource
    instrument.otherColumns = columns(of: .stocks, number)
    return instrument
  }

  private func price(_ number: Int) -> LedgerPrice {
    let row = tables.prices[number]
    let names = names(row.instrument, row.stockReference)
    var price = LedgerPrice(
      symbol: names.symbol ?? "", day: row.day, price: row.price, currency: currency(row.currency))
    price.stockID = names.stockID
    price.otherColumns = columns(of: .prices, number)
    return price
  }

  private func rate(_ number: Int) -> LedgerRate? {
    let row = tables.rates[number]
    guard let from = currency(row.from), let to = currency(row.to) else { return nil }
    var rate = LedgerRate(day: row.day, from: from, to: to, rate: row.rate)
    rate.otherColumns = columns(of: .rates, number)
    return rate
  }

  private func balance(_ number: Int) -> LedgerBalance {
    let row = tables.balances[number]
    let item: LedgerBalance.Item
    if let account = accountID(row.cashAccount) {
      item = .cash(account: account, currency: currency(row.currency))
    } else {
      let names = names(row.instrument, row.stockReference)
      item = .units(
        symbol: names.symbol ?? "", stockID: names.stockID,
        account: securitiesAccount(row.account))
    }
    var balance = LedgerBalance(item, row.value, on: row.day)
    balance.isDeleted = row.isDeleted
    balance.otherColumns = columns(of: .balances, number)
    return balance
  }

  // MARK: Groups

  func group(_ number: Int) -> LedgerGroup {
    let row = tables.groups[number]
    var group = LedgerGroup(
      id: tables.text(row.id), type: row.type, status: row.status, occurredAt: row.occurredAt,
      notes: tables.texts[row.notes], stockLegs: row.stockLegs.map(stockLeg),
      cashLegs: row.cashLegs.map(cashLeg))
    group.settledAt = row.settledAt
    group.isDeleted = row.isDeleted
    group.otherColumns = columns(of: .groups, number)
    return group
  }

  private func cashLeg(_ number: Int) -> LedgerGroup.CashLeg {
    let row = tables.cashLegs[number]
    var leg = LedgerGroup.CashLeg(
      id: text(row.id), row.type, row.direction, row.amount, account: accountID(row.account) ?? "",
      currency: currency(row.currency))
    (leg.symbol, leg.stockID) = names(row.instrument, row.stockReference)
    leg.otherColumns = columns(of: .cashLegs, number)
    return leg
  }

  private func stockLeg(_ number: Int) -> LedgerGroup.StockLeg {
    let row = tables.stockLegs[number]
    let names = names(row.instrument, row.stockReference)
    func given<Value>(_ column: StockColumns, _ value: Value) -> Value? {
      row.given.contains(column) ? value : nil
    }
    var leg = LedgerGroup.StockLeg(id: text(row.id), row.type, symbol: names.symbol ?? "")
    leg.stockID = names.stockID
    leg.tradeDay = given(.tradeDate, row.tradeDay)
    leg.settlementDay = given(.settlementDate, row.settlementDay)
    leg.quantity = given(.quantity, row.quantity)
    leg.price = given(.price, row.price)
    leg.gross = given(.gross, row.gross)
    leg.fees = given(.fees, row.fees)
    leg.taxes = given(.taxes, row.taxes)
    leg.currency = currency(row.currency)
    leg.fxRate = given(.fxRate, row.fxRate)
    leg.account = securitiesAccount(row.account)
    if let detail = tables.detail(of: row) { take(detail, &leg) }
    leg.otherColumns = columns(of: .stockLegs, number)
    return leg
  }

  private func take(_ detail: StockLegDetail, _ leg: inout LedgerGroup.StockLeg) {
    (leg.ratio, leg.basisFraction) = (detail.ratio, detail.basisFraction)
    (leg.cashInLieu, leg.accruedInterest) = (detail.cashInLieu, detail.accruedInterest)
    (leg.costDirection, leg.recipient) = (detail.costDirection, detail.recipient)
    leg.newSymbol = text(detail.newSymbol)
    leg.lots = detail.lots.map {
      LedgerGroup.Lot($0.columns, groupID: text($0.groupID), account: text($0.account))
    }
  }
}
