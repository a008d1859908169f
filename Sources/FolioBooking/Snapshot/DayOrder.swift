import FolioModel
import FolioNumbers

/// The order of the lots of an instrument that were acquired on one day in several accounts.
///
/// A snapshot writes the lots of one account after those of another. If they come together again,
/// they are relieved in the order of their acquisition.
struct DayOrder {
  private struct Key: Hashable {
    var instrument: InstrumentIndex
    var acquired: Day

    init(_ lot: Lot) { (instrument, acquired) = (lot.instrument, lot.acquired) }
  }

  /// The places of the lots, in ascending order, where several accounts have some.
  private var places: [Key: [UInt32]] = [:]

  init(of booked: BookedLedger) {
    for (key, lots) in Dictionary(grouping: booked.lots, by: Key.init)
    where Set(lots.map(\.account)).count > 1 {
      places[key] = Set(lots.map(\.place)).sorted()
    }
  }

  /// The place of a lot, from 1; nil where one account alone has lots of that day.
  func place(of lot: Lot) -> UInt32? {
    let known = places[Key(lot)]
    let index = known?.partitioningIndex { $0 >= lot.place }
    return index.map { UInt32(truncatingIfNeeded: $0 + 1) }
  }
}
