/// Why the text of a report could not be handed on, such as a full disk or a closed pipe.
public struct SinkFailure: Error, Sendable, Hashable {
  /// One sentence, or the operating system's words.
  public var reason: String

  /// Makes a failure with its reason.
  public init(reason: String) { self.reason = reason }
}

/// Collects UTF-8 bytes and hands them on in blocks, so that a report of any length takes little
/// memory and few system calls.
///
/// Call `finish()` at the end: nothing else hands on the last block.
public struct TextSink: ~Copyable {
  /// Bytes that are not handed on yet. Renderers append to it, then call `drainIfFull()`.
  var buffer: [UInt8]
  private let limit: Int
  private let write: (borrowing [UInt8]) throws(SinkFailure) -> Void

  /// Makes a sink whose blocks hold about `blockSize` bytes (a row more at most) each.
  public init(
    blockSize: Int = 65_536, write: @escaping (borrowing [UInt8]) throws(SinkFailure) -> Void
  ) {
    limit = Swift.max(blockSize, 1)
    buffer = []
    buffer.reserveCapacity(limit + 1_024)
    self.write = write
  }

  /// Hands on everything that was collected. Throws what the receiver throws.
  public mutating func finish() throws(SinkFailure) {
    guard !buffer.isEmpty else { return }
    try write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Collects a text as it stands. Throws what the receiver throws.
  public mutating func append(_ text: some StringProtocol) throws(SinkFailure) {
    buffer.append(contentsOf: text.utf8)
    try drainIfFull()
  }

  /// Collects bytes of UTF-8 as they stand. Throws what the receiver throws.
  public mutating func append(_ bytes: [UInt8]) throws(SinkFailure) {
    buffer.append(contentsOf: bytes)
    try drainIfFull()
  }

  mutating func drainIfFull() throws(SinkFailure) {
    if buffer.count >= limit { try finish() }
  }
}
