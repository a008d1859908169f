import FolioDiagnostics
import FolioModel
import FolioNumbers

/// A row of `stock_transactions`.
struct StockLegRow: PlainRow {
  static let kind = RowKind.stockLeg
  static var isFrequent: Bool { true }
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
  /// Which columns came with a value, right or wrong.
  var present: UInt32 = 0
  /// Whether `leg.type` is what the row says: without it nobody knows what the leg needs.
  var hasType = false

  init(at position: SourcePosition) {
    leg = StockLeg(type: .buy, day: .first, position: position)
  }

  @inline(__always)
  mutating func take(
    _ column: Int, _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) throws(ScanStop) {
    if reader.scanner.takeNull(bytes) { return }
    present |= 1 &<< UInt32(truncatingIfNeeded: column)
    switch Column(rawValue: column) {
    case .id: leg.id = try reader.identifier(bytes) ?? .none
    case .stockID: leg.stockReference = try reader.stockNumber(bytes)
    case .symbol: leg.instrument = try reader.symbolNumber(bytes)
    case .type:
      let word = try reader.word(bytes)
      if let type = reader.known(reader.words.tradeTypes[word], word, .badTradeType, bytes) {
        leg.type = type
        hasType = true
      }
    case .tradeDate: Self.give(try reader.day(bytes), .tradeDate, &leg.tradeDay, &leg.given)
    case .settlementDate:
      Self.give(try reader.day(bytes), .settlementDate, &leg.settlementDay, &leg.given)
    case .quantity: Self.give(try reader.decimal(bytes), .quantity, &leg.quantity, &leg.given)
    case .price: Self.give(try reader.decimal(bytes), .price, &leg.price, &leg.given)
    case .gross: Self.give(try reader.decimal(bytes), .gross, &leg.gross, &leg.given)
    case .fees: Self.give(try reader.decimal(bytes), .fees, &leg.fees, &leg.given)
    case .taxes: Self.give(try reader.decimal(bytes), .taxes, &leg.taxes, &leg.given)
    case .currency: leg.currency = try reader.currency(bytes) ?? missingCurrency
    case .fxRate: Self.give(try reader.decimal(bytes), .fxRate, &leg.fxRate, &leg.given)
    case .group: group = try reader.identifier(bytes) ?? .none
    case .some(let rare): try takeRare(rare, bytes, &reader)
    case nil: break
    }
  }

  /// Sets a column, and notes that it was given, where there is a value.
  /// - Returns: whether there is.
  @inline(__always) @discardableResult
  static func give<Value>(
    _ value: Value?, _ column: StockColumns, _ target: inout Value, _ given: inout StockColumns
  ) -> Bool {
    guard let value else { return false }
    target = value
    given.insert(column)
    return true
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

  /// A stock leg inside of its group.
  @inline(never)
  mutating func readStockLeg(_ bytes: Span<UInt8>, depth: Int) throws(ScanStop) {
    let position = position(scanner.index)
    let number = UInt32(truncatingIfNeeded: draft.tables.stockLegs.count)
    let before = rowMark
    var row = StockLegRow(at: position)
    guard try readMembers(of: &row, number: number, bytes, depth: depth) else {
      before?.drop(&self)
      return
    }
    row.finish(&self)
    if !row.group.isNone {
      staging.mentions.append(Staging.GroupMention(group: row.group, position: position))
    }
    draft.tables.stockLegs.append(row.leg)
  }

  /// A stock leg of the flat table.
  mutating func readFlatStockLeg(_ bytes: Span<UInt8>, depth: Int) throws(ScanStop) {
    let number = UInt32(truncatingIfNeeded: draft.flatStockLegs.count) | flatRowFlag
    let before = rowMark
    var row = StockLegRow(at: position(scanner.index))
    guard try readMembers(of: &row, number: number, bytes, depth: depth) else {
      before?.drop(&self)
      return
    }
    row.finish(&self)
    if row.present & StockLegRow.Column.group.bit == 0 {
      reportRow(Wording.missingGroup(of: "stock leg"))
    }
    draft.flatStockLegs.append(row.leg)
    draft.flatStockGroups.append(row.group)
  }
}
