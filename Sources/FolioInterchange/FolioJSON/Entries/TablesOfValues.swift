import FolioDiagnostics
import FolioModel
import FolioNumbers

/// Tables that are filled with values, for `LedgerWriter`: rows that refer to each other by name
/// need not all be there. In a draft, which is checked later, rows refer to the numbers of names.
struct TablesOfValues {
  private(set) var draft = LedgerDraft()
  private var isDraft = false
  /// Where the rows come from.
  private var position = SourcePosition.none
  /// The instruments that rows mention, which are no rows of the master table.
  private var mentioned: [InstrumentName: InstrumentIndex] = [:]
  private var accounts: [String: CashAccountIndex] = [:]
  /// The number of accounts that are rows, and not only mentioned.
  private var accountCount = 0
  /// The key of the column that was kept last, which most rows have in common.
  private var lastKey = (text: "", index: TextTable.none)

  private struct InstrumentName: Hashable {
    var symbol: String?
    var stockID: String?
  }

  /// Fills tables with the rows of some contents.
  init(_ contents: LedgerContents) {
    take(contents.settings)
    keep(contents.otherColumns, .document, 0)
    keepRows(contents.storedPositions, .storedPositions)
    keepRows(contents.storedHoldings, .storedHoldings)
    for account in contents.accounts { append(account) }
    accountCount = tables.cashAccounts.count
    for instrument in contents.instruments { append(instrument) }
    for price in contents.prices { append(price) }
    for rate in contents.rates { append(rate) }
    for balance in contents.balances { append(balance) }
    reserve(for: contents.groups)
    for group in contents.groups { append(group) }
  }

  /// Goes on with a draft.
  init(_ draft: consuming LedgerDraft) {
    self.draft = draft
    isDraft = true
  }

  private(set) var tables: LedgerTables {
    _read { yield draft.tables }
    _modify { yield &draft.tables }
  }

  private mutating func reserve(for groups: [LedgerGroup]) {
    tables.groups.reserveCapacity(groups.count)
    tables.stockLegs.reserveCapacity(groups.reduce(0) { $0 + $1.stockLegs.count })
    tables.cashLegs.reserveCapacity(groups.reduce(0) { $0 + $1.cashLegs.count })
  }

  /// A writer of these rows.
  var writer: LedgerWriter { LedgerWriter(tables, accountCount: accountCount) }

  // MARK: Names

  private mutating func identifier(_ text: String?) -> Identifier {
    text.map { tables.names.identifier(of: $0) } ?? .none
  }

  private mutating func currency(_ currency: Currency?) -> CurrencyIndex {
    currency.flatMap { tables.currencies.index(of: $0) } ?? missingCurrency
  }

  /// An instrument, and in a draft its stock id.
  private mutating func instrument(
    _ symbol: String?, _ stockID: String?
  ) -> (InstrumentIndex, stock: UInt32) {
    let named = symbol.flatMap { $0.isEmpty ? nil : $0 }
    if isDraft {
      let stock = stockID.map { draft.stockNames.number(of: identifier($0)) }
      return (
        named.map { draft.symbolNames.index(of: identifier($0)) } ?? .missing, stock ?? .missing
      )
    }
    if named == nil, stockID == nil { return (.missing, .missing) }
    let name = InstrumentName(symbol: symbol, stockID: stockID)
    if let known = mentioned[name] { return (known, .missing) }
    let index = InstrumentIndex(tables.instruments.count)
    tables.instruments.append(
      Instrument(symbol: identifier(named), stockID: identifier(stockID)))
    mentioned[name] = index
    return (index, .missing)
  }

  private mutating func account(_ id: String) -> CashAccountIndex {
    if isDraft { return draft.accountNames.index(of: identifier(id)) }
    if let known = accounts[id] { return known }
    let index = CashAccountIndex(tables.cashAccounts.count)
    tables.cashAccounts.append(CashAccount(id: identifier(id), currency: missingCurrency))
    accounts[id] = index
    return index
  }

  private mutating func securitiesAccount(_ name: String?) -> SecuritiesAccountIndex {
    let name = identifier(name)
    return tables.securitiesAccounts.index(of: name)
  }

