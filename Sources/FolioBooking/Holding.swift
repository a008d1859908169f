import FolioModel
import FolioNumbers

/// What an app shows of an instrument: how much there is of it, and what it cost.
public struct Holding: Sendable, Hashable {
  /// The symbol.
  public var symbol: String
  /// The name that people read; empty where the ledger gives none.
  public var name: String
  /// The currency of the cost; nil where nothing says it.
  public var currency: Currency?
  /// Units; below zero where they are owed.
  public var quantity: ExactDecimal
  /// Cost of one unit, half-even at 18 places where it does not end before.
  public var averageCost: ExactDecimal
  /// Cost of all units; below zero where they are owed: what their sale brought.
  public var costBasis: ExactDecimal

  /// A holding.
  public init(
    symbol: String, name: String = "", currency: Currency?, quantity: ExactDecimal,
    averageCost: ExactDecimal, costBasis: ExactDecimal
  ) {
    self.symbol = symbol
    self.name = name
    self.currency = currency
    self.quantity = quantity
    self.averageCost = averageCost
    self.costBasis = costBasis
  }
}

extension BookedLedger {
  /// The open lots flattened to one holding for each instrument and currency of its cost, by
  /// symbol; what is owed stands apart from what is held.
  /// - Parameter isIncluded: which lots to count.
  /// - Throws: `ArithmeticFault` when a sum needs more digits than an exact number has.
  public func holdings(
    where isIncluded: (Lot) -> Bool = { _ in true }
  ) throws(ArithmeticFault) -> [Holding] {
    var sums: [HoldingSum] = []
    var indices: [HoldingSum.Key: Int] = [:]
    for lot in lots where isIncluded(lot) {
      let key = HoldingSum.Key(lot)
      let index = indices[key] ?? sums.count
      if index == sums.count {
        sums.append(HoldingSum(key: key))
        indices[key] = index
      }
      try sums[index].quantity.add(lot.quantity)
      try sums[index].cost.add(lot.cost)
    }
    var holdings: [Holding] = []
    for sum in sums { holdings.append(try sum.holding(in: ledger.tables)) }
    return holdings
  }
}

private struct HoldingSum {
  struct Key: Hashable {
    var instrument: InstrumentIndex
    var currency: CurrencyIndex
    var isShort: Bool

    init(_ lot: Lot) {
      instrument = lot.instrument
      currency = lot.currency
      isShort = lot.isShort
    }
  }

  var key: Key
  var quantity = ExactDecimal.zero
  var cost = ExactDecimal.zero

  func holding(in tables: LedgerTables) throws(ArithmeticFault) -> Holding {
    let instrument = tables.instruments[Int(key.instrument)]
    let average = try cost.divided(
      by: quantity, places: ExchangeRate.places, rounding: .halfEven)
    return Holding(
      symbol: tables.text(instrument.symbol), name: instrument.name,
      currency: key.currency == missingCurrency ? nil : tables.currencies[key.currency],
      quantity: (key.isShort ? -quantity : quantity).normalized(),
      averageCost: average.normalized(),
      costBasis: (key.isShort ? -cost : cost).normalized())
  }
}
