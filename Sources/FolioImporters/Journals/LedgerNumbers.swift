import Folio

/// How the numbers of a journal are written, by commodity.
struct LedgerNumbers {
  /// The mark that a directive gives for all commodities.
  var mark: DecimalMark?
  private var marks: [String: DecimalMark] = [:]
  private var decision = MarkDecision()

  /// Looks at all numbers of a file.
  mutating func see(_ bytes: [UInt8]) {
    var lines = JournalLines(bytes)
    while let line = lines.next() {
      guard let first = line.first, first == 0x20 || first == 0x09 || first == 0x50 else {
        continue
      }
      var cursor = JournalCursor(line)
      cursor.skipBlanks()
      while !cursor.isAtEnd, cursor.next != 0x3B {
        let token = cursor.takeWhile { (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2C }
        let isDate = cursor.next == 0x2D || cursor.next == 0x2F
        if token.isEmpty {
          cursor.place += 1
        } else if isDate {
          _ = cursor.takeWhile {
            (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2F || $0 == 0x2E
          }
        } else if let last = token.last, (0x30...0x39).contains(last) {
          decision.see(token)
        }
      }
    }
  }

  /// Takes the mark from an amount that a directive gives as a model.
  mutating func note(_ model: String, of commodity: String) {
    guard let last = model.lastIndex(where: { $0 == "." || $0 == "," }) else { return }
    let separators = model.filter { $0 == "." || $0 == "," }
    // The last separator of a model is the decimal mark, unless there are several of its kind.
    let mark: DecimalMark = model[last] == "," ? .comma : .point
    let isRepeated = separators.count { $0 == model[last] } > 1
    marks[commodity] = isRepeated ? (mark == .comma ? .point : .comma) : mark
  }

  /// Reads a number.
  func read(
    _ text: [UInt8], of commodity: String, at offset: Int
  ) throws(JournalFault) -> ExactDecimal {
    var digits = text
    // A mark at the end says that there are no decimals.
    if digits.last == 0x2E || digits.last == 0x2C { digits.removeLast() }
    if digits.first == 0x2E || digits.first == 0x2C { digits.insert(0x30, at: 0) }
    let number = NumberText(digits)
    let known = marks[commodity] ?? mark
    let possible = number.marks
    // Without a mark there is one reading only.
    let isPlain = !digits.contains { $0 == 0x2E || $0 == 0x2C }
    let chosen =
      known ?? (isPlain ? .point : possible.count == 1 ? possible.first : decision.mark)
    let shown = String(decoding: text, as: UTF8.self)
    guard let chosen else {
      throw JournalFault(
        "\(shown) can be read in two ways",
        help: "Say which character marks decimals: decimal-mark . or decimal-mark ,", at: offset,
        code: .ambiguousValue)
    }
    let value = ExactDecimal.written(digits, chosen.rawValue) { NumberText($0).value(chosen) }
    guard let value else {
      throw JournalFault(
        "\(shown) is no number",
        help: "Write at most one decimal mark, and groups of three digits.", at: offset)
    }
    return value
  }
}
