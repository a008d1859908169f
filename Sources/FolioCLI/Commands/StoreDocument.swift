import Synchronization

/// The document of a store, of which a part is read at a time.
final class StoreDocument: Sendable {
  private struct State {
    var store: StoreOperations?
    /// The lengths of the parts that were read, in any order.
    var lengths: [Int: Int] = [:]
    /// The offsets of the parts before which all were read.
    var offsets = [0]
    /// The last part that was read. The places of many messages are often in one part.
    var last: (number: Int, bytes: [UInt8])?
  }

  private let name: String
  private let open: @Sendable () throws(StoreFailure) -> StoreOperations
  private let state = Mutex(State())

  /// The number of groups in a part.
  private static let partSize = 1024

  /// - Parameter open: opens the store for reading.
  init(name: String, open: @escaping @Sendable () throws(StoreFailure) -> StoreOperations) {
    self.name = name
    self.open = open
  }

  /// The number of the last change, and whether the last change of the file was incomplete.
  func version() throws(StoreFailure) -> (lastSequence: Int, isIncomplete: Bool) {
    try withStore { state, store throws(StoreFailure) in
      (try store.counts().lastSequence, !store.openingWarnings.diagnostics.isEmpty)
    }
  }

  /// The warning that the last change of the file was incomplete.
  func openingWarnings() throws(StoreFailure) -> LedgerFaults {
    try withStore { _, store throws(StoreFailure) in store.openingWarnings }
  }

  /// The document, to be read once, from its beginning; nil if it has to be read in one piece.
  func wholeSource() throws(StoreFailure) -> LedgerSource? {
    try withStore { _, store throws(StoreFailure) in store.outline() } ? source : nil
  }

  /// The document in one piece.
  func load() throws(StoreFailure) -> LedgerSource {
    let bytes = try withStore { _, store throws(StoreFailure) in try store.load() }
    var source = LedgerSource(bytes, name: name)
    source.file.citation = { self.citation(ofLine: $0) }
    source.isStored = true
    return source
  }

  /// Where a line of the document is in the store; nil if the store cannot be read again.
  private func citation(ofLine line: Int) -> SourceCitation? {
    let found = try? withStore { _, store throws(StoreFailure) in
      store.citation(ofLine: line)
    }
    return found ?? nil
  }

  private func withStore<Result: Sendable>(
    _ body: (inout State, inout StoreOperations) throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result {
    try state.withLock { state throws(StoreFailure) in
      var store = if let store = state.store { store } else { try open() }
      state.store = nil
      defer { state.store = store }
      return try body(&state, &store)
    }
  }

  /// The part with a number: the first is the head. It is empty after the last one.
  func part(_ number: Int) throws(StoreFailure) -> [UInt8] {
    try withStore { state, store throws(StoreFailure) in
      if let last = state.last, last.number == number { return last.bytes }
      let part = try store.part(number, of: Self.partSize)
      state.last = (number, part)
      state.lengths[number] = part.count
      while let length = state.lengths[state.offsets.count - 1] {
        state.offsets.append(state.offsets[state.offsets.count - 1] + length)
      }
      return part
    }
  }

  /// The document, to be read once, from its beginning.
  var source: LedgerSource {
    let size = try? withStore { _, store throws(StoreFailure) in store.outlinedSize }
    var source = LedgerSource(
      name: name, size: size ?? nil, file: SourceFile(name: name) { self.bytes(at: $0, count: $1) },
      bytes: StoreBytes(document: self))
    source.file.citation = { self.citation(ofLine: $0) }
    source.isStored = true
    return source
  }

  /// Bytes of the document that were read before; none if the store cannot be read again.
  private func bytes(at offset: Int, count: Int) -> [UInt8] {
    let offsets = state.withLock { $0.offsets }
    guard offset >= 0, count > 0, offset < offsets[offsets.count - 1] else { return [] }
    var number = offsets.partitioningIndex { $0 > offset } - 1
    var (bytes, start): ([UInt8], Int) = ([], offsets[number])
    while bytes.count < count, number + 1 < offsets.count {
      guard let part = try? part(number), !part.isEmpty else { break }
      bytes += part.dropFirst(max(0, offset - start)).prefix(count - bytes.count)
      start += part.count
      number += 1
    }
    return bytes
  }
}

/// The bytes of such a document. Some parts are read ahead: to read and verify a part takes about
/// as long as to book it.
private struct StoreBytes: ByteSource, Sendable {
  private let parts: ReadAhead<[UInt8], StoreFailure>
  private var part: ArraySlice<UInt8> = []

  /// The largest number of parts that wait.
  private static let partsAhead = 4

  init(document: StoreDocument) {
    parts = ReadAhead(capacity: Self.partsAhead) { number throws(StoreFailure) in
      let part = try document.part(number)
      return part.isEmpty ? nil : part
    }
  }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceFailure) -> Int {
    if part.isEmpty {
      do throws(StoreFailure) {
        part = try parts.next()?[...] ?? []
      } catch {
        throw SourceFailure(name: "store", reason: .other("\(error)"))
      }
    }
    let count = min(buffer.count, part.count)
    unsafe buffer.copyBytes(from: part.prefix(count))
    part = part.dropFirst(count)
    return count
  }
}
