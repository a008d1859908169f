/// CRC-32 as zlib, PNG and Ethernet have it: polynomial 0x04C11DB7 reflected, all ones at the start
/// and inverted at the end (ISO 3309). Every language has one, so that journals can be ported.
enum Checksum {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in
      value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
    }
  }

  /// The checksum of some bytes.
  static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var value = UInt32.max
    for byte in bytes {
      value = table[Int(truncatingIfNeeded: (value ^ UInt32(byte)) & 0xFF)] ^ value >> 8
    }
    return ~value
  }

  /// The checksum as a journal has it: eight hexadecimal digits in lower case.
  static func digits(_ value: UInt32) -> [UInt8] {
    let text = String(value, radix: 16)
    return Array((String(repeating: "0", count: 8 - text.count) + text).utf8)
  }

  /// Whether a byte is a hexadecimal digit in lower case.
  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}