  private mutating func keep(_ columns: [LedgerColumn], _ table: LedgerTable, _ row: Int) {
    for column in columns {
      if lastKey.index == TextTable.none || lastKey.text != column.key {
        lastKey = (column.key, tables.texts.append(column.key.utf8))
      }
      let value = tables.texts.append(column.json.utf8)
      tables.kept.append(
        PassthroughColumn(
          table: table, row: UInt32(truncatingIfNeeded: row), key: lastKey.index, value: value,
          isKnown: true, position: position))
    }
  }

  /// Keeps whole rows, which have no key.
  private mutating func keepRows(_ rows: [String], _ table: LedgerTable) {
    for (row, json) in rows.enumerated() {
      tables.kept.append(
        PassthroughColumn(
          table: table, row: UInt32(truncatingIfNeeded: row), key: TextTable.none,
          value: tables.texts.append(json.utf8), isKnown: true, position: .none))
    }
  }

  // MARK: Settings

  private mutating func take(_ given: LedgerContents.Settings) {
    var settings = LedgerSettings()
    settings.baseCurrency = given.baseCurrency
    settings.costBasisMethod = given.methods.isEmpty ? given.costBasisMethod : nil
    settings.methodEntries = given.methods.map { entry in
      var row = MethodEntry(
        entry.method, from: entry.from, symbols: entry.symbols.map { identifier($0) })
      row.account = securitiesAccount(entry.account)
      return row
    }
    settings.accountCapacities = given.taxCapacities.map { entry in
      AccountCapacity(securitiesAccount(entry.account), entry.capacity)
    }
    (settings.lotScope, settings.feeTreatment) = (given.lotScope, given.feeTreatment)
    (settings.taxRules, settings.crossingZero) = (given.taxRules, given.crossingZero)
    (settings.cashMethod, settings.closedUntil) = (given.cashMethod, given.closedUntil)
    settings.quoteFiles =
      given.priceFiles.map { QuoteFileName(.prices, $0) }
      + given.rateFiles.map { QuoteFileName(.rates, $0) }
    tables.settings = settings
    keep(given.otherColumns, .settings, 0)
  }

  // MARK: Master data and quotes

  private mutating func append(_ account: LedgerAccount) {
    keep(account.otherColumns, .cashAccounts, tables.cashAccounts.count)
    accounts[account.id] = accounts[account.id] ?? CashAccountIndex(tables.cashAccounts.count)
    let (id, currency) = (identifier(account.id), currency(account.currency))
    tables.cashAccounts.append(CashAccount(id: id, name: account.name, currency: currency))
  }

  private mutating func append(_ instrument: LedgerInstrument) {
    keep(instrument.otherColumns, .stocks, tables.instruments.count)
    let symbol = identifier(instrument.symbol.isEmpty ? nil : instrument.symbol)
    var row = Instrument(symbol: symbol, stockID: identifier(instrument.stockID))
    (row.name, row.market) = (instrument.name, instrument.market)
    (row.kind, row.isin) = (instrument.kind, instrument.isin)
    row.currency = instrument.currency == nil ? nil : currency(instrument.currency)
    (row.multiplier, row.priceFactor) = (instrument.multiplier, instrument.priceFactor)
    row.priceSource = instrument.priceSource
    row.hasMasterRow = true
    tables.instruments.append(row)
  }

  private mutating func append(_ price: LedgerPrice) {
    keep(price.otherColumns, .prices, tables.prices.count)
    tables.prices.append(
      PriceRecord(
        instrument: instrument(price.symbol, price.stockID).0, day: price.day,
        currency: currency(price.currency), price: price.price))
  }

  private mutating func append(_ rate: LedgerRate) {
    keep(rate.otherColumns, .rates, tables.rates.count)
    tables.rates.append(
      RateRecord(
        day: rate.day, from: currency(rate.from), to: currency(rate.to), rate: rate.rate))
  }

  private mutating func append(_ balance: LedgerBalance) {
    keep(balance.otherColumns, .balances, tables.balances.count)
    var record = BalanceRecord(day: balance.day, value: balance.value)
    record.isDeleted = balance.isDeleted
    switch balance.item {
    case .cash(let id, let currency):
      (record.cashAccount, record.currency) = (account(id), self.currency(currency))
    case .units(let symbol, let stockID, let account):
      record.instrument = instrument(symbol, stockID).0
      record.account = securitiesAccount(account)
    }
    tables.balances.append(record)
  }

