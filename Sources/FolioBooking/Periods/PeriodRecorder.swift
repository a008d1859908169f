/// Records the movements of a period.
struct PeriodRecorder {
  /// The period; nil if the ledger is booked without one.
  var period: BookingPeriod?
  /// Whether the period has begun, so that movements are recorded.
  var isRecording = false
  /// Whether the cost of lots was set to their value at the beginning of the period.
  var isRestated = false
  private(set) var book = PeriodBook()
  /// The movements of the group that is being booked.
  private var entries: [PeriodEntry] = []
  /// The index of each sum in the book.
  private var indices = IdentifierIndex()

  init(_ period: BookingPeriod?) { self.period = period }

  mutating func open(_ opening: PeriodOpening) { book.openings.append(opening) }

  /// Records the costs of the lots that are open when the period begins.
  mutating func open(_ lots: [Lot]) {
    var costs: [PeriodPlace: ExactDecimal?] = [:]
    for lot in lots {
      let cost = lot.isShort ? lot.costInBase.map { -$0 } : lot.costInBase
      costs[PeriodPlace(lot)] = .some(costs[PeriodPlace(lot), default: .zero].adding(cost))
    }
    book.openingCosts = costs
  }

  mutating func keep(_ entry: PeriodEntry) { entries.append(entry) }

  /// Adds the movements of the last group to the sums. A book of single movements would grow by
  /// half a kilobyte with each group.
  mutating func endGroup() {
    for entry in entries {
      let next = UInt32(truncatingIfNeeded: book.sums.count)
      if let index = indices.insert(Identifier(entry), next) {
        book.sums[Int(index)].add(entry)
      } else {
        book.sums.append(entry)
      }
    }
    entries.removeAll(keepingCapacity: true)
  }

  /// The market value of units that come from outside or leave. Nil if the period needs none, or if
  /// no price is known, which is recorded.
  mutating func marketValue(
    _ instrument: InstrumentIndex, _ quantity: ExactDecimal, on day: Day
  ) -> MarketValue? {
    guard isRecording, let period, period.marketValue != nil else { return nil }
    if let value = period.value(of: quantity, instrument, on: day) { return value }
    book.inKindAtCost.insert(instrument)
    return nil
  }

  /// The inflows of the places of a group, less the outflows and the earnings; nil if an amount is
  /// not known in base.
  func difference() throws(ArithmeticFault) -> ExactDecimal? {
    var difference = ExactDecimal.zero
    for entry in entries
    where entry.kind.isFlow && entry.kind != .contribution || entry.kind.isEarned {
      guard let amount = entry.amountBase else { return nil }
      try difference.add(entry.kind.isFlow ? amount : -amount)
    }
    return difference
  }
}

extension PeriodPlace {
  init(_ lot: Lot) { self = .units(lot.instrument, lot.account) }

  init(_ leg: StockLeg) { self = .units(leg.instrument, leg.account) }
}

extension PeriodEntry {
  /// Adds another movement of the same kind in the same place. The sum is unknown if one is.
  fileprivate mutating func add(_ other: PeriodEntry) {
    amountBase = amountBase.adding(other.amountBase)
    priceEffectBase = priceEffectBase.adding(other.priceEffectBase)
  }
}

extension Identifier {
  /// The kind and the place of a movement.
  fileprivate init(_ entry: PeriodEntry) {
    let kind = UInt64(entry.kind.rawValue)
    switch entry.place {
    case .units(let instrument, let account):
      self.init(
        high: kind << 1, low: UInt64(instrument.rawValue) << 32 | UInt64(account.rawValue))
    case .cash(let account): self.init(high: kind << 1 | 1, low: UInt64(account.rawValue))
    }
  }
}
