/// Notes and names: many texts in one run of bytes.
public struct TextTable: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = [0]
  /// The number of texts before them, if these are those of a batch of a document.
  private var first = 0
  /// The texts of the last batch of a document, which follow these; none or one table.
  private var ofBatch: [TextTable] = []

  /// The index of no text.
  public static let none: UInt32 = 0

  /// An empty table.
  public init() {}

  /// Keeps a text in valid UTF-8 and gives its index, 1 or more.
  public mutating func append(_ text: some Sequence<UInt8>) -> UInt32 {
    bytes.append(contentsOf: text)
    ends.append(bytes.count)
    return UInt32(truncatingIfNeeded: count)
  }

  /// The number of texts, with those before them.
  package var count: Int { first + ends.count - 1 }

  /// Drops the texts after the first `count`.
  package mutating func shorten(to count: Int) {
    guard count < self.count else { return }
    let kept = count - first
    bytes.removeLast(bytes.count - ends[kept])
    ends.removeLast(ends.count - kept - 1)
  }

  /// Makes the texts of the next batch of a document known, instead of those of the one before.
  mutating func take(_ batch: TextTable) { ofBatch = [batch] }

  /// Takes the texts after the first `count`. They keep their indices.
  package mutating func takeLast(after count: Int) -> TextTable {
    var taken = TextTable()
    taken.first = count
    guard count < self.count else { return taken }
    let start = ends[count - first]
    taken.bytes = Array(bytes[start...])
    taken.ends = ends[(count - first)...].map { $0 - start }
    shorten(to: count)
    return taken
  }

  /// The text at an index; nil for `none`.
  public subscript(_ index: UInt32) -> String? {
    utf8(index).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of the text at an index; nil for `none`.
  public func utf8(_ index: UInt32) -> ArraySlice<UInt8>? {
    let place = Int(index) - first
    guard place > 0 else { return nil }
    if place >= ends.count { return ofBatch.first?.utf8(index) }
    return bytes[ends[place - 1]..<ends[place]]
  }
}
