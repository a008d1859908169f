/// A position as an app shows it: quantity and cost of an instrument.
public struct Holding: Sendable, Hashable, Codable {
  /// The symbol.
  public var symbol: String
  /// The name that people read; empty if the ledger gives none.
  public var name = ""
  /// The currency of the cost; nil if nothing says it.
  public var currency: Currency?
  /// Units; below zero if they are owed.
  public var quantity: ExactDecimal
  /// Cost of one unit, half-even at 18 places where it does not end before.
  public var averageCost: ExactDecimal
  /// The cost of all units. For units owed, the proceeds of their sale, below zero.
  public var costBasis: ExactDecimal
}

extension Holding: Identifiable {
  /// What makes a holding: the instrument, the currency of its cost, and the side.
  public struct ID: Sendable, Hashable {
    /// The symbol.
    public var symbol: String
    /// The currency of the cost.
    public var currency: Currency?
    /// Whether units are owed.
    public var isShort: Bool
  }

  /// The identity, which stays the same while the position is open.
  public var id: ID { ID(symbol: symbol, currency: currency, isShort: quantity < .zero) }
}

extension BookedLedger {
  /// The open lots flattened to one holding for each instrument and currency of its cost, by
  /// symbol. Short positions are separate.
  /// - Parameter isIncluded: which lots to count.
  /// - Throws: `ArithmeticFault` when a sum needs more digits than an exact number has.
  public func holdings(
    where isIncluded: (Lot) -> Bool = { _ in true }
  ) throws(ArithmeticFault) -> [Holding] {
    try Holding.list(of: lots.lazy.filter(isIncluded), ledger.tables)
  }
}

/// The units that are shown as one position, and their cost.
struct HeldUnits {
  let key: PositionKey
  /// Units; below zero if they are owed.
  private(set) var quantity = ExactDecimal.zero
  private(set) var cost = ExactDecimal.zero

  init(_ key: PositionKey) { self.key = key }

  /// Adds units that are held or owed.
  mutating func add(
    _ units: ExactDecimal, _ costOfUnits: ExactDecimal
  ) throws(ArithmeticFault) {
    try quantity.add(key.isShort ? -units : units)
    try cost.add(key.isShort ? -costOfUnits : costOfUnits)
  }
}

extension Holding {
  /// One holding for each instrument, currency of the cost and side, in the order of their first
  /// lots.
  static func list(
    of lots: some Sequence<Lot>, _ tables: LedgerTables
  ) throws(ArithmeticFault) -> [Holding] {
    var held: [HeldUnits] = []
    var indices: [PositionKey: Int] = [:]
    for lot in lots {
      let index = indices[PositionKey(lot)] ?? held.count
      if index == held.count {
        held.append(HeldUnits(PositionKey(lot)))
        indices[PositionKey(lot)] = index
      }
      try held[index].add(lot.quantity, lot.cost)
    }
    return try held.map { units throws(ArithmeticFault) in try Holding(units, tables) }
  }

  private init(_ held: HeldUnits, _ tables: LedgerTables) throws(ArithmeticFault) {
    let instrument = tables.instruments[Int(held.key.instrument)]
    let currency = held.key.currency
    self.init(
      symbol: tables.text(instrument.symbol), name: instrument.name,
      currency: currency == missingCurrency ? nil : tables.currencies[currency],
      quantity: held.quantity.normalized(),
      averageCost: try held.cost.divided(by: held.quantity, places: ExchangeRate.places)
        .normalized(),
      costBasis: held.cost.normalized())
  }
}

/// The key by which lots are shown as one position: instrument, currency of the cost, and side.
package struct PositionKey: Hashable, Sendable {
  /// The instrument.
  package var instrument: InstrumentIndex
  /// The currency of the cost.
  package var currency: CurrencyIndex
  /// Whether the units are owed.
  package var isShort: Bool

  /// The key of a lot.
  package init(_ lot: Lot) {
    self.init(lot.instrument, lot.currency, isShort: lot.isShort)
  }

  /// A key of its parts.
  package init(_ instrument: InstrumentIndex, _ currency: CurrencyIndex, isShort: Bool) {
    self.instrument = instrument
    self.currency = currency
    self.isShort = isShort
  }
}
