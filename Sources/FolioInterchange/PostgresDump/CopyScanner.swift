/// Finds the `COPY` blocks in the lines of a dump.
/// Source: PostgreSQL's manual, "COPY", text format: one row per line, fields separated by tabs,
/// `\N` for null, and backslash escapes.
struct CopyScanner {
  /// The line that begins the rows of a table.
  struct Block {
    var table: String
    var columns: [String]
    var line: Range<Int>
  }

  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next block, past the line that begins it; nil at the end.
  mutating func nextBlock() -> Block? {
    while let line = nextLine() {
      if let block = Self.block(line, String(decoding: bytes[line], as: UTF8.self)) {
        return block
      }
    }
    return nil
  }

  /// The line of the next row; nil, and past it, at the end of the block.
  mutating func nextRow() -> Range<Int>? {
    guard let line = nextLine(), !bytes[line].elementsEqual("\\.".utf8) else { return nil }
    return line
  }

  private mutating func nextLine() -> Range<Int>? {
    guard index < bytes.count else { return nil }
    let start = index
    let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
    index = end + 1
    return start..<(bytes[start..<end].last == 0x0D ? end - 1 : end)
  }

  /// `COPY public.stocks (id, "symbol") FROM stdin;`
  private static func block(_ line: Range<Int>, _ text: String) -> Block? {
    guard text.hasPrefix("COPY "), let open = text.firstIndex(of: "("),
      let close = text.firstIndex(of: ")"), open < close,
      text[close...].lowercased().hasPrefix(") from stdin")
    else { return nil }
    let path = text[text.index(text.startIndex, offsetBy: 5)..<open]
    let columns = text[text.index(after: open)..<close].split(separator: ",").map(name)
    guard let table = path.split(separator: ".").last.map(name), !columns.isEmpty else {
      return nil
    }
    return Block(table: table, columns: columns, line: line)
  }

  /// A name without blanks around it and without its quotes.
  private static func name(_ text: Substring) -> String {
    text.filter { $0 != " " && $0 != "\"" }
  }

  /// The fields of a row.
  static func cells(of line: Range<Int>, in bytes: [UInt8]) -> [Range<Int>] {
    bytes[line].split(separator: 0x09, omittingEmptySubsequences: false)
      .map { $0.startIndex..<$0.endIndex }
  }

  /// The text of a field; nil for null.
  static func text(of cell: Range<Int>, in bytes: [UInt8]) -> [UInt8]? {
    if bytes[cell].elementsEqual("\\N".utf8) { return nil }
    var text: [UInt8] = []
    var rest = bytes[cell]
    while let byte = rest.popFirst() {
      let escaped = byte == UInt8(ascii: "\\") ? rest.popFirst() : nil
      text.append(escaped.map(character(escapedBy:)) ?? byte)
    }
    return text
  }
}
