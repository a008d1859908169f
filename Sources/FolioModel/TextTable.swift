/// Notes and names: many texts in one run of bytes.
public struct TextTable: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = [0]

  /// The index of no text.
  public static let none: UInt32 = 0

  /// An empty table.
  public init() {}

  /// Keeps a text in valid UTF-8 and gives its index, 1 or more.
  public mutating func append(_ text: some Sequence<UInt8>) -> UInt32 {
    bytes.append(contentsOf: text)
    ends.append(bytes.count)
    return UInt32(truncatingIfNeeded: ends.count - 1)
  }

  /// The number of texts.
  package var count: Int { ends.count - 1 }

  /// Drops the texts after the first `count`.
  package mutating func shorten(to count: Int) {
    guard count < self.count else { return }
    bytes.removeLast(bytes.count - ends[count])
    ends.removeLast(ends.count - count - 1)
  }

  /// The text at an index; nil for `none`.
  public subscript(_ index: UInt32) -> String? {
    utf8(index).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of the text at an index; nil for `none`.
  public func utf8(_ index: UInt32) -> ArraySlice<UInt8>? {
    guard index > 0, Int(index) < ends.count else { return nil }
    return bytes[ends[Int(index) - 1]..<ends[Int(index)]]
  }
}
