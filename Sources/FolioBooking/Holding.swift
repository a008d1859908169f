import FolioModel
import FolioNumbers

/// A position as an app shows it: quantity and cost of an instrument.
public struct Holding: Sendable, Hashable {
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

extension BookedLedger {
  /// The open lots flattened to one holding for each instrument and currency of its cost, by
  /// symbol. Short positions are separate.
  /// - Parameter isIncluded: which lots to count.
  /// - Throws: `ArithmeticFault` when a sum needs more digits than an exact number has.
  public func holdings(
    where isIncluded: (Lot) -> Bool = { _ in true }
  ) throws(ArithmeticFault) -> [Holding] {
    var holdings: [Holding] = []
    var indices: [PositionKey: Int] = [:]
    for lot in lots where isIncluded(lot) {
      let index = indices[PositionKey(lot)] ?? holdings.count
      if index == holdings.count {
        holdings.append(emptyHolding(of: lot))
        indices[PositionKey(lot)] = index
      }
      try holdings[index].quantity.add(lot.isShort ? -lot.quantity : lot.quantity)
      try holdings[index].costBasis.add(lot.isShort ? -lot.cost : lot.cost)
    }
    for index in holdings.indices {
      let (quantity, cost) = (holdings[index].quantity, holdings[index].costBasis)
      holdings[index].quantity = quantity.normalized()
      holdings[index].costBasis = cost.normalized()
      holdings[index].averageCost = try cost.divided(by: quantity, places: ExchangeRate.places)
        .normalized()
    }
    return holdings
  }

  private func emptyHolding(of lot: Lot) -> Holding {
    let instrument = ledger.tables.instruments[Int(lot.instrument)]
    return Holding(
      symbol: ledger.tables.text(instrument.symbol), name: instrument.name,
      currency: lot.currency == missingCurrency ? nil : ledger.tables.currencies[lot.currency],
      quantity: .zero, averageCost: .zero, costBasis: .zero)
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
