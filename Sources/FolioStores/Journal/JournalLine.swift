import FolioNumbers

/// One line of a journal (Specs/stores.md):
///
///     {"crc32":"9ae0daaf","record":{"after":"1c291ca3","n":7,"end":true,"kind":"group",
///      "at":"2024-03-01T09:00:00Z","deleted_at":null,"row":{"id": "g1", ...}}}
///
/// without the break. Keys and blanks are always these, so that a line is read by going along it.
struct JournalLine {
  /// What a line says.
  enum Kind: String {
    /// The first line of a file: its format, and the last number that was given before it.
    case journal
    /// All but the groups.
    case head
    /// A new group, or a new version of one.
    case group
    /// Everything before is forgotten.
    case clear
  }

  /// The checksum of the line before; zero for the first.
  var after: UInt32
  /// The place in the order of all changes of the store.
  var sequence: Int
  /// Whether the change is complete with this line: one that was cut off in the middle counts for
  /// nothing.
  var endsChange: Bool
  var kind: Kind
  var time: Timestamp?
  var deletedAt: Timestamp?
  /// JSON.
  var row: [UInt8]

  /// The row of the first line of a file.
  static let formatRow = Array("{\"format\": \"folio-journal/1\"}".utf8)

  /// The line with its end, and its checksum.
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

/// What is wrong with a line of a journal.
enum JournalLineFault: Error {
  case notALine, checksum
  /// The line is as it was written, with this checksum.
  case record(checksum: UInt32)

  var words: String {
    switch self {
    case .notALine: "this is no line of a journal"
    case .checksum: "the checksum of the line is wrong"
    case .record: "the line is whole, and its record can't be read"
    }
  }
}

extension JournalLine {
  /// Reads a line without its end.
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

/// Goes along the bytes of a line.
struct JournalCursor {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func take(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    let isHere = text.withUTF8Buffer { unsafe rest.starts(with: $0) }
    if isHere { rest = rest.dropFirst(count) }
    return isHere
  }

  mutating func takeLast(_ byte: Unicode.Scalar) -> Bool {
    guard rest.last == UInt8(ascii: byte) else { return false }
    rest = rest.dropLast()
    return true
  }

  /// Eight hexadecimal digits in lower case.
  mutating func takeChecksum() -> UInt32? {
    let digits = rest.prefix(8)
    guard digits.count == 8, digits.allSatisfy({ Checksum.isDigit($0) }) else { return nil }
    guard let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) else {
      return nil
    }
    rest = rest.dropFirst(8)
    return value
  }

  /// The record of a line, up to its end.
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
      after: after, sequence: sequence, endsChange: endsChange, kind: kind, time: time.value,
      deletedAt: deletedAt.value, row: Array(rest))
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

  /// `null`, or a time in quotes; nil for neither.
  private mutating func takeTime() -> (value: Timestamp?, Void)? {
    if take("null") { return (nil, ()) }
    guard take("\"") else { return nil }
    guard let time = try? Timestamp(takeWord()), take("\"") else { return nil }
    return (time, ())
  }
}
