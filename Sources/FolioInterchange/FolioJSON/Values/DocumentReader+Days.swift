import FolioModel
import FolioNumbers

/// The days that were read last, by their text: the rows of a ledger share them.
struct DayCache {
  private struct Entry {
    /// YYYY-MM-, first byte lowest.
    var month: UInt64
    /// DD, first byte lowest.
    var day: UInt64
    var value: Day
  }

  private var entries = Array(repeating: Entry(month: 0, day: 0, value: .first), count: 256)

  /// The day whose ten bytes start at an offset; nil where they are none. The caller has seen
  /// that there are so many.
  @unsafe @inline(__always)
  mutating func day(_ bytes: Span<UInt8>, at offset: Int) -> Day? {
    let month = unsafe bytes.uncheckedWord(at: offset)
    // The last eight of the ten bytes; the first two of them were at the end of the month.
    let day = unsafe bytes.uncheckedWord(at: offset &+ 2) &>> 48
    let mixed = (month &+ day &* 0x1_0001) &* 0x9E37_79B9_7F4A_7C15
    let place = Int(truncatingIfNeeded: mixed &>> 56)
    let entry = entries[place]
    if entry.month == month, entry.day == day { return entry.value }
    return parse(bytes, at: offset, Entry(month: month, day: day, value: .first), place)
  }

  @inline(never)
  private mutating func parse(
    _ bytes: Span<UInt8>, at offset: Int, _ entry: Entry, _ place: Int
  ) -> Day? {
    guard let day = try? Day.parse(bytes.extracting(offset..<offset + 10)) else { return nil }
    entries[place] = entry
    entries[place].value = day
    return day
  }
}

extension DocumentReader {
  /// Past a day in quotes; nil, and nothing moves, for anything else.
  @inline(__always)
  mutating func plainDay(_ bytes: Span<UInt8>) -> Day? {
    guard bytes.holds(12, at: scanner.index) else { return nil }
    return unsafe days.quick(bytes, &scanner.index)
  }

  /// Past a time to the second in UTC, `"YYYY-MM-DDTHH:MM:SSZ"`; nil, and nothing moves, for
  /// anything else.
  @inline(__always)
  mutating func plainTimestamp(_ bytes: Span<UInt8>) -> Timestamp? {
    guard bytes.holds(22, at: scanner.index) else { return nil }
    return unsafe days.quickTimestamp(bytes, &scanner.index)
  }
}
