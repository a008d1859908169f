import FolioModel
import FolioNumbers

/// The holdings of books that change.
///
/// Problem: the holdings of all lots cost as much as there are lots, and nearly all of them are
/// as before. Decision: the costs of the lots of each position are added up, and a change of a lot
/// changes the sum. The units are those of the position. The cost of a pool is that of the pool.
/// Only where lots have yet to take over a payment, or have costs in several currencies, the lots
/// of the position are read.
struct HoldingSums: Sendable {
  /// The lots of a position in one currency, as they are kept.
  private struct Sum {
    var currency: CurrencyIndex
    var quantity = ExactDecimal.zero
    var cost = ExactDecimal.zero
    var lots = 0
  }

  /// By position.
  private var sums: [[Sum]] = []
  /// By instrument.
  private var holdings: [[Holding]] = []
  /// The instruments in the order of their symbols.
  private(set) var order: [InstrumentIndex] = []

  /// The holdings after some groups.
  init(_ booker: Booker) throws(ArithmeticFault) {
    grow(booker)
    for lot in booker.lots.all where !lot.quantity.isZero { try add(lot) }
    for instrument in holdings.indices { _ = try refresh(InstrumentIndex(instrument), booker) }
  }

  /// The holdings in the order in which they are shown.
  var all: [Holding] { order.flatMap { holdings[Int($0)] } }

  /// The holdings of an instrument, which may be new.
  func holdings(of instrument: InstrumentIndex) -> [Holding] {
    Int(instrument) < holdings.count ? holdings[Int(instrument)] : []
  }

  /// Makes room for the positions and instruments that came later.
  mutating func grow(_ booker: Booker) {
    while sums.count < booker.positions.count { sums.append([]) }
    let instruments = booker.tables.instruments
    let names = booker.tables.names
    while holdings.count < instruments.count {
      let new = names.bytes(of: instruments[holdings.count].symbol)
      let place = order.partitioningIndex {
        !names.bytes(of: instruments[Int($0)].symbol).lexicographicallyPrecedes(new)
      }
      order.insert(InstrumentIndex(holdings.count), at: place)
      holdings.append([])
    }
  }

  /// Counts a lot in as it is now instead of as it was.
  mutating func replace(_ before: Lot?, by after: Lot?) throws(ArithmeticFault) {
    if let before, !before.quantity.isZero { try remove(before) }
    if let after, !after.quantity.isZero { try add(after) }
  }

  private mutating func add(_ lot: Lot) throws(ArithmeticFault) {
    let position = Int(lot.position.rawValue)
    let known = sums[position].firstIndex { $0.currency == lot.currency }
    let index = known ?? sums[position].count
    if known == nil { sums[position].append(Sum(currency: lot.currency)) }
    sums[position][index].lots += 1
    try sums[position][index].quantity.add(lot.quantity)
    try sums[position][index].cost.add(lot.cost)
  }

  private mutating func remove(_ lot: Lot) throws(ArithmeticFault) {
    let position = Int(lot.position.rawValue)
    guard let index = sums[position].firstIndex(where: { $0.currency == lot.currency })
    else { return }
    sums[position][index].lots -= 1
    if sums[position][index].lots == 0 {
      sums[position].remove(at: index)
      return
    }
    try sums[position][index].quantity.subtract(lot.quantity)
    try sums[position][index].cost.subtract(lot.cost)
  }

  /// Sets the holdings of an instrument after its positions changed.
  /// - Returns: what they were.
  mutating func refresh(
    _ instrument: InstrumentIndex, _ booker: Booker
  ) throws(ArithmeticFault) -> [Holding] {
    var held: [HeldUnits] = []
    for isShort in [false, true] {
      for position in booker.positions.all(instrument, isShort: isShort) {
        try add(position, to: &held, booker)
      }
    }
    if held.count > 1 { Self.sort(&held, as: booker.lotsInOrder(of: instrument)) }
    let before = holdings[Int(instrument)]
    holdings[Int(instrument)] = try held.map { units throws(ArithmeticFault) in
      try Holding(units, booker.tables)
    }
    return before
  }

  private func add(
    _ index: PositionIndex, to held: inout [HeldUnits], _ booker: Booker
  ) throws(ArithmeticFault) {
    let position = booker.positions[index]
    let own = sums[Int(index.rawValue)]
    if own.isEmpty { return }
    let key = PositionKey(position.instrument, own[0].currency, isShort: position.isShort)
    let isExact = own.count == 1 && booker.unsettled?.isEmpty != false
    if isExact, let pool = position.pool {
      return try Self.add(position.quantity, pool.costOfLots(position.quantity), key, to: &held)
    }
    if isExact, position.log?.hasPayments != true {
      return try Self.add(position.quantity, own[0].cost, key, to: &held)
    }
    for (_, lot) in booker.shownLots(of: index) where booker.isDelivered(lot) {
      try Self.add(lot.quantity, lot.cost, PositionKey(lot), to: &held)
    }
  }

  private static func add(
    _ units: ExactDecimal, _ cost: ExactDecimal, _ key: PositionKey, to held: inout [HeldUnits]
  ) throws(ArithmeticFault) {
    let known = held.firstIndex { $0.key == key }
    if known == nil { held.append(HeldUnits(key)) }
    try held[known ?? held.count - 1].add(units, cost)
  }

  /// Holdings of one symbol come in the order of their first lots.
  private static func sort(_ held: inout [HeldUnits], as lots: [Lot]) {
    var keys: [PositionKey] = []
    for lot in lots where !keys.contains(PositionKey(lot)) { keys.append(PositionKey(lot)) }
    held.sort {
      keys.firstIndex(of: $0.key) ?? keys.count < keys.firstIndex(of: $1.key) ?? keys.count
    }
  }
}

extension Pool {
  /// The cost of all lots: that of the pool without the share of the units that are ahead.
  fileprivate func costOfLots(_ units: ExactDecimal) throws(ArithmeticFault) -> ExactDecimal {
    guard ahead.isPositive else { return cost }
    return try cost.subtracting(cost.share(ahead, of: units.adding(ahead)))
  }
}
