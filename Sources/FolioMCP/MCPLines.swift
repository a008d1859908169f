/// Divides bytes that come in parts into lines. A line that is too long is never kept as a whole.
public struct MCPLines: Sendable {
  /// A line without its end.
  public enum Line: Sendable, Hashable {
    /// The bytes of a line.
    case message([UInt8])
    /// A line that is longer than a message may be.
    case tooLong
  }

  private var rest: [UInt8] = []
  private var isTooLong = false
  private let limit: Int

  /// Creates an empty sequence of bytes.
  /// - Parameter limit: The greatest length of a line.
  public init(limit: Int = MCPServer.messageLimit) { self.limit = limit }

  /// Takes the next bytes, and returns the lines that end in them.
  public mutating func take(_ bytes: some Sequence<UInt8>) -> [Line] {
    var lines: [Line] = []
    for byte in bytes {
      if byte == 0x0A {
        lines.append(isTooLong ? .tooLong : .message(rest))
        rest.removeAll(keepingCapacity: false)
        isTooLong = false
      } else if rest.count < limit {
        if !isTooLong { rest.append(byte) }
      } else {
        isTooLong = true
        rest.removeAll(keepingCapacity: false)
      }
    }
    return lines
  }

  /// The last line, if the bytes do not end with the end of a line.
  public mutating func finish() -> Line? {
    defer { (rest, isTooLong) = ([], false) }
    if isTooLong { return .tooLong }
    return rest.isEmpty ? nil : .message(rest)
  }
}
