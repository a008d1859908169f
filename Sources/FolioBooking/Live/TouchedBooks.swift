import FolioModel

/// What some groups at the end of the books touched. All else is as it was before them.
struct TouchedBooks {
  private(set) var lots: Set<LotSlot> = []
  private(set) var instruments: Set<InstrumentIndex> = []
  private(set) var accounts: Set<CashAccountIndex> = []
  /// The first gain that was there before them and changed.
  private(set) var firstGain: Int?

  init() {}

  /// - Parameter mark: the state before them.
  init(_ booker: Booker, since mark: BookerMark) {
    for (slot, before) in booker.lots.changes(after: mark.lots) {
      lots.insert(slot)
      instruments.insert(before.instrument)
    }
    for slot in lots { instruments.insert(booker.lots[slot].instrument) }
    for (index, _) in booker.positions.changes(after: mark.positions) {
      instruments.insert(booker.positions[index].instrument)
    }
    accounts = Set(booker.cash.changes(after: mark.cash).map(\.account))
    firstGain = booker.booked.disposals.changes(after: mark.booked.disposals).map(\.index).min()
  }

  /// What they and others touched; nil if that is not known of the others.
  func union(_ others: TouchedBooks?) -> TouchedBooks? {
    guard let others else { return nil }
    var all = self
    all.lots.formUnion(others.lots)
    all.instruments.formUnion(others.instruments)
    all.accounts.formUnion(others.accounts)
    all.firstGain = [firstGain, others.firstGain].compactMap { $0 }.min()
    return all
  }
}
