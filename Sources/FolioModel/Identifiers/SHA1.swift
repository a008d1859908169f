/// SHA-1 (FIPS 180-4, section 6.1). Used only for name-based ids, not for security.
struct SHA1 {
  private var state: (UInt32, UInt32, UInt32, UInt32, UInt32) = (
    0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0
  )

  /// Returns the 20 bytes of the digest of a message.
  static func digest(of message: [UInt8]) -> [UInt8] {
    var padded = message
    padded.reserveCapacity(message.count + 72)
    padded.append(0x80)
    while padded.count % 64 != 56 { padded.append(0) }
    let bits = UInt64(message.count) &* 8
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      padded.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
    var hash = SHA1()
    // The words of a block, which are kept to spare their allocation.
    var words = [UInt32](repeating: 0, count: 80)
    words.withMutableSpan { words in
      padded.withSpan { bytes in
        for start in stride(from: 0, to: bytes.count, by: 64) {
          hash.add(bytes, from: start, &words)
        }
      }
    }
    return hash.bytes
  }

  private var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(20)
    for word in [state.0, state.1, state.2, state.3, state.4] {
      for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }
    return bytes
  }

  private mutating func add(
    _ bytes: Span<UInt8>, from start: Int, _ words: inout MutableSpan<UInt32>
  ) {
    for index in 0..<16 {
      let place = start + 4 * index
      words[index] =
        UInt32(bytes[place]) << 24 | UInt32(bytes[place + 1]) << 16
        | UInt32(bytes[place + 2]) << 8 | UInt32(bytes[place + 3])
    }
    for index in 16..<80 {
      let mixed = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]
      words[index] = Self.rotated(mixed, by: 1)
    }
    let before = state
    rounds(0, words, 0x5A82_7999) { b, c, d in b & c | ~b & d }
    rounds(20, words, 0x6ED9_EBA1) { b, c, d in b ^ c ^ d }
    rounds(40, words, 0x8F1B_BCDC) { b, c, d in b & c | b & d | c & d }
    rounds(60, words, 0xCA62_C1D6) { b, c, d in b ^ c ^ d }
    state.0 &+= before.0
    state.1 &+= before.1
    state.2 &+= before.2
    state.3 &+= before.3
    state.4 &+= before.4
  }

  /// Twenty rounds, which have a function and a constant in common.
  @inline(__always)
  private mutating func rounds(
    _ start: Int, _ words: borrowing MutableSpan<UInt32>, _ constant: UInt32,
    _ choice: (_ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32
  ) {
    var (a, b, c, d, e) = state
    for index in start..<start + 20 {
      let next = Self.rotated(a, by: 5) &+ choice(b, c, d) &+ e &+ constant &+ words[index]
      (e, d, c, b, a) = (d, c, Self.rotated(b, by: 30), a, next)
    }
    state = (a, b, c, d, e)
  }

  private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }
}
