/// A file of another program in rows: lines of a table, elements, objects, or transactions.
struct ForeignRows {
  let bytes: [UInt8]
  let kind: ForeignSeed.Kind
  /// What separates the fields of a table.
  private(set) var delimiter = UInt8(ascii: ",")
  /// The rows with their line breaks. Elements may contain others, which come after them.
  private(set) var rows: [Range<Int>] = []

  init(_ seed: ForeignSeed) {
    bytes = seed.bytes
    kind = seed.kind
    let lines = Self.lines(of: bytes, mayQuoteBreaks: kind == .table)
    switch kind {
    case .table:
      if let head = lines.max(by: { $0.count < $1.count }) {
        let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]
        delimiter = candidates.max { one, other in count(one, head) < count(other, head) } ?? 0x2C
      }
      rows = lines.dropFirst().filter { bytes[$0].contains(where: Self.isDigit) }
    case .json: rows = lines.filter { text($0).contains("\"type\": \"") }
    case .xml: rows = elements(lines)
    case .journal: rows = transactions(lines)
    case .rules, .answers: break
    }
  }

  /// The line on which a byte is, from 1.
  func line(at offset: Int) -> Int { bytes[..<offset].count { $0 == 0x0A } + 1 }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private func count(_ byte: UInt8, _ range: Range<Int>) -> Int {
    bytes[range].count { $0 == byte }
  }

  private static func lines(of bytes: [UInt8], mayQuoteBreaks: Bool) -> [Range<Int>] {
    var (lines, start, isQuoted) = ([Range<Int>](), 0, false)
    for (place, byte) in bytes.enumerated() {
      if byte == 0x22 { isQuoted.toggle() }
      if byte == 0x0A, !(mayQuoteBreaks && isQuoted) {
        lines.append(start..<place + 1)
        start = place + 1
      }
    }
    return start < bytes.count ? lines + [start..<bytes.count] : lines
  }

  /// The elements that describe a transaction: one line with attributes, or a block.
  private func elements(_ lines: [Range<Int>]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for (number, line) in lines.enumerated() {
      let text = text(line)
      let indent = text.prefix { $0 == " " }
      let bare = text.dropFirst(indent.count)
      let name = bare.dropFirst().prefix { $0.isLetter || $0 == "-" }
      if bare.hasPrefix("<\(name) "), bare.contains("/>"), bare.contains("ate=\"") {
        found.append(line)
      } else if name.lowercased().hasSuffix("transaction"), bare.hasPrefix("<\(name)>") {
        let end = lines[number...].first { self.text($0).hasPrefix("\(indent)</\(name)>") }
        if let end { found.append(line.lowerBound..<end.upperBound) }
      }
    }
    return found
  }

  /// A transaction begins with a day and has all indented lines that follow.
  private func transactions(_ lines: [Range<Int>]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for line in lines {
      if Self.isDigit(bytes[line.lowerBound]) {
        found.append(line)
      } else if bytes[line.lowerBound] == 0x20, let last = found.last,
        last.upperBound == line.lowerBound
      {
        found[found.count - 1] = last.lowerBound..<line.upperBound
      }
    }
    return found
  }
}
