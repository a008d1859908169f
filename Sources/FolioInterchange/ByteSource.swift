/// A source of the bytes of a file, in order.
public protocol ByteSource {
  /// Fills the start of the buffer with the next bytes, as many as are available.
  /// - Returns: The number of bytes; 0 only at the end.
  mutating func read(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(SourceFailure) -> Int

  /// Whether `read` returns at once, with bytes, the end or a failure. By default true.
  var isReady: Bool { get }
}

extension ByteSource {
  /// True: the source never waits, or cannot tell.
  public var isReady: Bool { true }
}

/// What a source that may have to wait has to offer.
package enum Arrival<Value> {
  case value(Value)
  /// Nothing yet.
  case later
  case end
}

/// The reason why a file cannot be read.
public struct SourceFailure: Error, Sendable, Hashable {
  /// The kind of failure. New minor versions may add cases.
  public enum Reason: Sendable, Hashable {
    /// The file does not exist.
    case notFound
    /// The path is a directory.
    case isDirectory
    /// The user has no permission to read the file.
    case notPermitted
    /// The path is a pipe or a device, but only files are accepted.
    case notRegular
    /// The name is not UTF-8.
    case notUTF8
    /// Any other failure, with the message of the system.
    case other(String)
  }

  /// The path given by the user.
  public var name: String
  /// The kind of failure.
  public var reason: Reason

  /// Creates a failure to read a file.
  public init(name: String, reason: Reason) {
    self.name = name
    self.reason = reason
  }
}

/// The bytes of an array.
struct MemorySource: ByteSource, Sendable {
  let bytes: [UInt8]
  private var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func read(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(SourceFailure) -> Int {
    let count = min(buffer.count, bytes.count - offset)
    unsafe bytes[offset..<offset + count].withUnsafeBytes { source in
      unsafe buffer.copyMemory(from: source)
    }
    offset += count
    return count
  }
}
