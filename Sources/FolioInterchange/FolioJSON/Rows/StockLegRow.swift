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

  @inline(__always)
  mutating func take(
    _ column: Column, from values: inout MemberCursor, _ bytes: Span<UInt8>,
    _ reader: inout DocumentReader
  ) throws(ScanStop) {
    switch column {
    case .id: leg.id = try values.identifier(bytes, &reader) ?? .none
    case .stockID:
      if let id = try values.identifier(bytes, &reader) {
        leg.stockReference = reader.stocks.number(of: id, in: &reader.draft.stockNames)
      }
    case .symbol:
      if let symbol = try values.symbol(bytes, &reader) {
        leg.instrument = reader.symbols.number(of: symbol, in: &reader.draft.symbolNames)
      }
    case .type:
      let word = try values.word(bytes, &reader)
      let type = reader.words.tradeTypes[word]
      if let type = try values.known(type, word, .badTradeType, bytes, &reader) {
        leg.type = type
        hasType = true
      }
    case .tradeDate:
      Self.give(try values.day(bytes, &reader), .tradeDate, &leg.tradeDay, &leg.given)
    case .settlementDate:
      Self.give(try values.day(bytes, &reader), .settlementDate, &leg.settlementDay, &leg.given)
    case .quantity:
      Self.give(try values.decimal(bytes, &reader), .quantity, &leg.quantity, &leg.given)
    case .price: Self.give(try values.decimal(bytes, &reader), .price, &leg.price, &leg.given)
    case .gross: Self.give(try values.decimal(bytes, &reader), .gross, &leg.gross, &leg.given)
    case .fees: Self.give(try values.decimal(bytes, &reader), .fees, &leg.fees, &leg.given)
    case .taxes: Self.give(try values.decimal(bytes, &reader), .taxes, &leg.taxes, &leg.given)
    case .currency: leg.currency = try values.currency(bytes, &reader) ?? missingCurrency
    case .fxRate: Self.give(try values.decimal(bytes, &reader), .fxRate, &leg.fxRate, &leg.given)
    case .group: group = try values.identifier(bytes, &reader) ?? .none
    case .taxWithheld, .account, .ratio, .newSymbol, .basisFraction, .cashInLieu, .lots,
      .accruedInterest:
      try values.requireAnyValue()
      try takeRare(column, bytes, &reader)
    }
  }

  @inline(__always)
  mutating func take(
    _ column: Int, _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) throws(ScanStop) {
    guard let column = Column(rawValue: column) else { return }
    var values = MemberCursor.anyValue
    try take(column, from: &values, bytes, &reader)
  }

  mutating func takeInOrder(
    at start: Int, _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) -> MemberCursor {
    var cursor = MemberCursor(at: start)
    do throws(ScanStop) {
      try takeNext(.id, &cursor, bytes, &reader)
      try takeNext(.stockID, &cursor, bytes, &reader)
      try takeNext(.symbol, &cursor, bytes, &reader)
      try takeNext(.type, &cursor, bytes, &reader)
      try takeNext(.tradeDate, &cursor, bytes, &reader)
      try takeNext(.settlementDate, &cursor, bytes, &reader)
      try takeNext(.quantity, &cursor, bytes, &reader)
      try takeNext(.price, &cursor, bytes, &reader)
      try takeNext(.gross, &cursor, bytes, &reader)
      try takeNext(.fees, &cursor, bytes, &reader)
      try takeNext(.taxes, &cursor, bytes, &reader)
      try takeNext(.currency, &cursor, bytes, &reader)
      cursor.take()
    } catch {
      // The general reader continues with the member whose value is not ordinary.
    }
    return cursor
  }

  /// Takes a column if it comes next.
  @inline(__always)
  private mutating func takeNext(
    _ column: Column, _ cursor: inout MemberCursor, _ bytes: Span<UInt8>,
    _ reader: inout DocumentReader
  ) throws(ScanStop) {
    guard cursor.finds(column.rawValue, of: Self.kind, reader.book, bytes) else { return }
    try take(column, from: &cursor, bytes, &reader)
  }

  /// Sets a column and notes that it was given, if there is a value.
  @inline(__always)
  private static func give<Value>(
    _ value: Value?, _ column: StockColumns, _ target: inout Value, _ given: inout StockColumns
  ) {
    guard let value else { return }
    target = value
    given.insert(column)
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
      leg.account = try reader.securitiesAccountNumber(bytes)
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

extension DocumentReader {
  /// The id of an instrument; its number among those that are mentioned.
  @inline(__always)
  mutating func stockNumber(_ bytes: Span<UInt8>) throws(ScanStop) -> UInt32 {
    guard let id = try identifier(bytes) else { return missingIndex }
    return stocks.number(of: id, in: &draft.stockNames)
  }

  /// The symbol of an instrument; its number among those that are mentioned.
  @inline(__always)
  mutating func symbolNumber(_ bytes: Span<UInt8>) throws(ScanStop) -> InstrumentIndex {
    guard let symbol = try identifier(bytes) else { return missingIndex }
    return symbols.number(of: symbol, in: &draft.symbolNames)
  }

  /// The name of a securities account; its number.
  mutating func securitiesAccountNumber(
    _ bytes: Span<UInt8>
  ) throws(ScanStop) -> SecuritiesAccountIndex {
    guard let name = try identifier(bytes) else { return 0 }
    return draft.tables.securitiesAccounts.number(of: name)
  }
}
