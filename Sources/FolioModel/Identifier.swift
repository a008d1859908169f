/// The text of an id or a symbol in 16 bytes, so that records stay flat and two ids are equal
/// exactly when their bits are.
///
///     byte 8 (top byte of `low`)   what the 16 bytes hold
///     0x80...0xBF                  a UUID in lower case: its 128 bits, variant bits as they are
///     0xC0...0xFF                  a UUID in upper case: the same, the second variant bit set
///     0x01                         the index of a longer or non-ASCII text in a `NameTable`
///     anything else                up to 16 printable ASCII characters, padded with zeros
///
/// Only UUIDs of the RFC 4122 variant are packed; any other text of their length is interned.
@frozen public struct Identifier: Sendable, Hashable {
  /// The first eight bytes, most significant first.
  public var high: UInt64
  /// The last eight bytes, most significant first.
  public var low: UInt64

  /// An identifier from its packed bits.
  @inlinable public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// No text: the value for an omitted column.
  @inlinable public static var none: Identifier { Identifier(high: 0, low: 0) }

  /// Whether there is no text.
  @inlinable public var isNone: Bool { high | low == 0 }

  /// The index in the name table, for a text that is not packed.
  var internedIndex: Int? {
    low >> 56 == 0x01 ? Int(truncatingIfNeeded: low & 0xFFFF_FFFF) : nil
  }

  init(internedIndex: Int) {
    self.init(high: 0, low: 0x01 << 56 | UInt64(truncatingIfNeeded: internedIndex))
  }

  /// The identifier of up to 16 printable ASCII characters or of a canonical UUID; nil if the
  /// text must be interned.
  public init?(packing bytes: some RandomAccessCollection<UInt8>) {
    guard let packed = Array(bytes).withSpan({ Identifier(packing: $0) }) else { return nil }
    self = packed
  }

  /// The same of bytes in memory.
  package init?(packing bytes: Span<UInt8>) {
    if bytes.count <= 16 {
      self.init(packingASCII: bytes)
    } else if bytes.count == 36 {
      self.init(packingUUID: bytes)
    } else {
      return nil
    }
  }

  private init?(packingASCII bytes: Span<UInt8>) {
    var high: UInt64 = 0
    var low: UInt64 = 0
    for index in bytes.indices {
      let byte = bytes[index]
      guard (0x20...0x7E).contains(byte) else { return nil }
      let shifted = UInt64(byte) << UInt64(56 - (index & 7) * 8)
      if index < 8 { high |= shifted } else { low |= shifted }
    }
    self.init(high: high, low: low)
  }

  private init?(packingUUID bytes: Span<UInt8>) {
    var (high, low): (UInt64, UInt64) = (0, 0)
    var isLower = false
    var isUpper = false
    for index in bytes.indices {
      let byte = bytes[index]
      if index == 8 || index == 13 || index == 18 || index == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let nibble = Self.nibble(byte) else { return nil }
      isLower = isLower || byte >= UInt8(ascii: "a")
      isUpper = isUpper || (byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "F"))
      // The third hyphen is the 18th character: 16 digits come before it.
      if index < 18 { high = high << 4 | UInt64(nibble) } else { low = low << 4 | UInt64(nibble) }
    }
    guard low >> 62 == 0b10, !(isLower && isUpper) else { return nil }
    self.init(high: high, low: isUpper ? low | 1 << 62 : low)
  }

  private static func nibble(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// The UTF-8 bytes of a packed identifier; nil for one that is interned.
  var packedBytes: [UInt8]? {
    var bytes: [UInt8] = []
    return writePacked(into: &bytes) ? bytes : nil
  }

  /// The text of a packed identifier; nil for one that is interned. Most are short, and short texts
  /// need no memory of their own.
  var packedText: String? {
    if internedIndex != nil { return nil }
    return unsafe String(unsafeUninitializedCapacity: packedCount) { buffer in
      var room = unsafe OutputSpan(buffer: buffer, initializedCount: 0)
      write(into: &room)
      return unsafe room.finalize(for: buffer)
    }
  }

  /// Appends the UTF-8 bytes of a packed identifier.
  /// - Returns: Whether it is packed, and not interned.
  func writePacked(into out: inout [UInt8]) -> Bool {
    if internedIndex != nil { return false }
    out.append(addingCapacity: packedCount) { write(into: &$0) }
    return true
  }

  /// The number of bytes of a packed identifier.
  private var packedCount: Int {
    if low >> 62 >= 0b10 { return 36 }
    return low == 0 ? 8 - high.trailingZeroBitCount / 8 : 16 - low.trailingZeroBitCount / 8
  }

  private func write(into room: inout OutputSpan<UInt8>) {
    switch low >> 62 {
    case 0b10: writeUUID(letters: UInt8(ascii: "a"), low: low, into: &room)
    case 0b11: writeUUID(letters: UInt8(ascii: "A"), low: low & ~(1 << 62), into: &room)
    default: writeASCII(into: &room)
    }
  }

  private func writeASCII(into room: inout OutputSpan<UInt8>) {
    for index in 0..<packedCount {
      let word = index < 8 ? high : low
      room.append(UInt8(truncatingIfNeeded: word >> UInt64(56 - (index & 7) * 8)))
    }
  }

  /// Writes the text of a UUID, whose digits from ten on begin with some letter.
  private func writeUUID(letters: UInt8, low: UInt64, into room: inout OutputSpan<UInt8>) {
    for index in 0..<32 {
      if index == 8 || index == 12 || index == 16 || index == 20 { room.append(UInt8(ascii: "-")) }
      let word = index < 16 ? high : low
      let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - (index & 15) * 4)) & 15
      room.append(digit < 10 ? UInt8(ascii: "0") + digit : letters + (digit - 10))
    }
  }
}
