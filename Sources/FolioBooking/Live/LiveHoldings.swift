/// The holdings of books that change, kept by instrument: a change computes those of the
/// instruments whose lots it changed.
struct LiveHoldings: Sendable {
  /// By instrument.
  private var holdings: [[Holding]] = []
  /// The instruments in the order of their symbols.
  private(set) var order: [InstrumentIndex] = []

  /// No holdings.
  init() {}

  /// The holdings after some groups.
  init(_ booker: Booker) throws(ArithmeticFault) {
    grow(booker.tables)
    for index in holdings.indices {
      let instrument = InstrumentIndex(index)
      try replace(instrument, by: booker.lotsInOrder(of: instrument), booker.tables)
    }
  }

  /// The holdings in the order in which they are shown.
  var all: [Holding] { order.flatMap { holdings[Int($0)] } }

  /// The holdings of an instrument, which may be new.
  func holdings(of instrument: InstrumentIndex) -> [Holding] {
    Int(instrument) < holdings.count ? holdings[Int(instrument)] : []
  }

  /// Makes room for the instruments that came later.
  mutating func grow(_ tables: LedgerTables) {
    while holdings.count < tables.instruments.count {
      let new = tables.names.bytes(of: tables.instruments[holdings.count].symbol)
      let place = order.partitioningIndex {
        !tables.names.bytes(of: tables.instruments[Int($0)].symbol).lexicographicallyPrecedes(new)
      }
      order.insert(InstrumentIndex(holdings.count), at: place)
      holdings.append([])
    }
  }

  /// Replaces the holdings of an instrument by those of its lots, in the order of these.
  mutating func replace(
    _ instrument: InstrumentIndex, by lots: [Lot], _ tables: LedgerTables
  ) throws(ArithmeticFault) {
    holdings[Int(instrument)] = try Holding.list(of: lots, tables)
  }
}
