/// A field of a row of CSV: its contents without blanks and quotes around them.
struct CSVField {
  /// The place of the contents in the file.
  var range: Range<Int>
  /// The contents with doubled quotes made single; nil if they are as in the file.
  fileprivate var unquoted: [UInt8]?
}

/// The reason why a row of CSV cannot be split.
struct CSVFault: Error {
  enum Kind {
    /// A quote is not closed before the end of the file.
    case unclosedQuote
    /// A closing quote is not followed by a separator.
    case textAfterQuote
  }

  var kind: Kind
  var offset: Int
}

/// Splits CSV (RFC 4180) row by row; rows end in LF, CR LF or CR.
struct CSVScanner {
  let bytes: [UInt8]
  /// The start of the next row.
  private(set) var index: Int
  private let separator: UInt8

  /// A scanner whose separator is the first comma, semicolon or tab of the first row.
  init(_ bytes: [UInt8], from start: Int) {
    self.bytes = bytes
    index = start
    separator = Self.separator(in: bytes[start...])
  }

  private static func separator(in text: ArraySlice<UInt8>) -> UInt8 {
    var isQuoted = false
    for byte in text {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if [0x2C, 0x3B, 0x09].contains(byte) { return byte }
      if endsRow(byte) { break }
    }
    return UInt8(ascii: ",")
  }

  /// Whether there is no other row.
  var isAtEnd: Bool { index >= bytes.count }

  /// Reads the next row.
  /// - Parameter fields: Its fields; what was in there before is lost. Most files have millions of
  ///   rows, so that the memory is used again.
  mutating func row(into fields: inout [CSVField]) throws(CSVFault) {
    fields.removeAll(keepingCapacity: true)
    while true {
      skipBlanks()
      fields.append(byte(at: index) == UInt8(ascii: "\"") ? try quotedField() : plainField())
      if isAtEnd { return }
      let end = bytes[index]
      index += 1
      if end == separator { continue }
      if end == 0x0D, byte(at: index) == 0x0A { index += 1 }
      return
    }
  }

  /// The contents of a field.
  func text(of field: CSVField) -> ArraySlice<UInt8> { field.unquoted?[...] ?? bytes[field.range] }

  /// Skips the rest of a row that cannot be split.
  mutating func skipRow(after fault: CSVFault) {
    index = fault.kind == .unclosedQuote ? bytes.count : fault.offset
    while !isAtEnd, !Self.endsRow(bytes[index]) { index += 1 }
    while !isAtEnd, Self.endsRow(bytes[index]) { index += 1 }
  }

  private func byte(at index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  private mutating func skipBlanks() {
    while byte(at: index) == 0x20 || (byte(at: index) == 0x09 && separator != 0x09) { index += 1 }
  }

  private mutating func plainField() -> CSVField {
    let start = index
    var end = start
    while !isAtEnd, bytes[index] != separator, !Self.endsRow(bytes[index]) {
      index += 1
      if bytes[index - 1] != 0x20, bytes[index - 1] != 0x09 { end = index }
    }
    return CSVField(range: start..<end)
  }

  private mutating func quotedField() throws(CSVFault) -> CSVField {
    let open = index
    var text: [UInt8] = []
    index += 1
    while !isAtEnd {
      let byte = bytes[index]
      index += 1
      let isQuote = byte == UInt8(ascii: "\"")
      if !isQuote || self.byte(at: index) == byte {
        text.append(byte)
        if isQuote { index += 1 }
        continue
      }
      let end = index - 1
      skipBlanks()
      guard isAtEnd || bytes[index] == separator || Self.endsRow(bytes[index]) else {
        throw CSVFault(kind: .textAfterQuote, offset: index)
      }
      return CSVField(range: open + 1..<end, unquoted: text)
    }
    throw CSVFault(kind: .unclosedQuote, offset: open)
  }

  private static func endsRow(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
