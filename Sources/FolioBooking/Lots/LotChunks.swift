/// Lots by slot, in chunks of equal size: a copy of the books shares all chunks but those that
/// change.
struct LotChunks: RandomAccessCollection, Sendable {
  private var chunks: [[Lot]] = []

  /// The size is a power of two, so that a slot is found without a division.
  private static let bits = 8
  private static let size = 1 << bits

  init(_ lots: some Sequence<Lot> = []) {
    for lot in lots { append(lot) }
  }

  var startIndex: Int { 0 }
  private(set) var endIndex = 0

  @inline(__always)
  subscript(slot: Int) -> Lot {
    _read { yield chunks[slot >> Self.bits][slot & (Self.size - 1)] }
    _modify { yield &chunks[slot >> Self.bits][slot & (Self.size - 1)] }
  }

  mutating func append(_ lot: Lot) {
    if endIndex & (Self.size - 1) == 0 {
      chunks.append([])
      chunks[chunks.count - 1].reserveCapacity(Self.size)
    }
    chunks[chunks.count - 1].append(lot)
    endIndex += 1
  }
}
