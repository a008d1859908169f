import Diagnostics

/// Finds the instrument that a symbol or a stock id names, by number of mention.
struct InstrumentResolver {
  private let symbols: [Identifier]
  private let stocks: [Identifier]
  private var bySymbol = IdentifierIndex()
  private var byStock = IdentifierIndex()
  private var symbolInstruments: [InstrumentIndex] = []

  init(_ tables: LedgerTables, _ draft: LedgerDraft) {
    symbols = draft.symbolNames.all
    stocks = draft.stockNames.all
  }

  /// Takes the symbol of a master row; gives the earlier row where it is taken.
  mutating func register(symbol: Identifier, _ index: InstrumentIndex) -> InstrumentIndex? {
    bySymbol.insert(symbol, index)
  }

  /// Takes the id of a master row; gives the earlier row where it is taken.
  mutating func register(stockID: Identifier, _ index: InstrumentIndex) -> InstrumentIndex? {
    byStock.insert(stockID, index)
  }

  /// Gives an instrument to each symbol that only legs mention.
  mutating func addMentionedSymbols(_ tables: inout LedgerTables) {
    symbolInstruments = symbols.map { instrument(named: $0, &tables) }
  }

  /// The instrument of a symbol; a new one without a master row where there is none.
  mutating func instrument(
    named symbol: Identifier, _ tables: inout LedgerTables
  ) -> InstrumentIndex {
    let next = InstrumentIndex(truncatingIfNeeded: tables.instruments.count)
    if let known = bySymbol.insert(symbol, next) { return known }
    tables.instruments.append(Instrument(symbol: symbol))
    return next
  }

  var hasUnknownStockIDs: Bool { stocks.contains { byStock[$0] == nil } }

  /// Ties a stock id without a master row to the instrument of a symbol.
  mutating func learn(symbol: UInt32, stock: UInt32) -> (InstrumentIndex, Identifier)? {
    let index = symbolInstruments[Int(symbol)]
    let id = stocks[Int(stock)]
    return byStock.insert(id, index) == nil ? (index, id) : nil
  }

  func instrument(symbol: UInt32) -> InstrumentIndex {
    symbol == missingIndex ? missingIndex : symbolInstruments[Int(symbol)]
  }

  func instrument(stock: UInt32) -> InstrumentIndex {
    byStock[stocks[Int(stock)]] ?? missingIndex
  }
}
