import FolioDiagnostics
import FolioModel
import FolioNumbers

/// A row of `stock_transactions`.
struct StockLegRow: LegRow {
  static let kind = RowKind.stockLeg
  static let keys = [
    "id", "stock_id", "symbol", "trade_type", "trade_date", "settlement_date", "quantity",
    "price_per_share", "gross_amount", "fees", "taxes", "tax_withheld", "currency", "fx_rate",
    "account", "group_id", "ratio", "new_symbol", "basis_fraction", "cash_in_lieu", "lots",
    "accrued_interest",
  ]
  enum Column: Int {
    case id, stockID, symbol, type, tradeDate, settlementDate, quantity
    case price, gross, fees, taxes, taxWithheld, currency, fxRate
    case account, group, ratio, newSymbol, basisFraction, cashInLieu, lots
    case accruedInterest

    var bit: UInt32 { 1 << UInt32(rawValue) }
    var key: String { StockLegRow.keys[rawValue] }
  }

  var leg: StockLeg
  var group = Identifier.none
  var taxWithheld: ExactDecimal?
  /// The rarer columns; none until one of them comes. An array of one keeps the row small.
  var detail: [StockLegDetail] = []
  var present: UInt32 = 0
  /// Whether the row gives `leg.type`, which decides what else it needs.
  var hasType = false

  init(at position: SourcePosition) {
    leg = StockLeg(type: .buy, day: .first, position: position)
  }

  mutating func take(
    _ column: Int, _ bytes: Span<UInt8>, _ reader: inout DocumentReader
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
    case .some(let rare): try takeRare(rare, bytes, &reader)
    case nil: break
    }
  }

  mutating func takeInOrder(
    at start: Int, _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) -> MemberCursor {
    var cursor = MemberCursor(at: start, of: Self.kind)
    if cursor.finds(Column.id.rawValue, reader.predictor, bytes) {
      guard let id = cursor.identifier(bytes) else { return cursor.beforeMember() }
      leg.id = id
    }
    if cursor.finds(Column.stockID.rawValue, reader.predictor, bytes) {
      guard let id = cursor.identifier(bytes) else { return cursor.beforeMember() }
      leg.stockReference = reader.stocks.number(of: id, in: &reader.draft.stockNames)
    }
    if cursor.finds(Column.symbol.rawValue, reader.predictor, bytes) {
      guard let symbol = cursor.symbol(bytes) else { return cursor.beforeMember() }
      leg.instrument = reader.symbols.index(of: symbol, in: &reader.draft.symbolNames)
    }
    if cursor.finds(Column.type.rawValue, reader.predictor, bytes) {
      guard let type = cursor.word(bytes, reader.words.tradeTypes) else {
        return cursor.beforeMember()
      }
      (leg.type, hasType) = (type, true)
    }
    if cursor.finds(Column.tradeDate.rawValue, reader.predictor, bytes) {
      guard Self.set(cursor.day(bytes, &reader.days), .tradeDate, &leg.tradeDay, &leg.given) else {
        return cursor.beforeMember()
      }
    }
    if cursor.finds(Column.settlementDate.rawValue, reader.predictor, bytes) {
      guard
        Self.set(cursor.day(bytes, &reader.days), .settlementDate, &leg.settlementDay, &leg.given)
      else { return cursor.beforeMember() }
    }
    guard takeAmounts(&cursor, bytes, reader.predictor) else { return cursor.beforeMember() }
    if cursor.finds(Column.currency.rawValue, reader.predictor, bytes) {
      guard let currency = cursor.currency(bytes, reader.currencies) else {
        return cursor.beforeMember()
      }
      leg.currency = currency
    }
    return cursor.afterValue()
  }

  /// Sets a column and notes that it was given, if there is a value.
  /// - Returns: whether there is.
  @inline(__always) @discardableResult
  private static func set<Value>(
    _ value: Value?, _ column: StockColumns, _ target: inout Value, _ given: inout StockColumns
  ) -> Bool {
    guard let value else { return false }
    target = value
    given.insert(column)
    return true
  }

  /// Takes those of the amounts that come; false where one needs the general reader.
  @inline(__always)
  private mutating func takeAmounts(
    _ cursor: inout MemberCursor, _ bytes: Span<UInt8>, _ predictor: borrowing ColumnPredictor
  ) -> Bool {
    Self.takeAmount(.quantity, .quantity, &leg.quantity, &leg.given, &cursor, bytes, predictor)
      && Self.takeAmount(.price, .price, &leg.price, &leg.given, &cursor, bytes, predictor)
      && Self.takeAmount(.gross, .gross, &leg.gross, &leg.given, &cursor, bytes, predictor)
      && Self.takeAmount(.fees, .fees, &leg.fees, &leg.given, &cursor, bytes, predictor)
      && Self.takeAmount(.taxes, .taxes, &leg.taxes, &leg.given, &cursor, bytes, predictor)
  }

  @inline(__always)
  private static func takeAmount(
    _ column: Column, _ flag: StockColumns, _ amount: inout ExactDecimal,
    _ given: inout StockColumns, _ cursor: inout MemberCursor, _ bytes: Span<UInt8>,
    _ predictor: borrowing ColumnPredictor
  ) -> Bool {
    guard cursor.finds(column.rawValue, predictor, bytes) else { return true }
    return set(cursor.decimal(bytes), flag, &amount, &given)
  }

  /// A column that few legs have.
  @inline(never)
  private mutating func takeRare(
    _ column: Column, _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) throws(ScanStop) {
    if column == .taxWithheld {
      taxWithheld = try reader.decimal(bytes)
      return
    }
    if column == .account {
      guard let name = try reader.identifier(bytes) else { return }
      leg.account = reader.draft.tables.securitiesAccounts.index(of: name)
      return
    }
    var detail = self.detail.first ?? StockLegDetail()
    switch column {
    case .ratio: detail.ratio = try reader.ratio(bytes)
    case .newSymbol: detail.newSymbol = try reader.identifier(bytes) ?? .none
    case .basisFraction: detail.basisFraction = try reader.decimal(bytes)
    case .cashInLieu: detail.cashInLieu = try reader.decimal(bytes)
    case .accruedInterest: detail.accruedInterest = try reader.decimal(bytes)
    case .lots: detail.lots = try reader.lots(bytes)
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
