// Trades of which a file does not say whether they end a position, open the opposite one, or both.
extension SettledImport {
  /// Decides by the units that are held before each trade whether it is short.
  ///
  /// Only rows whose rule allows it may sell more than is held: for all others, rows are missing. A
  /// purchase buys back first what is owed (Specs/decisions/import-events.md).
  mutating func decideShortTrades(with ledger: [UInt8]?) {
    guard settings.crossingZero == nil, mayHaveShortTrades else { return }
    let books = unitsWithShortTrades(with: ledger)
    let places = Dictionary(
      contents.groups.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    var held: [HeldUnits: ExactDecimal] = [:]
    var trades: [(place: Int, leg: Int, before: ExactDecimal)] = []
    for movement in books.movements {
      let units = HeldUnits(instrument: movement.instrument, account: movement.account)
      let before = held[units, default: .zero]
      held[units] = (try? before.adding(movement.quantity)) ?? before
      let group = books.ledger.rows.groups[Int(movement.group)]
      let leg = Int(movement.leg) - group.stockLegs.lowerBound
      if let place = places[books.ledger.id(of: movement.group)], mayBeOther(place, leg, before) {
        trades.append((place, leg, before))
      }
    }
    // From the last leg of a group to the first, so that their numbers stay.
    for trade in trades.sorted(by: { ($0.place, $1.leg) < ($1.place, $0.leg) }) {
      decide(trade.leg, of: trade.place, trade.before)
    }
  }

  private struct HeldUnits: Hashable {
    var instrument: InstrumentIndex
    var account: SecuritiesAccountIndex
  }

  private var mayHaveShortTrades: Bool {
    draft.groups.contains(where: \.imported.maySellShort)
      || stored.contains { $0.stockLegs.contains { $0.type == .shortSell } }
  }

  /// The books with all trades that exceed their position. Those that may not are faults later.
  private func unitsWithShortTrades(with ledger: [UInt8]?) -> BookedLedger {
    var options = BookingOptions()
    (options.keepsMovements, options.keepsPostings, options.keepsDisposals) = (true, false, false)
    options.crossingZero = .allow
    return SoundBooks(of: read(contents.document(.json), after: ledger), options).booked
  }

  /// Whether a leg may be another trade than it says.
  /// - Parameter before: the units that are held before it, below zero if they are owed.
  private func mayBeOther(_ place: Int, _ leg: Int, _ before: ExactDecimal) -> Bool {
    let legs = contents.groups[place].stockLegs
    guard legs.indices.contains(leg), legs[leg].type.isTrade else { return false }
    let maySellShort = order[place] >= 0 && draft.groups[order[place]].imported.maySellShort
    return maySellShort || legs[leg].type == .buy && before.isNegative
  }

  private mutating func decide(_ number: Int, of place: Int, _ before: ExactDecimal) {
    var leg = contents.groups[place].stockLegs[number]
    let isPurchase = leg.type.isPurchase
    let (closing, opening): (TradeType, TradeType) =
      isPurchase ? (.cover, .buy) : (.sell, .shortSell)
    let open = isPurchase ? -before : before
    let quantity = ExactDecimal.given(leg.quantity)
    leg.type = open.isPositive ? closing : opening
    contents.groups[place].stockLegs[number] = leg
    guard open.isPositive, open < quantity, let parts = try? leg.divided(at: open) else { return }
    var rest = parts.rest
    rest.type = opening
    rest.id = "\(contents.groups[place].id)-0-\(contents.groups[place].stockLegs.count)"
    contents.groups[place].stockLegs[number] = parts.first
    contents.groups[place].stockLegs.insert(rest, at: number + 1)
  }
}

extension LedgerGroup.StockLeg {
  /// Divides a trade in two, and its amounts by units. The second part takes the rounding
  /// difference. The lots that the leg names are those that the first part ends.
  fileprivate func divided(
    at units: ExactDecimal
  ) throws(ArithmeticFault) -> (first: Self, rest: Self) {
    var (first, rest) = (self, self)
    let all = ExactDecimal.given(quantity)
    first.quantity = units
    rest.quantity = try all.subtracting(units)
    rest.lots = []
    let amounts = [\Self.gross, \.fees, \.taxes, \.accruedInterest]
    for amount in amounts {
      guard let whole = self[keyPath: amount] else { continue }
      let places = max(2, whole.normalized().places)
      let share = try whole.multiplied(
        by: units, dividedBy: all, places: places, rounding: .halfEven)
      first[keyPath: amount] = share
      rest[keyPath: amount] = try whole.subtracting(share)
    }
    return (first, rest)
  }
}
