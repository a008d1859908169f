/// Loads of bytes ahead. Bytes beyond the end read as zeros, which stop every loop because valid
/// JSON never contains them.
extension Span<UInt8> {
  /// Whether `length` bytes from an offset are there. A fast reader checks once, and then uses the
  /// unchecked loads.
  @inline(__always)
  func holds(_ length: Int, at offset: Int) -> Bool {
    offset >= 0 && count &- offset >= length
  }

  /// The byte at an offset.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 {
    // As an unsigned number, a negative offset is beyond any end.
    guard UInt(bitPattern: offset) < UInt(bitPattern: count) else { return 0 }
    return unsafe self[unchecked: offset]
  }

  /// The eight bytes from an offset, first byte lowest.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    guard holds(8, at: offset) else { return wordAcrossEnd(at: offset) }
    return unsafe uncheckedWord(at: offset)
  }

  /// The four bytes from an offset, first byte lowest.
  @inline(__always)
  func halfWord(at offset: Int) -> UInt64 {
    guard holds(4, at: offset) else { return wordAcrossEnd(at: offset) & 0xFFFF_FFFF }
    return unsafe uncheckedHalfWord(at: offset)
  }

  /// The eight bytes from an offset, which `holds` has found to be there.
  @unsafe @inline(__always)
  func uncheckedWord(at offset: Int) -> UInt64 {
    UInt64(
      littleEndian: unsafe bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: offset, as: UInt64.self))
  }

  /// The four bytes from an offset, which `holds` has found to be there.
  @unsafe @inline(__always)
  func uncheckedHalfWord(at offset: Int) -> UInt64 {
    UInt64(
      UInt32(
        littleEndian: unsafe bytes.unsafeLoadUnaligned(
          fromUncheckedByteOffset: offset, as: UInt32.self)))
  }

  @inline(never)
  private func wordAcrossEnd(at offset: Int) -> UInt64 {
    var word: UInt64 = 0
    for index in 0..<8 {
      word |= UInt64(byte(at: offset &+ index)) &<< UInt64(truncatingIfNeeded: index &* 8)
    }
    return word
  }

  /// A copy of the bytes.
  var copy: [UInt8] { copy(0..<count) }

  /// A copy of some of the bytes.
  func copy(_ range: Range<Int>) -> [UInt8] {
    unsafe extracting(range).withUnsafeBufferPointer { unsafe Array($0) }
  }
}

/// A word with the same byte eight times.
@inline(__always)
func everyByte(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }
