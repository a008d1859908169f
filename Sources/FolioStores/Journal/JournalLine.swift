import FolioNumbers

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
    var cursor = JournalCursor(bytes)
    guard cursor.take("{\"crc32\":\""), let checksum = cursor.takeChecksum(),
      cursor.take("\",\"record\":"), cursor.takeLast("}")
    else { throw .notALine }
    guard Checksum.crc32(cursor.rest) == checksum else { throw .checksum }
    guard let line = cursor.takeRecord() else { throw .record(checksum: checksum) }
    return (line, checksum)
  }
}

/// A sequential parser for a line.
struct JournalCursor {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func take(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    if rest.count < count { return false }
    let start = rest.startIndex
    let isHere = text.withUTF8Buffer { text in
      for index in 0..<count where unsafe text[index] != rest[start + index] { return false }
      return true
    }
    if isHere { rest = rest.dropFirst(count) }
    return isHere
  }

  mutating func takeLast(_ byte: Unicode.Scalar) -> Bool {
    guard rest.last == UInt8(ascii: byte) else { return false }
    rest = rest.dropLast()
    return true
  }

  /// Parses eight lowercase hexadecimal digits.
  mutating func takeChecksum() -> UInt32? {
    let digits = rest.prefix(8)
    guard digits.count == 8, digits.allSatisfy({ Checksum.isDigit($0) }) else { return nil }
    guard let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) else {
      return nil
    }
    rest = rest.dropFirst(8)
    return value
  }

  /// Parses the record up to its end.
  mutating func takeRecord() -> JournalLine? {
    guard take("{\"after\":\""), let after = takeChecksum(),
      take("\",\"n\":"), let sequence = takeNumber(),
      take(",\"end\":"), let endsChange = takeFlag(),
      take(",\"kind\":\""), let kind = JournalLine.Kind(rawValue: takeWord()),
      take("\",\"at\":"), let time = takeTime(),
      take(",\"deleted_at\":"), let deletedAt = takeTime(),
      take(",\"row\":"), takeLast("}")
    else { return nil }
    return JournalLine(
      kind: kind, sequence: sequence, row: Array(rest), time: time.value,
      deletedAt: deletedAt.value, after: after, endsChange: endsChange)
  }

  private mutating func takeNumber() -> Int? {
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    rest = rest.dropFirst(digits.count)
    return Int(String(decoding: digits, as: UTF8.self))
  }

  private mutating func takeFlag() -> Bool? {
    take("true") ? true : take("false") ? false : nil
  }

  private mutating func takeWord() -> String {
    let word = rest.prefix { $0 != UInt8(ascii: "\"") }
    rest = rest.dropFirst(word.count)
    return String(decoding: word, as: UTF8.self)
  }

  /// Parses `null` or a quoted time; nil for anything else.
  private mutating func takeTime() -> (value: Timestamp?, Void)? {
    if take("null") { return (nil, ()) }
    guard take("\"") else { return nil }
    guard let time = try? Timestamp(takeWord()), take("\"") else { return nil }
    return (time, ())
  }
}
