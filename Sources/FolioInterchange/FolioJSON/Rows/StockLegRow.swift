/// A row of `stock_transactions`.
struct StockLegRow: LegRow {
  static let kind = RowKind.stockLeg
  static let keys = [
    "id", "stock_id", "symbol", "trade_type", "trade_date", "settlement_date", "quantity",
    "price_per_share", "gross_amount", "fees", "taxes", "tax_withheld", "currency", "fx_rate",
    "account", "group_id", "ratio", "new_symbol", "basis_fraction", "cash_in_lieu", "lots",
    "accrued_interest", "direction", "recipient",
  ]
  enum Column: Int {
    case id, stockID, symbol, type, tradeDate, settlementDate, quantity
    case price, gross, fees, taxes, taxWithheld, currency, fxRate
    case account, group, ratio, newSymbol, basisFraction, cashInLieu, lots
    case accruedInterest, direction, recipient

    var bit: UInt32 { 1 << UInt32(rawValue) }
    var key: String { StockLegRow.keys[rawValue] }
  }

  var leg: StockLeg
  var group = Identifier.none
  var taxWithheld: ExactDecimal?
  /// The rare columns, or no element if there are none. An array keeps the row small.
  var detail: [StockLegDetail] = []
  var present: UInt32 = 0
  /// Whether the row has a trade type, which decides which columns it needs.
  var hasType = false

  init(at position: SourcePosition) {
    leg = StockLeg(type: .buy, day: .first, position: position)
  }

  mutating func take(
    _ column: Int, _ bytes: Span<UInt8>, _ reader: inout RecordReader
  ) throws(ScanStop) {
    switch Column(rawValue: column) {
    case .id: leg.id = try reader.identifier(bytes) ?? .none
    case .stockID:
      if let id = try reader.identifier(bytes) {
        leg.stockReference = reader.stocks.number(of: id, in: &reader.draft.stockNames)
      }
    case .symbol:
      if let symbol = try reader.identifier(bytes) {
        leg.instrument = reader.symbols.index(of: symbol, in: &reader.draft.symbolNames)
      }
    case .type:
      guard let type = try reader.oneOf(reader.words.tradeTypes, .badTradeType, bytes) else {
        return
      }
      (leg.type, hasType) = (type, true)
    case .tradeDate:
      Self.set(try reader.day(bytes), .tradeDate, &leg.tradeDay, &leg.given)
    case .settlementDate:
      Self.set(try reader.day(bytes), .settlementDate, &leg.settlementDay, &leg.given)
    case .quantity:
      Self.set(try reader.decimal(bytes), .quantity, &leg.quantity, &leg.given)
    case .price: Self.set(try reader.decimal(bytes), .price, &leg.price, &leg.given)
    case .gross: Self.set(try reader.decimal(bytes), .gross, &leg.gross, &leg.given)
    case .fees: Self.set(try reader.decimal(bytes), .fees, &leg.fees, &leg.given)
    case .taxes: Self.set(try reader.decimal(bytes), .taxes, &leg.taxes, &leg.given)
    case .currency: leg.currency = try reader.currency(bytes) ?? missingCurrency
    case .fxRate: Self.set(try reader.decimal(bytes), .fxRate, &leg.fxRate, &leg.given)
    case .group: group = try reader.identifier(bytes) ?? .none
    case .taxWithheld: taxWithheld = try reader.decimal(bytes)
    case .account:
      guard let name = try reader.identifier(bytes) else { return }
      leg.account = reader.draft.tables.securitiesAccounts.index(of: name)
    case .some(let rare): try takeRare(rare, bytes, &reader)
    case nil: break
    }
  }

