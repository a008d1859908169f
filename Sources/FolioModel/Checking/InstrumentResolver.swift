/// Finds the instrument that a symbol or a stock id names, by number of mention.
struct InstrumentResolver {
  private var bySymbol = IdentifierIndex()
  private var byStock = IdentifierIndex()
  private var symbolInstruments: [InstrumentIndex] = []
  /// The instruments of the stock ids that were looked up.
  private var stockInstruments: [InstrumentIndex] = []

  /// The stock ids of which a leg showed whose they are.
  private(set) var learned: Set<Identifier> = []

  /// The number of stock ids that are known to name an instrument.
  private var knownStocks = 0

  /// Registers the symbol of a master row. Returns the earlier row if the symbol is taken.
  mutating func register(symbol: Identifier, _ index: InstrumentIndex) -> InstrumentIndex? {
    bySymbol.insert(symbol, index.rawValue).map(InstrumentIndex.init(rawValue:))
  }

  /// Registers the id of a master row. Returns the earlier row if the id is taken.
  mutating func register(stockID: Identifier, _ index: InstrumentIndex) -> InstrumentIndex? {
    byStock.insert(stockID, index.rawValue).map(InstrumentIndex.init(rawValue:))
  }

  /// Assigns an instrument to each symbol that only legs mention.
  mutating func addMentionedSymbols(_ symbols: [Identifier], _ tables: inout LedgerTables) {
    for symbol in symbols[symbolInstruments.count...] {
      symbolInstruments.append(instrument(named: symbol, &tables))
    }
  }

  /// The instrument of a symbol. If there is none, a new one without a master row.
  mutating func instrument(
    named symbol: Identifier, _ tables: inout LedgerTables
  ) -> InstrumentIndex {
    let next = InstrumentIndex(tables.instruments.count)
    if let known = register(symbol: symbol, next) { return known }
    tables.instruments.append(Instrument(symbol: symbol))
    return next
  }

  /// Whether one of the stock ids has no instrument yet.
  mutating func hasUnknownStockIDs(_ stocks: [Identifier]) -> Bool {
    while knownStocks < stocks.count, byStock[stocks[knownStocks]] != nil { knownStocks += 1 }
    return knownStocks < stocks.count
  }

  /// Ties a stock id without a master row to the instrument of a symbol.
  /// - Returns: the instrument; nil if the id had one.
  mutating func learn(symbol: InstrumentIndex, stock id: Identifier) -> InstrumentIndex? {
    let index = symbolInstruments[Int(symbol)]
    guard register(stockID: id, index) == nil else { return nil }
    learned.insert(id)
    return index
  }

  func instrument(symbol: InstrumentIndex) -> InstrumentIndex {
    symbol == .missing ? .missing : symbolInstruments[Int(symbol)]
  }

  /// The instrument of a stock id. It never changes, so it is looked up only once.
  mutating func instrument(stock: UInt32, of stocks: NumberedNames) -> InstrumentIndex {
    if Int(stock) < stockInstruments.count, stockInstruments[Int(stock)] != .missing {
      return stockInstruments[Int(stock)]
    }
    return lookUp(stock: stock, of: stocks.all)
  }

  @inline(never)
  private mutating func lookUp(stock: UInt32, of stocks: [Identifier]) -> InstrumentIndex {
    let missing = stocks.count - stockInstruments.count
    stockInstruments.append(contentsOf: repeatElement(InstrumentIndex.missing, count: missing))
    guard let found = byStock[stocks[Int(stock)]] else { return .missing }
    stockInstruments[Int(stock)] = InstrumentIndex(rawValue: found)
    return stockInstruments[Int(stock)]
  }
}
