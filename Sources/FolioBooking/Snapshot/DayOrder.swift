/// The order of the lots that were acquired on one day.
///
/// A snapshot writes the lots of one instrument and account after those of another. If they come
/// together again, by a transfer or a merger, they are relieved in the order of their acquisition.
struct DayOrder {
  private struct Place: Hashable {
    var instrument: InstrumentIndex
    var account: SecuritiesAccountIndex
  }

  /// The places of the lots of a day, in ascending order, where several instruments or accounts
  /// have some.
  private var places: [Day: [UInt32]] = [:]

  init(of booked: BookedLedger) {
    for (day, lots) in Dictionary(grouping: booked.lots, by: \.acquired)
    where Set(lots.map { Place(instrument: $0.instrument, account: $0.account) }).count > 1 {
      places[day] = Set(lots.map(\.place)).sorted()
    }
  }

  /// The place of a lot, from 1, or `nil` where one instrument and account has all lots of the day.
  func place(of lot: Lot) -> UInt32? {
    let index = places[lot.acquired]?.partitioningIndex { $0 >= lot.place }
    return index.map { UInt32(truncatingIfNeeded: $0 + 1) }
  }
}
