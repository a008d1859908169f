/// CRC-32 as used by zlib, PNG and Ethernet (ISO 3309): reflected polynomial 0x04C11DB7, initial
/// value of all ones, inverted result. It is widely available, so journals can be read in any
/// language.
enum Checksum {
  /// The checksums of single bytes, and after them those of bytes that one to seven zeros follow:
  /// eight bytes are taken at once.
  private static let tables: [UInt32] = {
    var tables: [UInt32] = []
    for byte in UInt32(0)..<256 {
      var value = byte
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
      tables.append(value)
    }
    for index in 256..<8 * 256 {
      let value = tables[index - 256]
      tables.append(tables[Int(value & 0xFF)] ^ value >> 8)
    }
    return tables
  }()

  /// The checksum of bytes.
  static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    unsafe tables.withUnsafeBufferPointer { tables in
      unsafe bytes.withUnsafeBytes { bytes in
        var value = UInt32.max
        var offset = 0
        while offset + 8 <= bytes.count {
          let word = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
          let mixed = UInt64(littleEndian: word) ^ UInt64(value)
          value = 0
          for place in 0..<8 {
            let byte = Int(mixed >> UInt64(8 * place) & 0xFF)
            value ^= unsafe tables[(7 - place) << 8 | byte]
          }
          offset += 8
        }
        while offset < bytes.count {
          let byte = unsafe Int((value ^ UInt32(bytes[offset])) & 0xFF)
          value = unsafe tables[byte] ^ value >> 8
          offset += 1
        }
        return ~value
      }
    }
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
