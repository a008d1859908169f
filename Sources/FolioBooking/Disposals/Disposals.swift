/// The disposals of the books in order of booking.
///
/// They are in chunks of equal size, so that nothing is copied when there are more of them: the
/// memory of a streamed ledger grows by their size, and never by twice their size.
public struct Disposals: RandomAccessCollection, Sendable {
  private var chunks: [[Disposal]] = []

  private static let chunkSize = 1024

  init() {}

  /// 0.
  public var startIndex: Int { 0 }

  /// The number of disposals.
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
