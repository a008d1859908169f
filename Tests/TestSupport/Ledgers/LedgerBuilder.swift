import FolioDiagnostics
import FolioModel
import FolioNumbers
import Testing

/// Builds a draft row by row, the way a reader does: every row has a position of its own, and
/// references are names until checking resolves them.
final class LedgerBuilder {
  private(set) var draft = LedgerDraft()
  private var offset = 0
  private var accountCurrencies: [(id: String, currency: Currency)] = []

  /// An empty ledger.
  init(base: Currency? = nil) {
    draft.tables.settings.baseCurrency = base
    if let base { _ = number(of: base) }
  }

  // MARK: Master rows

  @discardableResult
  func settings(_ change: (inout LedgerSettings) -> Void) -> LedgerBuilder {
    change(&draft.tables.settings)
    return self
  }

  @discardableResult
  func account(_ id: String, _ currency: Currency) -> LedgerBuilder {
    accountCurrencies.append((id, currency))
    draft.tables.cashAccounts.append(
      CashAccount(id: identifier(id), currency: number(of: currency), position: next()))
    return self
  }

  @discardableResult
  func stock(
    _ symbol: String?, _ currency: Currency? = "USD", id: String? = nil, name: String = "",
    kind: String = ""
  ) -> LedgerBuilder {
    var row = Instrument(
      symbol: identifier(symbol), stockID: identifier(id), position: next())
    row.currency = currency.map { number(of: $0) }
    (row.name, row.kind) = (name, kind)
    row.hasMasterRow = true
    draft.tables.instruments.append(row)
    return self
  }

  /// An instrument whose price is for many units, or in other units than money.
  @discardableResult
  func contract(
    _ symbol: String, _ currency: Currency? = "USD", multiplier: ExactDecimal? = nil,
    priceFactor: ExactDecimal? = nil
  ) -> LedgerBuilder {
    stock(symbol, currency)
    draft.tables.instruments[draft.tables.instruments.count - 1].multiplier = multiplier
    draft.tables.instruments[draft.tables.instruments.count - 1].priceFactor = priceFactor
    return self
  }

  /// One more entry of a `cost_basis_method` that is a list.
  @discardableResult
  func method(
    _ method: CostBasisMethod, from day: Day? = nil, in account: String? = nil,
    _ symbols: String...
  ) -> LedgerBuilder {
    if !draft.tables.settings.methodsPosition.isKnown {
      draft.tables.settings.methodsPosition = next()
    }
    var entry = MethodEntry(method, from: day, symbols: symbols.map { identifier($0) })
    if let account {
      entry.account = draft.tables.securitiesAccounts.index(of: identifier(account))
    }
    draft.tables.settings.methodEntries.append(entry)
    return self
  }

  @discardableResult
  func rate(
    _ day: Day, _ from: Currency, _ to: Currency, _ rate: ExactDecimal
  ) -> LedgerBuilder {
    draft.tables.rates.append(
      RateRecord(
        day: day, from: number(of: from), to: number(of: to), rate: rate, position: next()))
    return self
  }

  @discardableResult
  func price(
    _ symbol: String?, _ day: Day, _ price: ExactDecimal, _ currency: Currency? = nil,
    stockID: String? = nil
  ) -> LedgerBuilder {
    draft.tables.prices.append(
      PriceRecord(
        instrument: symbolNumber(symbol), stockReference: stockNumber(stockID), day: day,
        currency: numberOrMissing(currency), price: price, position: next()))
    return self
  }

  @discardableResult
  func keep(
    _ key: String, _ table: LedgerTable, row: UInt32, isKnown: Bool = false
  )
    -> LedgerBuilder
  {
    let key = draft.tables.texts.append(key.utf8)
    let value = draft.tables.texts.append("1".utf8)
    draft.tables.kept.append(
      PassthroughColumn(
        table: table, row: row, key: key, value: value, isKnown: isKnown, position: next()))
    return self
  }

  /// What a statement says about cash.
  @discardableResult
  func balance(
    _ day: Day, cash account: String, _ value: ExactDecimal, isDeleted: Bool = false
  ) -> LedgerBuilder {
    let name = identifier(account)
    draft.tables.balances.append(
      BalanceRecord(
        day: day, cashAccount: draft.accountNames.index(of: name), value: value,
        isDeleted: isDeleted, position: next()))
    return self
  }

