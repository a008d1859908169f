/// Bytes that are kept until it is known whether they are needed: in memory while they are few, and
/// then in a temporary file without a name, which goes away with its last user.
package struct ByteSpool: Sendable {
  /// The number of bytes that are kept in memory.
  private let limit: Int
  private var bytes: [UInt8] = []
  private var file: FileDescriptor?
  /// The number of bytes.
  package private(set) var count = 0

  /// An empty spool.
  package init(limit: Int = 1 << 22) { self.limit = limit }

  /// Adds bytes.
  /// - Returns: false if the disk has no room for them.
  package mutating func append(_ more: [UInt8]) -> Bool {
    count += more.count
    if let file { return Self.write(more, to: file) }
    if count <= limit {
      bytes += more
      return true
    }
    guard let file = FileDescriptor.unnamed() else { return false }
    self.file = file
    defer { bytes = [] }
    return Self.write(bytes, to: file) && Self.write(more, to: file)
  }

  /// Passes the bytes from an offset on, in blocks.
  /// - Returns: false if they cannot be read.
  package func forEachBlock<Failure: Error>(
    from start: Int, _ body: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard let file else {
      try body(Array(bytes[min(start, count)...]))
      return true
    }
    var place = start
    while place < count {
      let block = file.chunk(at: place, count: count - place)
      if block.isEmpty { return false }
      try body(block)
      place += block.count
    }
    return true
  }

  private static func write(_ bytes: [UInt8], to file: FileDescriptor) -> Bool {
    unsafe bytes.withUnsafeBytes { unsafe file.write($0) }
  }
}