  // MARK: Groups

  /// Appends a group that comes from a place in a file.
  mutating func append(_ group: LedgerGroup, at position: SourcePosition) {
    self.position = position
    append(group)
  }

  private mutating func append(_ group: LedgerGroup) {
    keep(group.otherColumns, .groups, tables.groups.count)
    var record = GroupRecord(
      id: identifier(group.id), occurredAt: group.occurredAt, type: group.type,
      status: group.status, position: position)
    record.settledAt = group.settledAt
    record.isDeleted = group.isDeleted
    if let notes = group.notes { record.notes = tables.texts.append(notes.utf8) }
    let (stockLegs, cashLegs) = (tables.stockLegs.count, tables.cashLegs.count)
    for leg in group.stockLegs { append(leg, of: group) }
    for leg in group.cashLegs { append(leg) }
    record.stockLegs = stockLegs..<tables.stockLegs.count
    record.cashLegs = cashLegs..<tables.cashLegs.count
    tables.groups.append(record)
  }

  private mutating func append(_ leg: LedgerGroup.CashLeg) {
    keep(leg.otherColumns, .cashLegs, tables.cashLegs.count)
    var record = CashLeg(
      id: identifier(leg.id), account: account(leg.account), type: leg.type,
      direction: leg.direction, amount: leg.amount, currency: currency(leg.currency),
      position: position)
    (record.instrument, record.stockReference) = instrument(leg.symbol, leg.stockID)
    tables.cashLegs.append(record)
  }

  private mutating func append(_ leg: LedgerGroup.StockLeg, of group: LedgerGroup) {
    keep(leg.otherColumns, .stockLegs, tables.stockLegs.count)
    var record = StockLeg(type: leg.type, day: leg.tradeDay ?? group.day, position: position)
    record.id = identifier(leg.id)
    (record.instrument, record.stockReference) = instrument(leg.symbol, leg.stockID)
    record.settlementDay = leg.settlementDay ?? record.tradeDay
    record.currency = currency(leg.currency)
    record.account = securitiesAccount(leg.account)
    record.take(leg)
    if let detail = detail(of: leg) {
      record.detail = UInt32(truncatingIfNeeded: tables.details.count)
      tables.details.append(detail)
    }
    tables.stockLegs.append(record)
  }

  private mutating func detail(of leg: LedgerGroup.StockLeg) -> StockLegDetail? {
    var detail = StockLegDetail()
    (detail.ratio, detail.basisFraction) = (leg.ratio, leg.basisFraction)
    (detail.cashInLieu, detail.accruedInterest) = (leg.cashInLieu, leg.accruedInterest)
    (detail.costDirection, detail.recipient) = (leg.costDirection, leg.recipient)
    detail.newSymbol = identifier(leg.newSymbol)
    detail.lots = leg.lots.map {
      LotChoice($0.columns, groupID: identifier($0.groupID), account: identifier($0.account))
    }
    return detail == StockLegDetail() ? nil : detail
  }
}

extension LedgerDraft {
  /// Adds groups of another program, so that the checks of the ledger apply to them and report
  /// faults at their positions.
  package mutating func append(_ groups: some Sequence<(LedgerGroup, SourcePosition)>) {
    var own = LedgerDraft()
    swap(&own, &self)
    var rows = TablesOfValues(own)
    own = LedgerDraft()
    for (group, position) in groups { rows.append(group, at: position) }
    self = rows.draft
  }
}

extension StockLeg {
  /// Takes the amounts that a row gives.
  fileprivate mutating func take(_ leg: LedgerGroup.StockLeg) {
    if leg.tradeDay != nil { given.insert(.tradeDate) }
    if leg.settlementDay != nil { given.insert(.settlementDate) }
    quantity = take(leg.quantity, .quantity)
    price = take(leg.price, .price)
    gross = take(leg.gross, .gross)
    fees = take(leg.fees, .fees)
    taxes = take(leg.taxes, .taxes)
    fxRate = take(leg.fxRate, .fxRate)
  }

  private mutating func take(_ amount: ExactDecimal?, _ column: StockColumns) -> ExactDecimal {
    guard let amount else { return .zero }
    given.insert(column)
    return amount
  }
}
