/// The reason why the text of a report could not be written, such as a full disk or a closed pipe.
public struct SinkFailure: Error, Sendable, Hashable {
  /// A sentence, or the error message of the operating system.
  public var reason: String

  /// Creates a failure.
  public init(reason: String) { self.reason = reason }
}

extension SinkFailure: CustomStringConvertible {
  /// The reason, and the remedy.
  public var description: String {
    "The text cannot be written: \(reason). Check the place that it goes to, and try again."
  }
}

/// Buffers UTF-8 bytes and writes them in blocks, so that a report of any length needs little
/// memory and few system calls.
///
/// Call `finish()` at the end. Otherwise the last block is lost.
public struct TextSink: ~Copyable {
  /// Bytes that have not been written yet. Renderers append to the buffer, then call
  /// `drainIfFull()`.
  var buffer: [UInt8]
  private let limit: Int
  private let write: (borrowing [UInt8]) throws(SinkFailure) -> Void

  /// Creates a sink that writes blocks of about `blockSize` bytes. A block exceeds it by at most
  /// one row.
  public init(
    blockSize: Int = 65_536, write: @escaping (borrowing [UInt8]) throws(SinkFailure) -> Void
  ) {
    limit = Swift.max(blockSize, 1)
    buffer = []
    buffer.reserveCapacity(limit + 1_024)
    self.write = write
  }

  /// Writes all buffered bytes. Rethrows errors of the receiver.
  public mutating func finish() throws(SinkFailure) {
    guard !buffer.isEmpty else { return }
    try write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Appends a text unchanged. Rethrows errors of the receiver.
  public mutating func append(_ text: some StringProtocol) throws(SinkFailure) {
    buffer.append(contentsOf: text.utf8)
    try drainIfFull()
  }

  /// Appends UTF-8 bytes unchanged. Rethrows errors of the receiver.
  public mutating func append(_ bytes: [UInt8]) throws(SinkFailure) {
    if bytes.count >= limit {
      // A long block is not copied.
      try finish()
      return try write(bytes)
    }
    buffer.append(contentsOf: bytes)
    try drainIfFull()
  }

  /// Appends the bytes of a spool from an offset on. Rethrows errors of the receiver.
  mutating func append(_ spool: ByteSpool, from start: Int = 0) throws(SinkFailure) {
    let isComplete = try spool.forEachBlock(from: start) { block throws(SinkFailure) in
      try append(block)
    }
    if !isComplete { throw SinkFailure(reason: "the temporary file of the rows cannot be read") }
  }

  mutating func drainIfFull() throws(SinkFailure) {
    if buffer.count >= limit { try finish() }
  }
}
