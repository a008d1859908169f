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
  public mutating func take(_ bytes: [UInt8]) -> [Line] {
    var lines: [Line] = []
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(of: 0x0A) {
      append(bytes[start..<end])
      lines.append(isTooLong ? .tooLong : .message(rest))
      (rest, isTooLong) = ([], false)
      start = end + 1
    }
    append(bytes[start...])
    return lines
  }

  private mutating func append(_ part: ArraySlice<UInt8>) {
    isTooLong = isTooLong || rest.count + part.count > limit
    if isTooLong { rest = [] } else { rest += part }
  }

  /// The last line, if the bytes do not end with the end of a line.
  public mutating func finish() -> Line? {
    defer { (rest, isTooLong) = ([], false) }
    if isTooLong { return .tooLong }
    return rest.isEmpty ? nil : .message(rest)
  }
}
