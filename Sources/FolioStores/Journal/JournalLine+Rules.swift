// What a line has to say beside being whole.
extension JournalLine {
  /// What is wrong with a line that is whole; nil where nothing is.
  func fault(isFirst: Bool) -> String? {
    if isFirst != (kind == .journal) {
      return isFirst
        ? "the first line does not say that this is a journal"
        : "a journal begins in the middle of another"
    }
    switch kind {
    case .journal:
      return row == Self.formatRow && time == nil && deletedAt == nil
        ? nil : "the first line names no format of a journal"
    case .clear:
      return row == Array("null".utf8) && time == nil && deletedAt == nil
        ? nil : "a line that clears the store says more than that"
    case .head:
      return time != nil && deletedAt == nil
        ? nil : "the line of accounts and instruments has no time, or is deleted"
    case .group:
      return time != nil && rowID != nil
        ? nil : "the row does not begin with its id, or has no time"
    }
  }

  /// The id of a group's row as it is written, escapes and all: the writer puts it first, and
  /// writes equal ids equally.
  var rowID: ArraySlice<UInt8>? {
    let start = Array("{\"id\": \"".utf8)
    guard row.starts(with: start) else { return nil }
    var index = start.count
    while index < row.count, row[index] != UInt8(ascii: "\"") {
      index += row[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return row[start.count..<min(index, row.count)]
  }

  private static let formatName = Array("folio-journal/".utf8)

  /// The format of a later version of Folio; nil where it is this one's, or none.
  var laterFormat: String? { Self.laterFormat(in: row[...]) }

  /// The format of a later version that the first line of a file names, in whatever form that
  /// version gives it. A line with today's form and a wrong checksum is damaged, whatever it names.
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

  /// How each line begins.
  private static let frame = "{\"crc32\":\""

  /// Whether a line that was cut off may begin like this; blocks that were never written are zeros.
  static func mayBegin(with bytes: ArraySlice<UInt8>) -> Bool {
    zip(bytes, frame.utf8).allSatisfy { $0 == $1 || $0 == 0 }
  }

  /// Where the object ends with which some bytes begin; nil where it does not end.
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
