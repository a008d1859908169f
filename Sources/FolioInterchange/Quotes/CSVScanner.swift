/// A field of a row of CSV: its contents without blanks and quotes around them.
struct CSVField {
  var range: Range<Int>
  /// Whether quotes in it are doubled.
  var hasDoubledQuotes = false
}

/// Why a row of CSV can't be taken apart.
struct CSVFault: Error {
  enum Kind {
    /// A quote that is opened is not closed before the end of the file.
    case unclosedQuote
    /// Something stands between a closing quote and the next separator.
    case textAfterQuote
  }

  var kind: Kind
  var offset: Int
}

/// Goes over CSV (RFC 4180) row by row; rows end in LF, CR LF or CR.
struct CSVScanner {
  /// Where the next row starts.
  private(set) var index: Int
  let separator: UInt8

  /// A scanner that finds the separator in the first row: the one of comma, semicolon and tab that
  /// comes first.
  init(_ bytes: Span<UInt8>, from start: Int) {
    index = start
    var at = start
    var isQuoted = false
    var found: UInt8?
    while at < bytes.count, found == nil, isQuoted || !Self.endsRow(bytes[at]) {
      if bytes[at] == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted, Self.separators.contains(bytes[at]) { found = bytes[at] }
      at += 1
    }
    separator = found ?? UInt8(ascii: ",")
  }

  private static let separators: [UInt8] = [0x2C, 0x3B, 0x09]

  /// Whether there is no further row.
  func isAtEnd(_ bytes: Span<UInt8>) -> Bool { index >= bytes.count }

  /// Past the next row; its fields are in `fields`.
  mutating func row(
    _ bytes: Span<UInt8>, into fields: inout [CSVField]
  ) throws(CSVFault) {
    fields.removeAll(keepingCapacity: true)
    while true {
      skipBlanks(bytes)
      if bytes.byte(at: index) == UInt8(ascii: "\"") {
        fields.append(try quotedField(bytes))
      } else {
        fields.append(plainField(bytes))
      }
      if index >= bytes.count { return }
      let end = bytes[index]
      index += 1
      if end == separator { continue }
      if end == 0x0D, bytes.byte(at: index) == 0x0A { index += 1 }
      return
    }
  }

  /// Past the rest of a row that can't be taken apart.
  mutating func skipLine(_ bytes: Span<UInt8>, from offset: Int) {
    index = offset
    while index < bytes.count, !Self.endsRow(bytes[index]) { index += 1 }
    while index < bytes.count, Self.endsRow(bytes[index]) { index += 1 }
  }

  /// To the end of the file.
  mutating func skipAll(_ bytes: Span<UInt8>) { index = bytes.count }

  private mutating func skipBlanks(_ bytes: Span<UInt8>) {
    while bytes.byte(at: index) == 0x20 || (bytes.byte(at: index) == 0x09 && separator != 0x09) {
      index += 1
    }
  }

  private mutating func plainField(_ bytes: Span<UInt8>) -> CSVField {
    let start = index
    var end = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte == separator || Self.endsRow(byte) { break }
      index += 1
      if byte != 0x20, byte != 0x09 { end = index }
    }
    return CSVField(range: start..<end)
  }

  private mutating func quotedField(_ bytes: Span<UInt8>) throws(CSVFault) -> CSVField {
    let open = index
    var field = CSVField(range: open + 1..<open + 1)
    index += 1
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "\"") else {
        index += 1
        continue
      }
      if bytes.byte(at: index + 1) == UInt8(ascii: "\"") {
        field.hasDoubledQuotes = true
        index += 2
        continue
      }
      field.range = open + 1..<index
      index += 1
      skipBlanks(bytes)
      guard index >= bytes.count || bytes[index] == separator || Self.endsRow(bytes[index]) else {
        throw CSVFault(kind: .textAfterQuote, offset: index)
      }
      return field
    }
    throw CSVFault(kind: .unclosedQuote, offset: open)
  }

  private static func endsRow(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}

extension CSVField {
  /// The contents, with doubled quotes made single.
  func text(_ bytes: Span<UInt8>) -> [UInt8] {
    let text = bytes.copy(range)
    guard hasDoubledQuotes else { return text }
    var single: [UInt8] = []
    var skips = false
    for byte in text {
      skips = byte == UInt8(ascii: "\"") && !skips
      if !skips { single.append(byte) }
    }
    return single
  }
}
