/// Texts that do not fit an `Identifier` (long ids, non-ASCII names), each kept once.
public struct NameTable: Sendable {
  /// A text that is hashed as a run of bytes, and not byte by byte as an array is.
  private struct Key: Hashable, Sendable {
    var bytes: [UInt8]

    func hash(into hasher: inout Hasher) {
      unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
  }

  private var names: [[UInt8]] = []
  private var indices: [Key: Int] = [:]
  /// The texts of one batch alone, and the index of the first of them.
  private var ofBatch: [[UInt8]] = []
  private var firstOfBatch = 0
  /// The texts of earlier batches of a document that later ones use, by their indices.
  private var ofEarlierBatches: [Int: [UInt8]] = [:]

  /// An empty table.
  public init() {}

  /// The identifier of a text in valid UTF-8; equal texts give equal identifiers.
  public mutating func identifier(of bytes: some RandomAccessCollection<UInt8>) -> Identifier {
    identifier(of: Array(bytes))
  }

  /// The identifier of a text in valid UTF-8; equal texts give equal identifiers.
  public mutating func identifier(of bytes: [UInt8]) -> Identifier {
    bytes.withSpan { Identifier(packing: $0) } ?? interned(bytes)
  }

  /// The identifier of a text.
  package mutating func identifier(of text: String) -> Identifier {
    text.withUTF8Span { Identifier(packing: $0) } ?? interned(Array(text.utf8))
  }

  private mutating func interned(_ text: [UInt8]) -> Identifier {
    let key = Key(bytes: text)
    if let index = indices[key] { return Identifier(internedIndex: index) }
    names.append(text)
    indices[key] = names.count - 1
    return Identifier(internedIndex: names.count - 1)
  }

  /// The identifier of a text that may be here; nil if it was never seen.
  package func existingIdentifier(of text: some StringProtocol) -> Identifier? {
    let bytes = Array(text.utf8)
    if let packed = bytes.withSpan({ Identifier(packing: $0) }) { return packed }
    return indices[Key(bytes: bytes)].map(Identifier.init(internedIndex:))
  }

  /// The UTF-8 bytes of an identifier that came from this table.
  public func bytes(of identifier: Identifier) -> [UInt8] {
    if let packed = identifier.packedBytes { return packed }
    return identifier.internedIndex.flatMap(internedBytes) ?? []
  }

  private func internedBytes(_ index: Int) -> [UInt8]? {
    if names.indices.contains(index) { return names[index] }
    let place = index - firstOfBatch
    if ofBatch.indices.contains(place) { return ofBatch[place] }
    return ofEarlierBatches[index]
  }

  /// Whether the table has the text of an identifier.
  package func knows(_ identifier: Identifier) -> Bool {
    identifier.internedIndex.map { internedBytes($0) != nil } ?? true
  }

  /// Appends the UTF-8 bytes of an identifier that came from this table.
  package func write(_ identifier: Identifier, into bytes: inout [UInt8]) {
    if !identifier.writePacked(into: &bytes) { bytes += self.bytes(of: identifier) }
  }

  /// The text of an identifier that came from this table.
  public func text(of identifier: Identifier) -> String {
    identifier.packedText ?? String(decoding: bytes(of: identifier), as: UTF8.self)
  }
}

/// The texts that a batch of a change interns.
package struct BatchNames: Sendable {
  /// The number of texts before them.
  var first = 0
  var texts: [[UInt8]] = []
  /// Whether later batches may use them too: symbols and accounts are among them. Ids alone are
  /// forgotten, so that the table does not grow with each group.
  var staysKnown = false

  /// No texts.
  package init() {}
}

extension NameTable {
  /// Takes the texts that were interned since `count` texts were known.
  package mutating func takeNames(since count: inout Int, staysKnown: Bool) -> BatchNames {
    var taken = BatchNames()
    taken.first = count
    taken.staysKnown = staysKnown
    if names.count == count { return taken }
    taken.texts = Array(names[count...])
    if staysKnown {
      count = names.count
    } else {
      for text in taken.texts { indices[Key(bytes: text)] = nil }
      names.removeLast(taken.texts.count)
    }
    return taken
  }

  /// The texts that were interned after the first `count`. They stay here, since a document may not
  /// use an id twice.
  package func names(after count: Int) -> BatchNames {
    var new = BatchNames()
    new.first = count
    if names.count > count { new.texts = Array(names[count...]) }
    return new
  }

  /// Makes the texts of the next batch of a document known, instead of those of the one before.
  /// - Parameter used: the names that later batches may use too.
  mutating func take(_ batch: BatchNames, keeping used: some Sequence<Identifier>) {
    (ofBatch, firstOfBatch) = (batch.texts, batch.first)
    if batch.texts.isEmpty { return }
    for index in used.lazy.compactMap(\.internedIndex) {
      ofEarlierBatches[index] = internedBytes(index)
    }
  }

  /// The number of texts that all batches know.
  package var count: Int { names.count }

  /// Makes the texts of a batch known.
  /// - Returns: false if they do not follow those that are.
  mutating func take(_ batch: BatchNames) -> Bool {
    guard batch.first == names.count else { return false }
    if batch.staysKnown {
      ofBatch = []
      for text in batch.texts { _ = identifier(of: text) }
    } else if !(ofBatch.isEmpty && batch.texts.isEmpty) {
      (ofBatch, firstOfBatch) = (batch.texts, batch.first)
    }
    return true
  }
}
