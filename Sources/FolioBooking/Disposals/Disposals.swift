import FolioModel

/// The disposals of the books in order of booking.
///
/// They are in chunks of equal size, so that nothing is copied when there are more of them: the
/// memory of a streamed ledger grows by their size, and never by twice their size.
public struct Disposals: RandomAccessCollection, Sendable {
  private var chunks: [[Disposal]] = []
  /// The number of rows at the last mark, and what some of them were before they changed; nil if
  /// nothing is recorded.
  private var log: (count: Int, changed: [(index: Int, row: Disposal)])?

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
    _modify {
      if let count = log?.count, index < count { record(index) }
      yield &chunks[index / Self.chunkSize][index % Self.chunkSize]
    }
  }

  mutating func append(_ disposal: Disposal) {
    if chunks.last.map({ $0.count == Self.chunkSize }) ?? true {
      chunks.append([])
      chunks[chunks.count - 1].reserveCapacity(Self.chunkSize)
    }
    chunks[chunks.count - 1].append(disposal)
  }
}

// Taking back changes.
extension Disposals {
  /// A point to go back to.
  struct Mark {
    let count: Int
    fileprivate let changed: Int
  }

  /// Sets a mark, and records changes of earlier rows from now on.
  mutating func setMark() -> Mark {
    let mark = Mark(count: endIndex, changed: log?.changed.count ?? 0)
    log = (mark.count, log?.changed ?? [])
    return mark
  }

  /// Forgets all marks.
  mutating func forgetMarks() { log = nil }

  /// The rows that changed after a mark, as they were.
  func changes(after mark: Mark) -> [(index: Int, row: Disposal)] {
    Array(log?.changed[mark.changed...] ?? [])
  }

  @inline(never)
  private mutating func record(_ index: Int) {
    let row = self[index]
    log?.changed.append((index, row))
  }

  /// Takes back all changes after a mark.
  mutating func undo(to mark: Mark) {
    while let (index, row) = log?.changed.last, log?.changed.count != mark.changed {
      chunks[index / Self.chunkSize][index % Self.chunkSize] = row
      log?.changed.removeLast()
    }
    while endIndex > mark.count {
      chunks[chunks.count - 1].removeLast()
      if chunks.last?.isEmpty == true { chunks.removeLast() }
    }
    log?.count = mark.count
  }
}
