// Validation of complete lines.
extension JournalLine {
  /// The error in the values of a complete line; nil if it is valid.
  func fault(isFirst: Bool) -> String? {
    if isFirst != (kind == .journal) {
      return isFirst
        ? "the first line is not a journal header"
        : "a journal header follows other lines"
    }
    switch kind {
    case .journal:
      return row == Self.formatRow && time == nil && deletedAt == nil
        ? nil : "the journal header is invalid"
    case .clear:
      return row == Array("null".utf8) && time == nil && deletedAt == nil
        ? nil : "a line that clears the store has other values"
    case .head:
      return time != nil && deletedAt == nil
        ? nil : "the line of accounts and instruments has no time or is deleted"
    case .group:
      return time != nil && rowID != nil
        ? nil : "the row does not start with its id or has no time"
    }
  }

  /// The id in the row of a group, with its escapes.
  var rowID: ArraySlice<UInt8>? {
    var cursor = JournalCursor(0..<row.count)
    return row.withSpan { cursor.takeRowID($0) }.map { row[$0] }
  }

  private static let formatName = Array("folio-journal/".utf8)

  /// The name of a later format; nil for the current format or none.
  var laterFormat: String? { Self.laterFormat(in: row[...]) }

  /// The later format named in the first line of a file, even if the line cannot be parsed. A line
  /// in the current layout with a wrong checksum is damaged, even if it names a later format.
  static func laterFormat(
    ofUnread line: ArraySlice<UInt8>, _ fault: JournalLineFault
  ) -> String? {
    if case .record = fault { return laterFormat(in: line) }
    return line.starts(with: frame.utf8) ? nil : laterFormat(in: line.prefix(1 << 12))
  }

  private static func laterFormat(in bytes: ArraySlice<UInt8>) -> String? {
    for start in bytes.indices where bytes[start...].starts(with: formatName) {
      let digits = bytes[(start + formatName.count)...].prefix {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
      }
      guard let first = digits.first, first != UInt8(ascii: "0"),
        !digits.elementsEqual([UInt8(ascii: "1")])
      else { continue }
      return String(decoding: formatName + digits.prefix(20), as: UTF8.self)
    }
    return nil
  }

  /// The start of every line.
  private static let frame = "{\"crc32\":\""

  /// Whether a truncated line may start with these bytes. Disk blocks that were never written are
  /// zero.
  static func mayBegin(with bytes: ArraySlice<UInt8>) -> Bool {
    zip(bytes, frame.utf8).allSatisfy { $0 == $1 || $0 == 0 }
  }

  /// The index after the JSON object at the start of the bytes; nil if the object is incomplete.
  static func end(in bytes: ArraySlice<UInt8>) -> Int? {
    var depth = 0
    var inText = false
    var isEscaped = false
    for index in bytes.indices {
      switch bytes[index] {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\") where inText: isEscaped = true
      case UInt8(ascii: "\""): inText.toggle()
      case _ where inText: break
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"):
        depth -= 1
        if depth <= 0 { return index + 1 }
      default: break
      }
    }
    return nil
  }
}
