/// Gives the bytes of a file one after the other.
public protocol ByteSource {
  /// Fills the buffer from its start with the next bytes, as many as come at once.
  /// - Returns: How many there were; 0 only at the end.
  mutating func read(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(SourceFailure) -> Int
}

/// Why a file can't be read.
public struct SourceFailure: Error, Sendable, Hashable {
  /// What stands in the way.
  public enum Reason: Sendable, Hashable {
    /// There is no such file.
    case notFound
    /// It is a directory.
    case isDirectory
    /// The user may not read it.
    case notPermitted
    /// It is a pipe or a device where only a file will do.
    case notRegular
    /// Its name is not UTF-8.
    case notUTF8
    /// Anything else, in the words of the system.
    case other(String)
  }

  /// The name of the file as the user gave it.
  public var name: String
  /// What stands in the way.
  public var reason: Reason

  /// A failure to read the file of this name.
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
