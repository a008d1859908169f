/// Splits a text into rows of fields (RFC 4180); rows end in LF, CR LF or CR.
///
/// Text around tables may be prose, so a quotation mark that is against the standard is only noted:
/// text after a closing mark belongs to the field, and a mark that nothing closes is text of its
/// line.
package struct CSVRows {
  /// A quotation mark against RFC 4180, and its place in the file.
  package enum QuoteFault {
    case textAfterEnd(Int)
    case noEnd(Int)

    package var offset: Int {
      switch self {
      case .textAfterEnd(let offset), .noEnd(let offset): offset
      }
    }
  }

  /// The place of a field's content in the file.
  package struct Field {
    package var start: Int
    /// The end, or its complement if the field is escaped.
    @usableFromInline var bits: Int

    @inlinable package init(start: Int, end: Int, isEscaped: Bool = false) {
      self.start = start
      bits = isEscaped ? ~end : end
    }

    @inlinable package var end: Int { bits < 0 ? ~bits : bits }
    /// Whether quotation marks in it are doubled, or text follows the closing one.
    @inlinable package var isEscaped: Bool { bits < 0 }
    @inlinable package var isEmpty: Bool { start >= end }
    @inlinable package var range: Range<Int> { start..<max(start, end) }
  }

  /// The characters between fields that are tried.
  package static let separators: [UInt8] = [0x2C, 0x3B, 0x09]

  package let bytes: [UInt8]
  package let separator: UInt8
  package private(set) var index: Int
  /// The fields of the row that was read last.
  package private(set) var fields: [Field] = []
  /// The first quotation mark of that row that is against the standard.
  package private(set) var quoteFault: QuoteFault?
  /// Whether a field of that row has a line break.
  package private(set) var isBroken = false
  /// The place of that row, without its line break.
  package private(set) var row: Range<Int> = 0..<0

  package init(_ bytes: [UInt8], separator: UInt8, from start: Int = 0) {
    self.bytes = bytes
    self.separator = separator
    index = start
  }

  /// Rows whose separator is the first comma, semicolon or tab of the first one.
  package init(_ bytes: [UInt8], from start: Int) {
    var isQuoted = false
    let separator = bytes[start...].first { byte in
      if byte == 0x22 { isQuoted.toggle() }
      return !isQuoted && (Self.separators.contains(byte) || byte == 0x0A || byte == 0x0D)
    }
    let isKnown = separator.map(Self.separators.contains) ?? false
    self.init(bytes, separator: isKnown ? separator ?? 0x2C : 0x2C, from: start)
  }

  /// Reads the next row that is not blank; false at the end.
  package mutating func next() -> Bool {
    while index < bytes.count {
      readRow()
      if fields.count > 1 || fields.first?.isEmpty == false { return true }
    }
    return false
  }

  private mutating func readRow() {
    fields.removeAll(keepingCapacity: true)
    (quoteFault, isBroken) = (nil, false)
    let start = index
    bytes.withSpan { bytes in
      let count = bytes.count
      while true {
        var place = index
        while place < count, isBlank(bytes[place]) { place += 1 }
        if place < count, bytes[place] == 0x22 {
          readQuoted(bytes, from: place)
        } else {
          readPlain(bytes)
        }
        if index < count, bytes[index] == separator {
          index += 1
          continue
        }
        break
      }
      row = start..<index
      if index < count, bytes[index] == 0x0D { index += 1 }
      if index < count, bytes[index] == 0x0A { index += 1 }
    }
  }

  /// Whether a byte outside quotation marks is a blank.
  private func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 && separator != 0x09
  }

  private mutating func readPlain(_ bytes: Span<UInt8>) {
    var start = index
    while index < bytes.count {
      let byte = bytes[index]
      if byte == separator || byte == 0x0A || byte == 0x0D { break }
      index += 1
    }
    var end = index
    while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    fields.append(Field(start: start, end: end))
  }

  private mutating func readQuoted(_ bytes: Span<UInt8>, from open: Int) {
    var place = open + 1
    var (isEscaped, hasBreak) = (false, false)
    while place < bytes.count {
      if bytes[place] != 0x22 {
        if bytes[place] == 0x0A { hasBreak = true }
        place += 1
      } else if place + 1 < bytes.count, bytes[place + 1] == 0x22 {
        isEscaped = true
        place += 2
      } else {
        break
      }
    }
    if place >= bytes.count {
      quoteFault = quoteFault ?? .noEnd(open)
      index = open
      return readPlain(bytes)
    }
    if hasBreak { isBroken = true }
    var end = place
    index = place + 1
    while index < bytes.count {
      let byte = bytes[index]
      if byte == separator || byte == 0x0A || byte == 0x0D { break }
      if !isBlank(byte) {
        quoteFault = quoteFault ?? .textAfterEnd(place)
        isEscaped = true
        end = index + 1
      }
      index += 1
    }
    fields.append(Field(start: open + 1, end: end, isEscaped: isEscaped))
  }

  /// A field of the row with a line that has as many fields as a row, and a number or a day.
  package func fieldWithRows(of count: Int) -> Field? {
    fields.first { field in
      bytes[field.range].split(separator: 0x0A).dropFirst()
        .contains { line in
          let parts = line.split(separator: separator, omittingEmptySubsequences: false)
          return parts.count >= count
            && parts.contains { $0.first.map { $0 &- 0x30 < 10 } ?? false }
        }
    }
  }

  /// The content of a field of the row without blanks around it.
  package func content(_ field: Field) -> ArraySlice<UInt8> { Self.content(field, of: bytes) }

  /// The content of a field of a file without blanks around it.
  package static func content(_ field: Field, of bytes: [UInt8]) -> ArraySlice<UInt8> {
    if !field.isEscaped { return trimmed(bytes[field.start..<field.end]) }
    var text: [UInt8] = []
    var rest = bytes[field.start..<field.end]
    while let byte = rest.popFirst() {
      if byte == 0x22, rest.first == 0x22 { rest = rest.dropFirst() }
      text.append(byte)
    }
    return trimmed(text[...])
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var (start, end) = (text.startIndex, text.endIndex)
    while start < end, isBlank(text[start]) { start += 1 }
    while end > start, isBlank(text[end - 1]) { end -= 1 }
    return text[start..<end]
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
