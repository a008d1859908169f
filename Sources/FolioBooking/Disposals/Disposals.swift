/// The disposals of the books in order of booking.
///
/// They are in chunks of equal size. Growing copies nothing, so that the memory of a streamed
/// ledger never needs twice their size, and a copy of the books shares all chunks but those that
/// change.
public struct Disposals: RandomAccessCollection, Sendable {
  private var chunks: [[Disposal]] = []

  private static let chunkSize = 1024

  init() {}

  /// The index of the first disposal.
  public var startIndex: Int { 0 }

  /// The number of disposals so far.
  public var endIndex: Int {
    chunks.last.map { (chunks.count - 1) * Self.chunkSize + $0.count } ?? 0
  }

  /// The disposal at an index.
  public internal(set) subscript(index: Int) -> Disposal {
    get { chunks[index / Self.chunkSize][index % Self.chunkSize] }
    _modify { yield &chunks[index / Self.chunkSize][index % Self.chunkSize] }
  }

  mutating func append(_ disposal: Disposal) {
    if chunks.last.map({ $0.count == Self.chunkSize }) ?? true {
      chunks.append([])
      chunks[chunks.count - 1].reserveCapacity(Self.chunkSize)
    }
    chunks[chunks.count - 1].append(disposal)
  }
}

extension Disposals {
  /// The indices of the rows that may differ from those of another state, which shares all other
  /// chunks.
  func indices(notSharedWith other: Disposals) -> [Int] {
    chunks.indices.flatMap { number -> Range<Int> in
      let start = number * Self.chunkSize
      if number < other.chunks.count, chunks[number].sharesStorage(with: other.chunks[number]) {
        return start..<start
      }
      return start..<start + chunks[number].count
    }
  }
}

extension Array {
  /// Whether another array is a copy of this one, and neither has changed since.
  fileprivate func sharesStorage(with other: [Element]) -> Bool {
    unsafe withUnsafeBufferPointer { own in
      unsafe other.withUnsafeBufferPointer { unsafe own.baseAddress == $0.baseAddress }
    } && count == other.count
  }
}
