/// A ledger document that is about to be read.
public struct LedgerSource: Sendable {
  /// The name for the user; `-` for standard input.
  public let name: String
  /// The size in bytes, if it is known.
  public let size: Int?
  /// Returns bytes that were already read.
  public package(set) var file: SourceFile
  var bytes: any ByteSource & Sendable
  /// Whether it is the document of a store, whose rows keep columns of later versions.
  package var isStored = false

  /// All bytes, if they are in memory.
  var contents: [UInt8]? { (bytes as? MemorySource)?.bytes }

  /// A file, or standard input for `-`.
  public static func file(_ path: String) throws(SourceFailure) -> LedgerSource {
    LedgerSource(try FileSource.open(path))
  }

  /// An open file.
  package init(_ source: FileSource) {
    self.init(name: source.name, size: source.size, file: source.file, bytes: source)
  }

  /// A document in memory. `firstLine` is the line number of its first line in the file that it is
  /// a part of.
  public init(_ contents: [UInt8], name: String, firstLine: Int = 1) {
    self.init(
      name: name, size: contents.count,
      file: SourceFile(name: name, firstLine: firstLine, contents: contents),
      bytes: MemorySource(contents))
  }

  /// A document from another source.
  /// - Parameters:
  ///   - size: The size in bytes, if it is known.
  ///   - file: Returns bytes that were already read.
  public init(name: String, size: Int?, file: SourceFile, bytes: any ByteSource & Sendable) {
    self.name = name
    self.size = size
    self.file = file
    self.bytes = bytes
  }

  /// The same document from its beginning, after `count` bytes of it were read.
  consuming func again(after count: Int) -> LedgerSource {
    let source: any ByteSource & Sendable =
      contents.map { MemorySource($0) } ?? ReplayedSource(file: file, count: count, rest: bytes)
    var again = LedgerSource(name: name, size: size, file: file, bytes: source)
    again.isStored = isStored
    return again
  }
}

/// A source that first repeats the bytes that were read of it, so that even a pipe can be read
/// again.
private struct ReplayedSource: ByteSource, Sendable {
  let file: SourceFile
  /// The number of bytes to repeat.
  let count: Int
  var rest: any ByteSource & Sendable
  var done = 0

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceFailure) -> Int {
    if done == count { return unsafe try rest.read(into: buffer) }
    let bytes = file.bytes(done, min(count - done, buffer.count))
    if bytes.isEmpty {
      let reason = "it has to be read twice, and there is no room on the disk to keep what came"
      throw SourceFailure(name: file.name, reason: .other(reason))
    }
    unsafe buffer.copyBytes(from: bytes)
    done += bytes.count
    return bytes.count
  }
}
