/// Recent days by their text, because many rows of a ledger have the same day.
struct DayCache {
  private struct Entry {
    /// YYYY-MM-, first byte lowest.
    var month: UInt64
    /// DD, first byte lowest.
    var day: UInt64
    var value: Day
  }

  private var entries = Array(repeating: Entry(month: 0, day: 0, value: .first), count: 256)

  /// The day in ten bytes; nil if they are not a day. The caller has checked that they are there.
  @unsafe @inline(__always)
  mutating func day(_ bytes: Span<UInt8>, at offset: Int) -> Day? {
    let month = unsafe bytes.uncheckedWord(at: offset)
    // A load of the last eight of the ten bytes, shifted to the last two.
    let day = unsafe bytes.uncheckedWord(at: offset &+ 2) &>> 48
    let mixed = (month &+ day &* 0x1_0001) &* 0x9E37_79B9_7F4A_7C15
    let bucket = Int(truncatingIfNeeded: mixed &>> 56)
    let entry = entries[bucket]
    if entry.month == month, entry.day == day { return entry.value }
    return parse(bytes, at: offset, Entry(month: month, day: day, value: .first), bucket)
  }

  @inline(never)
  private mutating func parse(
    _ bytes: Span<UInt8>, at offset: Int, _ entry: Entry, _ bucket: Int
  ) -> Day? {
    guard let day = try? Day.parse(bytes.extracting(offset..<offset + 10)) else { return nil }
    entries[bucket] = entry
    entries[bucket].value = day
    return day
  }
}

extension DayCache {
  /// A day in quotes.
  @unsafe @inline(__always)
  mutating func quick(_ bytes: Span<UInt8>, _ at: inout Int) -> Day? {
    let frame = unsafe (bytes[unchecked: at] ^ 0x22) | (bytes[unchecked: at &+ 11] ^ 0x22)
    guard frame == 0, let day = unsafe day(bytes, at: at &+ 1) else { return nil }
    at &+= 12
    return day
  }

  /// A time to the second in UTC, `"YYYY-MM-DDTHH:MM:SSZ"`.
  @unsafe @inline(__always)
  mutating func quickTimestamp(_ bytes: Span<UInt8>, _ at: inout Int) -> Timestamp? {
    let frame =
      unsafe (bytes[unchecked: at] ^ 0x22) | (bytes[unchecked: at &+ 11] ^ 0x54)
      | (bytes[unchecked: at &+ 20] ^ 0x5A) | (bytes[unchecked: at &+ 21] ^ 0x22)
    guard frame == 0 else { return nil }
    // HH:MM:SS, without the bits that all digits and colons share.
    let clock = unsafe bytes.uncheckedWord(at: at &+ 12) ^ 0x3030_3A30_303A_3030
    let others = (clock &+ 0x7676_7F76_767F_7676) | clock
    guard others & everyByte(0x80) == 0, let day = unsafe day(bytes, at: at &+ 1),
      let timestamp = try? Timestamp(
        day: day, hour: Self.pair(clock), minute: Self.pair(clock &>> 24),
        second: Self.pair(clock &>> 48))
    else { return nil }
    at &+= 22
    return timestamp
  }

  /// The value of the digits in the two lowest bytes.
  @inline(__always)
  private static func pair(_ digits: UInt64) -> Int {
    Int(truncatingIfNeeded: (digits & 0xFF) &* 10 &+ digits &>> 8 & 0xFF)
  }
}
