import FolioDiagnostics

/// A ledger document that is about to be read.
public struct LedgerSource: Sendable {
  /// What the user calls it; `-` for standard input.
  public let name: String
  /// The size in bytes, where it is known.
  public let size: Int?
  /// Gives bytes back that were read.
  public let file: SourceFile
  /// Where the bytes come from.
  var bytes: any ByteSource & Sendable
  /// All bytes, where they are in memory.
  fileprivate let contents: [UInt8]?

  /// A file, or standard input for `-`.
  public static func file(_ path: String) throws(SourceFailure) -> LedgerSource {
    LedgerSource(try FileSource.open(path))
  }

  /// A file that is open.
  package init(_ source: FileSource) {
    self.init(name: source.name, size: source.size, file: source.file, bytes: source)
  }

  /// A document that is wholly in memory. `firstLine` is the number of its first line in what
  /// `name` names, where it is a part of that.
  public init(_ contents: [UInt8], name: String, firstLine: Int = 1) {
    self.name = name
    size = contents.count
    file = SourceFile(name: name, firstLine: firstLine, contents: contents)
    bytes = MemorySource(contents)
    self.contents = contents
  }

  /// A document whose bytes come from elsewhere.
  /// - Parameters:
  ///   - size: its size in bytes, where it is known.
  ///   - file: gives bytes back that were read.
  public init(name: String, size: Int?, file: SourceFile, bytes: any ByteSource & Sendable) {
    self.name = name
    self.size = size
    self.file = file
    self.bytes = bytes
    contents = nil
  }

  /// The same document from its beginning, after so many bytes of it were read.
  consuming func again(after count: Int) -> LedgerSource {
    if let contents { return LedgerSource(contents, name: name, firstLine: file.firstLine) }
    let replayed = ReplayedSource(file: file, count: count, rest: bytes)
    return LedgerSource(name: name, size: size, file: file, bytes: replayed)
  }
}

/// A source from its beginning: what was read of it comes once more, and then the rest. So a pipe
/// can be read again, too.
private struct ReplayedSource: ByteSource, Sendable {
  let file: SourceFile
  /// How many bytes come once more.
  let count: Int
  var rest: any ByteSource & Sendable
  private var done = 0

  init(file: SourceFile, count: Int, rest: any ByteSource & Sendable) {
    self.file = file
    self.count = count
    self.rest = rest
  }

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

extension LedgerReader {
  /// Reads a document as its bytes come.
  /// - Parameter progress: is told how many bytes are read, about every 128 KiB.
  public mutating func read(
    _ source: LedgerSource, progress: WorkProgress.Receiver? = nil
  ) throws(SourceFailure) {
    if let contents = source.contents {
      progress?(WorkProgress(.bytes, done: 0, of: contents.count))
      return read(contents, name: source.name, firstLine: source.file.firstLine)
    }
    var bytes: any ByteSource = source.bytes
    try read(&bytes, size: source.size, file: source.file, progress)
  }

  /// Reads a file, or standard input for `-`.
  /// - Parameter progress: is told how many bytes are read, about every 128 KiB.
  public mutating func readFile(
    _ path: String, progress: WorkProgress.Receiver? = nil
  ) throws(SourceFailure) {
    try read(LedgerSource.file(path), progress: progress)
  }
}
