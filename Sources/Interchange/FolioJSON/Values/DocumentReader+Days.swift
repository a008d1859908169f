import ExactNumbers
import LedgerModel

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
  @inline(__always)
  mutating func day(_ bytes: Span<UInt8>, at offset: Int) -> Day? {
    let month = bytes.word(at: offset)
    let day = UInt64(bytes.byte(at: offset &+ 8)) | UInt64(bytes.byte(at: offset &+ 9)) &<< 8
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
    let start = scanner.index
    guard bytes.holds(12, at: start), bytes.byte(at: start) == UInt8(ascii: "\""),
      bytes.byte(at: start &+ 11) == UInt8(ascii: "\""),
      let day = days.day(bytes, at: start &+ 1)
    else { return nil }
    scanner.index = start &+ 12
    return day
  }

  /// Past a time to the second in UTC, `"YYYY-MM-DDTHH:MM:SSZ"`; nil, and nothing moves, for
  /// anything else.
  @inline(__always)
  mutating func plainTimestamp(_ bytes: Span<UInt8>) -> Timestamp? {
    let start = scanner.index
    let frame =
      (bytes.byte(at: start) ^ 0x22) | (bytes.byte(at: start &+ 11) ^ 0x54)
      | (bytes.byte(at: start &+ 20) ^ 0x5A) | (bytes.byte(at: start &+ 21) ^ 0x22)
    guard frame == 0 else { return nil }
    // HH:MM:SS, without what all digits and colons have in common.
    let clock = bytes.word(at: start &+ 12) ^ 0x3030_3A30_303A_3030
    let others = (clock &+ 0x7676_7F76_767F_7676) | clock
    guard others & everyByte(0x80) == 0, let day = days.day(bytes, at: start &+ 1),
      let timestamp = try? Timestamp(
        day: day, hour: Self.pair(clock), minute: Self.pair(clock &>> 24),
        second: Self.pair(clock &>> 48))
    else { return nil }
    scanner.index = start &+ 22
    return timestamp
  }

  /// The value of the digits in the two lowest bytes.
  @inline(__always)
  private static func pair(_ digits: UInt64) -> Int {
    Int(truncatingIfNeeded: (digits & 0xFF) &* 10 &+ digits &>> 8 & 0xFF)
  }
}