  /// What a statement says about units; without an account about those of all accounts.
  @discardableResult
  func balance(
    _ day: Day, _ symbol: String, _ value: ExactDecimal, account: String? = nil
  ) -> LedgerBuilder {
    let name = identifier(account)
    draft.tables.balances.append(
      BalanceRecord(
        day: day, instrument: symbolNumber(symbol),
        account: name.isNone ? 0 : draft.tables.securitiesAccounts.index(of: name), value: value,
        position: next()))
    return self
  }

  // MARK: Groups

  /// A group with its legs inside.
  @discardableResult
  func group(_ row: GroupRow) -> LedgerBuilder {
    var record = record(of: row)
    record.firstStockLeg = UInt32(draft.tables.stockLegs.count)
    record.stockLegCount = UInt32(row.stock.count)
    record.firstCashLeg = UInt32(draft.tables.cashLegs.count)
    record.cashLegCount = UInt32(row.cash.count)
    draft.tables.stockLegs += row.stock.map { leg($0, on: row.at.day) }
    draft.tables.cashLegs += row.cash.map(leg)
    draft.tables.groups.append(record)
    return self
  }

  /// A group with its legs inside.
  @discardableResult
  func group(
    _ id: String, _ at: Timestamp, _ type: GroupType? = nil, status: GroupStatus = .settled,
    stock: [StockRow] = [], cash: [CashRow] = []
  ) -> LedgerBuilder {
    group(GroupRow(id: id, at: at, type: type, status: status, stock: stock, cash: cash))
  }

  /// A group whose row has no legs: they come from flat tables, if at all.
  @discardableResult
  func bareGroup(_ row: GroupRow) -> LedgerBuilder {
    var record = record(of: row)
    record.firstStockLeg = UInt32(draft.tables.stockLegs.count)
    record.firstCashLeg = UInt32(draft.tables.cashLegs.count)
    draft.tables.groups.append(record)
    return self
  }

  /// A row of the flat table of stock legs. Its day is only known once it is joined.
  @discardableResult
  func flat(_ row: StockRow, of group: String) -> LedgerBuilder {
    draft.flatStockLegs.append(leg(row, on: .first))
    draft.flatStockGroups.append(identifier(group))
    return self
  }

  /// A row of the flat table of cash legs.
  @discardableResult
  func flat(_ row: CashRow, of group: String) -> LedgerBuilder {
    draft.flatCashLegs.append(leg(row))
    draft.flatCashGroups.append(identifier(group))
    return self
  }

  /// A group of stock legs, with the cash that they call for in the first account of each
  /// currency.
  @discardableResult
  func event(
    _ id: String, _ at: Timestamp, _ stock: StockRow..., type: GroupType? = nil,
    status: GroupStatus = .settled
  ) -> LedgerBuilder {
    group(
      id, at, type, status: status, stock: stock,
      cash: stock.flatMap { payment(for: $0, from: nil) })
  }

  /// The cash that a stock leg calls for; from the first account of its currency where none is
  /// named.
  func payment(for row: StockRow, from account: String?) -> [CashRow] {
    var leg = StockLeg(type: row.type, day: .first)
    fill(&leg, from: row)
    let currency = row.currency ?? tradingCurrency(of: row.symbol)
    if leg.type.isTrade && row.gross == nil {
      leg.gross = attempt(or: .zero) {
        try leg.quantity.multiplied(by: leg.price).multiplied(by: valueFactor(of: row.symbol))
      }
    }
    let called = attempt(or: .zero) { try leg.requiredCash(row.detail) }
    let accountOfCurrency = accountCurrencies.first { $0.currency == currency }?.id
    guard let paying = account ?? accountOfCurrency, !called.isZero else { return [] }
    return [called.isPositive ? .into(paying, called) : .out(paying, called.magnitude)]
  }

  // MARK: Results

  /// What checking says about the draft.
  func check(strict: Bool = false) -> LedgerCheck { LedgerCheck(of: draft, strict: strict) }

  /// The ledger; what is wrong with it fails the test with the faults as text.
  func ledger(_ place: Testing.SourceLocation = #_sourceLocation) throws -> Ledger {
    do {
      return try check().ledger()
    } catch {
      Issue.record("\(error.text())", sourceLocation: place)
      throw error
    }
  }

