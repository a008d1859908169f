import FolioModel
import FolioNumbers

// A leg as most trades and dividends are.
extension StockLegRow {
  /// Those that most legs have.
  static let plainColumns: UInt32 = 0b01_0111_1111_1111

  @inline(__always)
  func append(to tables: inout LedgerTables) { tables.stockLegs.append(leg) }

  static func count(in tables: borrowing LedgerTables) -> Int { tables.stockLegs.count }

  @inline(__always)
  mutating func takePlain<Members: PlainMembers>(
    _ row: inout Members, _ index: inout Int, _ bytes: Span<UInt8>,
    _ reader: inout DocumentReader
  ) -> Bool {
    guard unsafe row.finds(Column.id.rawValue, &index, reader.book, bytes),
      let id = unsafe QuickValue.identifier(bytes, &index)
    else { return false }
    leg.id = id
    if unsafe row.finds(Column.stockID.rawValue, &index, reader.book, bytes) {
      guard let stock = unsafe QuickValue.identifier(bytes, &index) else { return false }
      leg.stockReference = reader.stocks.number(of: stock, in: &reader.draft.stockNames)
    }
    if unsafe row.finds(Column.symbol.rawValue, &index, reader.book, bytes) {
      guard let symbol = unsafe QuickValue.symbol(bytes, &index) else { return false }
      leg.instrument = reader.symbols.number(of: symbol, in: &reader.draft.symbolNames)
    }
    guard unsafe row.finds(Column.type.rawValue, &index, reader.book, bytes),
      let type = unsafe reader.words.tradeTypes.quick(bytes, &index)
    else { return false }
    leg.type = type
    if unsafe row.finds(Column.tradeDate.rawValue, &index, reader.book, bytes) {
      let day = unsafe reader.days.quick(bytes, &index)
      guard Self.give(day, .tradeDate, &leg.tradeDay, &leg.given) else { return false }
    }
    if unsafe row.finds(Column.settlementDate.rawValue, &index, reader.book, bytes) {
      let day = unsafe reader.days.quick(bytes, &index)
      guard Self.give(day, .settlementDate, &leg.settlementDay, &leg.given) else { return false }
    }
    guard unsafe takeAmounts(&row, &index, bytes, reader.book),
      unsafe row.finds(Column.currency.rawValue, &index, reader.book, bytes),
      let currency = unsafe reader.currencies.quick(bytes, &index)
    else { return false }
    leg.currency = currency
    return unsafe row.ends(&index, reader.book, bytes) && isPlain()
  }

  /// Reads those of the amounts that there are; false where one is not what most rows have.
  @unsafe @inline(__always)
  private mutating func takeAmounts<Members: PlainMembers>(
    _ row: inout Members, _ index: inout Int, _ bytes: Span<UInt8>,
    _ book: borrowing ColumnBook
  ) -> Bool {
    unsafe Self.take(.quantity, .quantity, &leg.quantity, &leg.given, &row, &index, bytes, book)
      && Self.take(.price, .price, &leg.price, &leg.given, &row, &index, bytes, book)
      && Self.take(.gross, .gross, &leg.gross, &leg.given, &row, &index, bytes, book)
      && Self.take(.fees, .fees, &leg.fees, &leg.given, &row, &index, bytes, book)
      && Self.take(.taxes, .taxes, &leg.taxes, &leg.given, &row, &index, bytes, book)
  }

  /// Reads an amount if its column comes next; false where it has another value.
  @unsafe @inline(__always)
  private static func take<Members: PlainMembers>(
    _ column: Column, _ flag: StockColumns, _ amount: inout ExactDecimal,
    _ given: inout StockColumns, _ row: inout Members, _ index: inout Int,
    _ bytes: Span<UInt8>, _ book: borrowing ColumnBook
  ) -> Bool {
    guard unsafe row.finds(column.rawValue, &index, book, bytes) else { return true }
    return give(unsafe QuickValue.decimal(bytes, &index), flag, &amount, &given)
  }

  /// Whether a trade or a dividend has all that it needs and nothing wrong, so that no more has to
  /// be asked (`finish`). A dividend of no units says nothing of them.
  @inline(__always)
  private mutating func isPlain() -> Bool {
    let isNamed = leg.instrument != missingIndex || leg.stockReference != missingIndex
    let isBelowZero =
      leg.price.isNegative || leg.gross.isNegative || leg.fees.isNegative || leg.taxes.isNegative
    guard isNamed, !isBelowZero else { return false }
    switch leg.type {
    case .buy, .sell, .shortSell, .cover:
      return leg.quantity.isPositive && !leg.given.isDisjoint(with: [.price, .gross])
    case .dividend:
      guard leg.given.contains(.gross), !leg.quantity.isNegative else { return false }
      if leg.quantity.isZero {
        leg.quantity = .zero
        leg.given.remove(.quantity)
      }
      return true
    case .split, .stockDividend, .returnOfCapital, .spinOff, .merger, .symbolChange, .transferOut,
      .transferIn, .writeOff, .gift, .unitFee:
      return false
    }
  }
}
