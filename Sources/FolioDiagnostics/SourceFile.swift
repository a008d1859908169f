/// A file whose bytes can be read again to show a diagnostic.
///
/// The reader scans a file once and does not keep its bytes. This type returns the few bytes that
/// an excerpt needs, from memory or from disk.
public struct SourceFile: Sendable {
  /// The name as given by the user; `-` for standard input.
  public let name: String
  /// The number of the first line; greater than 1 for a part of a longer file.
  public let firstLine: Int
  /// Whether this is an argument of a command instead of a file. Messages then give no line.
  package var isArgument = false
  /// Where a line of the document of a store is in the store. The document has a line for the head
  /// and for each group, but no user has it as a file.
  package var citation: (@Sendable (_ line: Int) -> SourceCitation?)?
  /// Reads up to `count` bytes at `offset`: fewer at the end, none if the file no longer exists.
  public let bytes: @Sendable (_ offset: Int, _ count: Int) -> [UInt8]

  /// Creates a file whose bytes a closure reads.
  public init(
    name: String, firstLine: Int = 1,
    bytes: @escaping @Sendable (_ offset: Int, _ count: Int) -> [UInt8]
  ) {
    self.name = name
    self.firstLine = firstLine
    self.bytes = bytes
  }

  /// Creates a file from bytes in memory.
  public init(name: String, firstLine: Int = 1, contents: [UInt8]) {
    self.init(name: name, firstLine: firstLine) { offset, count in
      guard offset >= 0, count > 0, offset < contents.count else { return [] }
      return Array(contents[offset..<min(contents.count, offset + count)])
    }
  }
}
