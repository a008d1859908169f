/// The bytes of one file, to be read again when a fault in it must be shown.
///
/// The reader goes once over the bytes and keeps none of them; this gives back the few that a
/// caret needs, from memory or from disk.
public struct SourceFile: Sendable {
  /// The name as the user gave it; `-` for standard input.
  public let name: String
  /// The number of its first line; above 1 where it is a part of a longer file.
  public let firstLine: Int
  /// Up to `count` bytes from `offset`; fewer at the end, none where the file is gone.
  public let bytes: @Sendable (_ offset: Int, _ count: Int) -> [UInt8]

  /// A file whose bytes are fetched by the closure.
  public init(
    name: String, firstLine: Int = 1,
    bytes: @escaping @Sendable (_ offset: Int, _ count: Int) -> [UInt8]
  ) {
    self.name = name
    self.firstLine = firstLine
    self.bytes = bytes
  }

  /// A file held in memory.
  public init(name: String, firstLine: Int = 1, contents: [UInt8]) {
    self.init(name: name, firstLine: firstLine) { offset, count in
      guard offset >= 0, count > 0, offset < contents.count else { return [] }
      return Array(contents[offset..<min(contents.count, offset + count)])
    }
  }
}
