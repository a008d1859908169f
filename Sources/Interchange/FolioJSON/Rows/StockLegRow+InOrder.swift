import ExactNumbers
import LedgerModel

extension StockLegRow {
  /// Reads a row that has its columns in the order of the format; false where it does not.
  @inline(__always)
  mutating func takeInOrder(
    _ row: inout OrderedRow, _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) -> Bool {
    guard unsafe row.finds(Column.id.rawValue, reader.book, bytes),
      let id = unsafe QuickValue.identifier(bytes, &row.index)
    else { return false }
    leg.id = id
    if unsafe row.finds(Column.stockID.rawValue, reader.book, bytes) {
      guard let stock = unsafe QuickValue.identifier(bytes, &row.index) else { return false }
      leg.stockReference = reader.stocks.number(of: stock, in: &reader.draft.stockNames)
    }
    if unsafe row.finds(Column.symbol.rawValue, reader.book, bytes) {
      guard let symbol = unsafe QuickValue.symbol(bytes, &row.index) else { return false }
      leg.instrument = reader.symbols.number(of: symbol, in: &reader.draft.symbolNames)
    }
    guard unsafe row.finds(Column.type.rawValue, reader.book, bytes),
      let type = unsafe reader.words.tradeTypes.quick(bytes, &row.index)
    else { return false }
    leg.type = type
    if unsafe row.finds(Column.tradeDate.rawValue, reader.book, bytes) {
      let day = unsafe reader.days.quick(bytes, &row.index)
      guard Self.give(day, .tradeDate, &leg.tradeDay, &leg.given) else { return false }
    }
    if unsafe row.finds(Column.settlementDate.rawValue, reader.book, bytes) {
      let day = unsafe reader.days.quick(bytes, &row.index)
      guard Self.give(day, .settlementDate, &leg.settlementDay, &leg.given) else { return false }
    }
    guard unsafe takeAmounts(&row, bytes, reader.book),
      unsafe row.finds(Column.currency.rawValue, reader.book, bytes),
      let currency = unsafe reader.currencies.quick(bytes, &row.index)
    else { return false }
    leg.currency = currency
    return unsafe row.ends(bytes) && isPlain
  }

  /// Reads those of the amounts that there are; false where one is not what most rows have.
  @unsafe @inline(__always)
  private mutating func takeAmounts(
    _ row: inout OrderedRow, _ bytes: Span<UInt8>, _ book: borrowing ColumnBook
  ) -> Bool {
    unsafe Self.take(.quantity, .quantity, &leg.quantity, &leg.given, &row, bytes, book)
      && Self.take(.price, .price, &leg.price, &leg.given, &row, bytes, book)
      && Self.take(.gross, .gross, &leg.gross, &leg.given, &row, bytes, book)
      && Self.take(.fees, .fees, &leg.fees, &leg.given, &row, bytes, book)
      && Self.take(.taxes, .taxes, &leg.taxes, &leg.given, &row, bytes, book)
  }

  /// Reads an amount if its column comes next; false where it has another value.
  @unsafe @inline(__always)
  private static func take(
    _ column: Column, _ flag: StockColumns, _ amount: inout ExactDecimal,
    _ given: inout StockColumns, _ row: inout OrderedRow, _ bytes: Span<UInt8>,
    _ book: borrowing ColumnBook
  ) -> Bool {
    guard unsafe row.finds(column.rawValue, book, bytes) else { return true }
    return give(unsafe QuickValue.decimal(bytes, &row.index), flag, &amount, &given)
  }

  /// Whether a trade or a dividend has all that it needs and nothing wrong, so that no more has to
  /// be asked (`finish`).
  @inline(__always)
  private var isPlain: Bool {
    let isNamed = leg.instrument != missingIndex || leg.stockReference != missingIndex
    let isBelowZero =
      leg.price.isNegative || leg.gross.isNegative || leg.fees.isNegative || leg.taxes.isNegative
    guard isNamed, !isBelowZero else { return false }
    switch leg.type {
    case .buy, .sell, .shortSell, .cover:
      return leg.quantity.isPositive && !leg.given.isDisjoint(with: [.price, .gross])
    case .dividend:
      return leg.given.isDisjoint(with: .quantity) && leg.given.contains(.gross)
    default: return false
    }
  }
}

extension DocumentReader {
  /// Reads a stock leg that has its columns in the order of the format; false, and nothing moves,
  /// where it has not.
  @inline(never)
  mutating func readOrderedStockLeg(_ bytes: Span<UInt8>) -> Bool {
    let start = scanner.index
    guard bytes.holds(OrderedRow.reach, at: start) else { return false }
    var row = OrderedRow(at: start, of: .stockLeg)
    var stock = StockLegRow(at: position(start))
    guard stock.takeInOrder(&row, bytes, &self) else { return false }
    scanner.index = row.index
    draft.tables.stockLegs.append(stock.leg)
    return true
  }
}
