/// One line of a journal (Specs/stores.md):
///
///     {"crc32":"9ae0daaf","record":{"after":"1c291ca3","n":7,"end":true,"kind":"group",
///      "at":"2024-03-01T09:00:00Z","deleted_at":null,"row":{"id": "g1", ...}}}
///
/// without the line break. The order of keys and the spacing are fixed, so a line is parsed
/// sequentially.
struct JournalLine {
  /// The type of a line.
  enum Kind: String {
    /// The first line of a file: its format and the last sequence number used before.
    case journal
    /// All data except the groups.
    case head
    /// A new group or a new version of a group.
    case group
    /// Removes all previous contents.
    case clear
  }

  var kind: Kind
  /// The sequence number of the change.
  var sequence: Int
  /// The row as JSON.
  var row: [UInt8]
  var time: Timestamp?
  var deletedAt: Timestamp?
  /// The checksum of the previous line; zero for the first.
  var after: UInt32 = 0
  /// Whether this is the last line of a change. An incomplete change is ignored.
  var endsChange = false

  /// The row of the first line of a file.
  static let formatRow = Array("{\"format\": \"folio-journal/1\"}".utf8)

  /// The encoded line including its line break, and its checksum.
  func written() -> (bytes: [UInt8], checksum: UInt32) {
    var record = Array("{\"after\":\"".utf8)
    record += Checksum.digits(after)
    record += "\",\"n\":\(sequence),\"end\":\(endsChange),\"kind\":\"\(kind.rawValue)\"".utf8
    record += ",\"at\":\(Self.quoted(time)),\"deleted_at\":\(Self.quoted(deletedAt))".utf8
    record += ",\"row\":".utf8
    record += row
    record.append(UInt8(ascii: "}"))
    let checksum = Checksum.crc32(record[...])
    var bytes = Array("{\"crc32\":\"".utf8)
    bytes += Checksum.digits(checksum)
    bytes += "\",\"record\":".utf8
    bytes += record
    bytes += "}\n".utf8
    return (bytes, checksum)
  }

  private static func quoted(_ time: Timestamp?) -> String {
    time.map { "\"\($0)\"" } ?? "null"
  }
}

/// An error in a line of a journal.
enum JournalLineFault: Error {
  case notALine, checksum
  /// The record is invalid although the checksum, given here, is correct.
  case record(checksum: UInt32)

  var message: String {
    switch self {
    case .notALine: "this is not a journal line"
    case .checksum: "the checksum of the line is wrong"
    case .record: "the checksum is correct, but the record is invalid"
    }
  }
}

extension JournalLine {
  /// Parses a line without its line break.
  /// - Returns: the line and its checksum.
  static func read(
    _ bytes: ArraySlice<UInt8>
  ) throws(JournalLineFault) -> (line: JournalLine, checksum: UInt32) {
    try bytes.withSpan { (span) throws(JournalLineFault) in
      guard let frame = JournalFrame(span) else { throw .notALine }
      guard frame.isSound(span) else { throw .checksum }
      guard let header = frame.header(span) else { throw .record(checksum: frame.checksum) }
      var line = header.line
      let start = bytes.startIndex
      line.row = Array(bytes[start + header.row.lowerBound..<start + header.row.upperBound])
      return (line, frame.checksum)
    }
  }
}
