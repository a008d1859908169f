/// CRC-32 as used by zlib, PNG and Ethernet (ISO 3309): reflected polynomial 0x04C11DB7, initial
/// value of all ones, inverted result. It is widely available, so journals can be read in any
/// language.
package enum Checksum {
  /// The checksums of single bytes, and after them those of bytes that one to fifteen zeros follow:
  /// sixteen bytes are taken at once.
  private static let tables: [UInt32] = {
    var tables: [UInt32] = []
    for byte in UInt32(0)..<256 {
      var value = byte
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
      tables.append(value)
    }
    for index in 256..<16 * 256 {
      let value = tables[index - 256]
      tables.append(tables[Int(value & 0xFF)] ^ value >> 8)
    }
    return tables
  }()

  /// The checksum of bytes.
  package static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.withSpan(crc32) }

  /// The checksum of bytes.
  static func crc32(_ bytes: Span<UInt8>) -> UInt32 {
    unsafe tables.withUnsafeBufferPointer { tables in
      unsafe bytes.withUnsafeBytes { bytes in
        var value = UInt32.max
        var offset = 0
        while offset &+ 16 <= bytes.count {
          let first = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
          let second = unsafe bytes.loadUnaligned(fromByteOffset: offset &+ 8, as: UInt64.self)
          value = unsafe mixed(UInt64(littleEndian: first) ^ UInt64(value), tables, zeros: 15)
          value ^= unsafe mixed(UInt64(littleEndian: second), tables, zeros: 7)
          offset &+= 16
        }
        while offset < bytes.count {
          let byte = unsafe Int((value ^ UInt32(bytes[offset])) & 0xFF)
          value = unsafe tables[byte] ^ value >> 8
          offset &+= 1
        }
        return ~value
      }
    }
  }

  /// What eight bytes contribute.
  /// - Parameter zeros: the number of bytes after the first one.
  @inline(__always)
  private static func mixed(
    _ word: UInt64, _ tables: UnsafeBufferPointer<UInt32>, zeros: Int
  ) -> UInt32 {
    var value: UInt32 = 0
    for place in 0..<8 {
      let byte = Int(truncatingIfNeeded: word &>> UInt64(truncatingIfNeeded: 8 &* place)) & 0xFF
      value ^= unsafe tables[(zeros &- place) &* 256 | byte]
    }
    return value
  }

  /// The checksum in journal format: eight lowercase hexadecimal digits.
  package static func digits(_ value: UInt32) -> [UInt8] {
    let text = String(value, radix: 16)
    return Array((String(repeating: "0", count: 8 - text.count) + text).utf8)
  }

  /// The value of eight lowercase hexadecimal digits, the first in the lowest byte; nil if there
  /// is any other byte.
  static func value(ofDigits word: UInt64) -> UInt32? {
    // Letters have this bit, and stand for ten and more.
    let letters = word &>> 6 & 0x0101_0101_0101_0101
    let digits = (word & 0x0F0F_0F0F_0F0F_0F0F) &+ 9 &* letters
    let tens = (digits &+ 0x0606_0606_0606_0606) &>> 4 & 0x0101_0101_0101_0101
    let text = digits &+ 0x3030_3030_3030_3030 &+ 0x27 &* letters
    guard tens == letters, text == word, digits & 0xF0F0_F0F0_F0F0_F0F0 == 0 else { return nil }
    var value = digits.byteSwapped
    value = (value | value &>> 4) & 0x00FF_00FF_00FF_00FF
    value = (value | value &>> 8) & 0x0000_FFFF_0000_FFFF
    return UInt32(truncatingIfNeeded: value | value &>> 16)
  }

  /// Whether a byte is a lowercase hexadecimal digit.
  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}
