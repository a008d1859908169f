import FolioModel
import FolioNumbers

/// The order of the lots of an instrument that were acquired on one day in several accounts.
///
/// A snapshot writes the lots of one account after those of another. A wash sale is replaced by
/// lots in the order of their acquisition in all accounts, so lots of the last days keep it.
struct DayOrder {
  private struct Key: Hashable {
    var instrument: InstrumentIndex
    var acquired: Day

    init(_ lot: Lot) { (instrument, acquired) = (lot.instrument, lot.acquired) }
  }

  /// The places of the lots, in ascending order, where several accounts have some.
  private var places: [Key: [UInt32]] = [:]

  init(of booked: BookedLedger, on day: Day) {
    guard booked.options.taxRules == .us else { return }
    let recent = booked.lots.filter {
      day.daysSince1970 - $0.acquired.daysSince1970 < WashSales.window
    }
    for (key, lots) in Dictionary(grouping: recent, by: Key.init)
    where Set(lots.map(\.position)).count > 1 {
      places[key] = Set(lots.map(\.place)).sorted()
    }
  }

  /// The place of a lot, from 1; nil where one account alone has lots of that day.
  func place(of lot: Lot) -> UInt32? {
    guard let index = places[Key(lot)]?.firstIndex(of: lot.place) else { return nil }
    return UInt32(truncatingIfNeeded: index + 1)
  }
}