  mutating func takeInOrder(
    at start: Int, _ bytes: Span<UInt8>, _ reader: inout RecordReader
  ) -> MemberCursor {
    var cursor = MemberCursor(at: start, of: Self.kind)
    do throws(UnusualValue) {
      if cursor.finds(Column.id, reader.predictor, bytes) { leg.id = try cursor.identifier(bytes) }
      if cursor.finds(Column.stockID, reader.predictor, bytes) {
        let id = try cursor.identifier(bytes)
        leg.stockReference = reader.stocks.number(of: id, in: &reader.draft.stockNames)
      }
      if cursor.finds(Column.symbol, reader.predictor, bytes) {
        let symbol = try cursor.symbol(bytes)
        leg.instrument = reader.symbols.index(of: symbol, in: &reader.draft.symbolNames)
      }
      if cursor.finds(Column.type, reader.predictor, bytes) {
        (leg.type, hasType) = (try cursor.word(bytes, reader.words.tradeTypes), true)
      }
      if cursor.finds(Column.tradeDate, reader.predictor, bytes) {
        Self.set(try cursor.day(bytes, &reader.days), .tradeDate, &leg.tradeDay, &leg.given)
      }
      if cursor.finds(Column.settlementDate, reader.predictor, bytes) {
        Self.set(
          try cursor.day(bytes, &reader.days), .settlementDate, &leg.settlementDay, &leg.given)
      }
      if cursor.finds(Column.quantity, reader.predictor, bytes) {
        Self.set(try cursor.decimal(bytes), .quantity, &leg.quantity, &leg.given)
      }
      if cursor.finds(Column.price, reader.predictor, bytes) {
        Self.set(try cursor.decimal(bytes), .price, &leg.price, &leg.given)
      }
      if cursor.finds(Column.gross, reader.predictor, bytes) {
        Self.set(try cursor.decimal(bytes), .gross, &leg.gross, &leg.given)
      }
      if cursor.finds(Column.fees, reader.predictor, bytes) {
        Self.set(try cursor.decimal(bytes), .fees, &leg.fees, &leg.given)
      }
      if cursor.finds(Column.taxes, reader.predictor, bytes) {
        Self.set(try cursor.decimal(bytes), .taxes, &leg.taxes, &leg.given)
      }
      if cursor.finds(Column.currency, reader.predictor, bytes) {
        leg.currency = try cursor.currency(bytes, reader.currencies)
      }
      cursor.endMember()
      return cursor
    } catch {
      return cursor.beforeMember()
    }
  }

  /// Sets a column and notes that it was given, if there is a value.
  @inline(__always)
  private static func set<Value>(
    _ value: Value?, _ column: StockColumns, _ target: inout Value, _ given: inout StockColumns
  ) {
    guard let value else { return }
    target = value
    given.insert(column)
  }

  /// A column that few legs have.
  @inline(never)
  private mutating func takeRare(
    _ column: Column, _ bytes: Span<UInt8>, _ reader: inout RecordReader
  ) throws(ScanStop) {
    var detail = self.detail.first ?? StockLegDetail()
    switch column {
    case .ratio: detail.ratio = try reader.ratio(bytes)
    case .newSymbol: detail.newSymbol = try reader.identifier(bytes) ?? .none
    case .basisFraction: detail.basisFraction = try reader.decimal(bytes)
    case .cashInLieu: detail.cashInLieu = try reader.decimal(bytes)
    case .accruedInterest: detail.accruedInterest = try reader.decimal(bytes)
    case .direction:
      detail.costDirection = try reader.oneOf(reader.words.costDirections, .badDirection, bytes)
    case .recipient:
      detail.recipient = try reader.oneOf(reader.words.recipients, .badRecipient, bytes)
    case .lots: detail.lots = try reader.entries(of: LotRow.self, bytes).map(\.choice)
    case .id, .stockID, .symbol, .type, .tradeDate, .settlementDate, .quantity, .price, .gross,
      .fees, .taxes, .taxWithheld, .currency, .fxRate, .account, .group:
      return
    }
    self.detail = [detail]
  }

  // MARK: Tables

  @inline(__always)
  func append(to draft: inout LedgerDraft, isFlat: Bool) {
    guard isFlat else { return draft.tables.stockLegs.append(leg) }
    draft.flatStockLegs.append(leg)
    draft.flatStockGroups.append(group)
  }

  static func count(in draft: borrowing LedgerDraft, isFlat: Bool) -> Int {
    isFlat ? draft.flatStockLegs.count : draft.tables.stockLegs.count
  }
}
