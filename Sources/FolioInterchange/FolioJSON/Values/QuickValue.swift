import FolioModel
import FolioNumbers

/// Values as most rows have them, read from an offset, which is moved past them. They give nil, and
/// nothing moves, for any other value, right or wrong. The caller has seen that
/// `reach` bytes are there.
enum QuickValue {
  /// How many bytes are looked at, at most.
  static let reach = 48

  /// A UUID, or another short id.
  @unsafe @inline(__always)
  static func identifier(_ bytes: Span<UInt8>, _ at: inout Int) -> Identifier? {
    guard let identifier = unsafe JSONScanner.uuid(bytes, at: at) else {
      return unsafe symbol(bytes, &at)
    }
    at &+= JSONScanner.uuidLength
    return identifier
  }

  /// Up to 16 characters.
  @unsafe @inline(__always)
  static func symbol(_ bytes: Span<UInt8>, _ at: inout Int) -> Identifier? {
    unsafe JSONScanner.shortText(bytes, &at)
  }

  /// A number.
  @unsafe @inline(__always)
  static func decimal(_ bytes: Span<UInt8>, _ at: inout Int) -> ExactDecimal? {
    unsafe JSONScanner.shortDecimal(bytes, &at)
  }

  /// A number above zero.
  @unsafe @inline(__always)
  static func positive(_ bytes: Span<UInt8>, _ at: inout Int) -> ExactDecimal? {
    var end = at
    guard let number = unsafe decimal(bytes, &end), number.isPositive else { return nil }
    at = end
    return number
  }
}

extension WordTable {
  /// A word of the vocabulary.
  @unsafe @inline(__always)
  func quick(_ bytes: Span<UInt8>, _ at: inout Int) -> Value? {
    var end = at
    guard let word = unsafe JSONScanner.quotedWord(bytes, &end), let value = self[word] else {
      return nil
    }
    at = end
    return value
  }
}

extension CurrencyCache {
  /// A currency that was looked up lately.
  @unsafe @inline(__always)
  func quick(_ bytes: Span<UInt8>, _ at: inout Int) -> CurrencyIndex? {
    guard let number = unsafe number(ofQuoted: bytes.uncheckedWord(at: at)) else { return nil }
    at &+= 5
    return number
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
    // HH:MM:SS, without what all digits and colons have in common.
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
