/// Where quotes stand in the next few thousand bytes, one bit a byte.
///
/// Problem: in a row whose keys come in any order, what comes next is a guess that the processor
/// gets wrong for each member. Decision: where members begin and end is found first, from the
/// quotes alone and without a question that depends on them; then each column is looked at where
/// it is, in the order of the format.
struct QuoteMap {
  /// How many blocks of 64 bytes are done at a time.
  private static let blocks = 256
  /// How many bytes from an offset are looked at, at most.
  static let look = 128
  /// How many bytes of a row are covered at least, where there are so many.
  private static let row = 1536

  /// Bit `n` of the first word is the byte at `start + n`.
  private(set) var words = ContiguousArray(repeating: UInt64(0), count: Self.blocks)
  private(set) var start = 0
  /// The first offset behind those that it may be asked for.
  private(set) var end = 0

  /// Forgets the bytes: others stand there now.
  mutating func reset() { (start, end) = (0, 0) }

  /// Covers the bytes of a row that begins at an offset, up to `end`.
  @inline(__always)
  mutating func cover(_ bytes: Span<UInt8>, from offset: Int) {
    if offset < start || end &- offset < Self.row { fill(bytes, from: offset) }
  }

  /// The quotes among the next 57 bytes or some more from an offset, by the words of a map, of
  /// which it is so many bytes from the start on; the lowest bit is the byte there.
  @unsafe @inline(__always)
  static func quotes(_ words: Span<UInt64>, from distance: Int) -> UInt64 {
    let quotes = unsafe words.bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: distance &>> 3, as: UInt64.self)
    return UInt64(littleEndian: quotes) &>> UInt64(truncatingIfNeeded: distance & 7)
  }

  /// Covers the bytes from an offset on.
  @inline(never)
  private mutating func fill(_ bytes: Span<UInt8>, from offset: Int) {
    let blocks = min(Self.blocks, (bytes.count &- offset) &>> 6)
    reset()
    guard offset >= 0, blocks >= 3 else { return }
    var words = self.words.mutableSpan
    for block in 0..<blocks {
      unsafe words[unchecked: block] =
        Self.quotes(bytes, in: offset &+ block &* 64).littleEndian
    }
    // From there on eight bytes of the map can be loaded, and `look` bytes of the document.
    (start, end) = (offset, offset &+ (blocks &- 2) &* 64)
  }

  /// The quotes in a block, whose 64 bytes are there.
  @unsafe @inline(__always)
  private static func quotes(_ bytes: Span<UInt8>, in block: Int) -> UInt64 {
    // Bit `n` of each byte is for the `n`-th eight of the block: there is no instruction for this
    // that Swift has a name for.
    var pairs = unsafe quotes(bytes, at: block) &>> SIMD16(repeating: 7)
    pairs |= unsafe quotes(bytes, at: block &+ 16) &>> SIMD16(repeating: 5)
    pairs |= unsafe quotes(bytes, at: block &+ 32) &>> SIMD16(repeating: 3)
    pairs |= unsafe quotes(bytes, at: block &+ 48) &>> SIMD16(repeating: 1)
    let halves = unsafe unsafeBitCast(pairs, to: SIMD2<UInt64>.self)
    return transposed(halves[0] | halves[1] &<< 1)
  }

  /// The top bit of each of 16 bytes that is a quote.
  @unsafe @inline(__always)
  private static func quotes(_ bytes: Span<UInt8>, at offset: Int) -> SIMD16<UInt8> {
    let others =
      unsafe bytes.bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: offset, as: SIMD16<UInt8>.self) ^ SIMD16(repeating: 0x22)
    return (others &- SIMD16(repeating: 1)) & ~others & SIMD16(repeating: 0x80)
  }

  /// Rows for columns of eight by eight bits (Warren, Hacker's Delight, 7-3).
  @inline(__always)
  private static func transposed(_ bits: UInt64) -> UInt64 {
    var bits = bits
    var swapped = (bits ^ bits &>> 7) & 0x00AA_00AA_00AA_00AA
    bits ^= swapped ^ swapped &<< 7
    swapped = (bits ^ bits &>> 14) & 0x0000_CCCC_0000_CCCC
    bits ^= swapped ^ swapped &<< 14
    swapped = (bits ^ bits &>> 28) & 0x0000_0000_F0F0_F0F0
    return bits ^ swapped ^ swapped &<< 28
  }
}