  func identifier(_ text: String?) -> Identifier {
    text.map { draft.tables.names.identifier(of: Array($0.utf8)) } ?? .none
  }
}

extension LedgerBuilder {
  private func next() -> SourcePosition {
    offset += 1
    return SourcePosition(file: 0, offset: offset)
  }

  private func number(of currency: Currency) -> CurrencyIndex {
    draft.tables.currencies.index(of: currency) ?? missingCurrency
  }

  private func symbolNumber(_ symbol: String?) -> InstrumentIndex {
    guard let symbol else { return .missing }
    let name = identifier(symbol)
    return draft.symbolNames.index(of: name)
  }

  private func stockNumber(_ id: String?) -> UInt32 {
    guard let id else { return .missing }
    let name = identifier(id)
    return draft.stockNames.number(of: name)
  }

  private func numberOrMissing(_ currency: Currency?) -> CurrencyIndex {
    guard let currency else { return missingCurrency }
    return number(of: currency)
  }

  private func tradingCurrency(of symbol: String?) -> Currency? {
    let name = identifier(symbol)
    let row = draft.tables.instruments.first { $0.symbol == name && !name.isNone }
    guard let currency = row?.currency else { return nil }
    return draft.tables.currencies[currency]
  }

  private func valueFactor(of symbol: String?) throws(ArithmeticFault) -> ExactDecimal {
    let name = identifier(symbol)
    return try draft.tables.instruments.first { $0.symbol == name }?.valueFactor() ?? .one
  }

  private func record(of row: GroupRow) -> GroupRecord {
    var record = GroupRecord(
      id: identifier(row.id), occurredAt: row.at, type: row.type, status: row.status,
      position: next())
    record.isDeleted = row.isDeleted
    record.settledAt = row.settledAt
    return record
  }

  private func leg(_ row: CashRow) -> CashLeg {
    let name = identifier(row.account)
    var leg = CashLeg(
      id: identifier(row.id), account: draft.accountNames.index(of: name), type: row.type,
      direction: row.direction, amount: row.amount,
      currency: numberOrMissing(row.currency), position: next())
    leg.instrument = symbolNumber(row.symbol)
    return leg
  }

  private func leg(_ row: StockRow, on day: Day) -> StockLeg {
    var leg = StockLeg(type: row.type, day: row.day ?? day, position: next())
    leg.id = identifier(row.id)
    leg.instrument = symbolNumber(row.symbol)
    leg.stockReference = stockNumber(row.stockID)
    leg.settlementDay = row.settles ?? leg.tradeDay
    leg.currency = numberOrMissing(row.currency)
    if let account = row.account {
      let name = identifier(account)
      leg.account = draft.tables.securitiesAccounts.index(of: name)
    }
    fill(&leg, from: row)
    appendDetail(of: row, to: &leg)
    return leg
  }

  private func fill(_ leg: inout StockLeg, from row: StockRow) {
    func set(
      _ value: ExactDecimal?, _ column: WritableKeyPath<StockLeg, ExactDecimal>,
      _ bit: StockColumns
    ) {
      guard let value else { return }
      leg[keyPath: column] = value
      leg.given.insert(bit)
    }
    set(row.quantity, \.quantity, .quantity)
    set(row.price, \.price, .price)
    set(row.gross, \.gross, .gross)
    set(row.fees, \.fees, .fees)
    set(row.taxes, \.taxes, .taxes)
    set(row.fxRate, \.fxRate, .fxRate)
    if row.day != nil { leg.given.insert(.tradeDate) }
    if row.settles != nil { leg.given.insert(.settlementDate) }
  }

  private func appendDetail(of row: StockRow, to leg: inout StockLeg) {
    var detail = row.detail
    detail.newSymbol = identifier(row.newSymbol)
    detail.lots = row.lots.map {
      var lot = LotChoice(
        groupID: identifier($0.group), acquired: $0.acquired, quantity: $0.quantity,
        costBasis: $0.cost, costBasisBase: $0.costBase)
      lot.fairValue = $0.fairValue
      lot.account = identifier($0.account)
      return lot
    }
    guard detail != StockLegDetail() else { return }
    leg.detail = UInt32(draft.tables.details.count)
    draft.tables.details.append(detail)
  }
}
