/// CRC-32 as used by zlib, PNG and Ethernet (ISO 3309): reflected polynomial 0x04C11DB7, initial
/// value of all ones, inverted result. It is widely available, so journals can be read in any
/// language.
enum Checksum {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in
      value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
    }
  }

  /// The checksum of bytes.
  static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var value = UInt32.max
    for byte in bytes {
      value = table[Int(truncatingIfNeeded: (value ^ UInt32(byte)) & 0xFF)] ^ value >> 8
    }
    return ~value
  }

  /// The checksum in journal format: eight lowercase hexadecimal digits.
  static func digits(_ value: UInt32) -> [UInt8] {
    let text = String(value, radix: 16)
    return Array((String(repeating: "0", count: 8 - text.count) + text).utf8)
  }

  /// Whether a byte is a lowercase hexadecimal digit.
  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}
