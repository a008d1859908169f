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

  /// The index of the first disposal: 0, unless the books go on from a stored state, which does not
  /// have those that can't change any more.
  public private(set) var startIndex = 0

  /// The number of disposals so far.
  public var endIndex: Int {
    startIndex + (chunks.last.map { (chunks.count - 1) * Self.chunkSize + $0.count } ?? 0)
  }

  /// The disposal at an index.
  public internal(set) subscript(index: Int) -> Disposal {
    get { chunks[(index - startIndex) / Self.chunkSize][(index - startIndex) % Self.chunkSize] }
    _modify {
      if let count = log?.count, index < count { record(index) }
      let place = index - startIndex
      yield &chunks[place / Self.chunkSize][place % Self.chunkSize]
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
      let place = index - startIndex
      chunks[place / Self.chunkSize][place % Self.chunkSize] = row
      log?.changed.removeLast()
    }
    while endIndex > mark.count {
      chunks[chunks.count - 1].removeLast()
      if chunks.last?.isEmpty == true { chunks.removeLast() }
    }
    log?.count = mark.count
  }
}

// Storing them.
extension Disposals {
  /// Codes the disposals from one on.
  mutating func code(_ coder: inout StateCoder, from first: Int) throws(StateFault) {
    var start = first
    try coder.code(&start, upTo: Int(UInt32.max))
    var rows = coder.isReading ? [] : Array(self[first...])
    try coder.code(&rows, of: .blank) { row, coder throws(StateFault) in try row.code(&coder) }
    guard coder.isReading else { return }
    (startIndex, chunks) = (start, [])
    for row in rows { append(row) }
  }
}

extension Disposal {
  fileprivate static var blank: Disposal {
    Disposal(
      quantity: .zero, proceeds: .zero, cost: .zero, group: 0, openedBy: 0, instrument: 0,
      account: 0, disposed: .first, currency: missingCurrency, cause: .sale, matching: .fifo)
  }

  fileprivate mutating func code(_ coder: inout StateCoder) throws(StateFault) {
    try coder.code(&quantity)
    try coder.code(&proceeds)
    try coder.code(&cost)
    try coder.code(&proceedsBase)
    try coder.code(&costBase)
    try coder.code(&priceEffectBase)
    try coder.code(&disallowedBase)
    try coder.code(&group)
    try coder.code(&openedBy)
    try coder.code(instrument: &instrument)
    try coder.code(account: &account)
    try coder.code(&disposed)
    try coder.code(&acquired, of: .first) { day, coder throws(StateFault) in
      try coder.code(&day)
    }
    try coder.code(&hasBase)
    try coder.code(currency: &currency)
    try coder.code(&cause)
    try coder.code(&matching)
    try coder.code(&term, of: .short) { term, coder throws(StateFault) in try coder.code(&term) }
    try coder.code(&basis, of: .noGain) { rule, coder throws(StateFault) in
      try coder.code(&rule)
    }
  }
}
