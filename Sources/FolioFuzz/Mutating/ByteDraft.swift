/// Bytes that are changed without regard for their meaning.
struct ByteDraft {
  private(set) var bytes: [UInt8]
  private var random: SplitMix

  private static let telling: [UInt8] = [
    0x00, 0x09, 0x0A, 0x0D, 0x1F, 0x20, 0x22, 0x2C, 0x2D, 0x2E, 0x30, 0x39, 0x3A, 0x45, 0x5B, 0x5C,
    0x5D, 0x65, 0x7B, 0x7D, 0x7F, 0x80, 0xBF, 0xC0, 0xC2, 0xE2, 0xED, 0xEF, 0xF0, 0xF4, 0xFE, 0xFF,
  ]
  private static let telltales: [[UInt8]] = [
    [0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
    [0xE2, 0x82], Array("\\u0000".utf8), Array("\\uD800".utf8), Array("\\uDC00\\uD800".utf8),
    Array("\\uD83D\\uDE00".utf8), Array("\\u".utf8), Array("\r\n".utf8), Array("//".utf8),
    Array("NaN".utf8), Array("1e999".utf8), Array("}\n{".utf8), Array("\u{202E}".utf8),
  ]

  init(_ bytes: [UInt8], _ random: SplitMix) {
    self.bytes = bytes
    self.random = random
  }

  mutating func change(_ times: Int) {
    for _ in 0..<times where !bytes.isEmpty { changeOnce() }
  }

  private mutating func changeOnce() {
    let at = random.next(in: 0..<bytes.count)
    switch random.next(in: 0..<8) {
    case 0: bytes[at] ^= 1 << UInt8(random.next(in: 0..<8))
    case 1: bytes[at] = Self.telling[random.next(in: 0..<Self.telling.count)]
    case 2: bytes.insert(Self.telling[random.next(in: 0..<Self.telling.count)], at: at)
    case 3:
      let more = Self.telltales[random.next(in: 0..<Self.telltales.count)]
      bytes.insert(contentsOf: more, at: at)
    case 4: bytes.removeSubrange(range(from: at))
    case 5: bytes.insert(contentsOf: Array(bytes[range(from: at)]), at: at)
    case 6: bytes.remove(at: at)
    default: bytes.removeSubrange(at...)
    }
  }

  private mutating func range(from start: Int) -> Range<Int> {
    start..<min(bytes.count, start + random.next(in: 1..<64))
  }
}
