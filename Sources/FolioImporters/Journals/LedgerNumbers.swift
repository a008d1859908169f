/// How the numbers of a journal are written, by commodity.
struct LedgerNumbers {
  /// The mark that a directive gives for all commodities.
  var mark: DecimalMark?
  private var marks: [String: DecimalMark] = [:]
  /// The mark of the default commodity, for others that no directive names.
  private var usual: DecimalMark?
  /// What the amounts of each commodity show.
  private var decisions: [String: MarkDecision] = [:]
  /// What the amounts of all commodities show about each character.
  private var shown = ShownMarks()
  /// The first number of each commodity that the programs may read in two ways.
  private var lone: [String: LoneMark] = [:]
  /// Whether directives are there that only one of the programs has.
  private var (isOfLedger, isOfHledger) = (false, false)

  /// A number with one mark, which may be that of decimals or that of thousands.
  private struct LoneMark {
    var digits: [UInt8]
    var offset: Int
  }

  /// Looks at all amounts of a file.
  mutating func see(_ bytes: [UInt8]) {
    var lines = JournalLines(bytes)
    while let line = lines.next() {
      guard let first = line.first else { continue }
      var cursor = JournalCursor(line)
      if first.isBlank {
        cursor.skipBlanks()
        _ = cursor.ledgerAccount()
      } else if first == 0x50, line.dropFirst().first?.isBlank == true {
        _ = cursor.word()
        _ = cursor.day(defaultYear: 2000)
        cursor.skipBlanks()
        // ledger's own prices may have a time.
        if let byte = cursor.next, byte.isDigit { _ = cursor.word() }
        cursor.skipBlanks()
        _ = cursor.ledgerSymbol()
      } else {
        seeProgram(line)
        continue
      }
      seeAmounts(&cursor)
    }
  }

  private mutating func seeAmounts(_ cursor: inout JournalCursor) {
    while true {
      cursor.skipBlanks()
      guard let byte = cursor.next, byte != 0x3B else { return }
      let start = cursor.place
      if cursor.day(defaultYear: nil) != nil { continue }
      cursor.place = start
      var symbol = cursor.ledgerSymbol()
      cursor.skipBlanks()
      if cursor.take("-") { cursor.skipBlanks() }
      let offset = cursor.place
      let digits = cursor.ledgerDigits()
      if digits.isEmpty {
        if cursor.place == start { cursor.place += 1 }
        continue
      }
      if symbol == nil {
        cursor.skipBlanks()
        symbol = cursor.ledgerSymbol()
      }
      // A mark at the end says that there are no decimals.
      guard let last = digits.last, last.isDigit else { continue }
      decisions[symbol ?? "", default: MarkDecision()].see(digits)
      shown.see(digits)
      let hasMark = digits.contains { $0 == 0x2E || $0 == 0x2C }
      if hasMark, NumberText(digits).marks.count == 2, lone[symbol ?? ""] == nil {
        lone[symbol ?? ""] = LoneMark(digits: digits, offset: offset)
      }
    }
  }

  /// Notes directives that only ledger, or only hledger has.
  private mutating func seeProgram(_ line: ArraySlice<UInt8>) {
    let keyword = line.firstWord
    if Self.ofLedger.contains(keyword) { isOfLedger = true }
    let text = String(decoding: line, as: UTF8.self)
    let isTyped = keyword == "account" && LedgerJournalReader.tag("type", in: text) != nil
    if isTyped || (keyword == "alias" && text.contains("/")) { isOfHledger = true }
  }

  private static let ofLedger: Set<String> = [
    "A", "N", "C", "assert", "bucket", "capture", "check", "def", "define", "eval", "expr",
    "python",
  ]

  // MARK: What the programs read in two ways

  /// What a number was read as that hledger and ledger do not read alike, with the program that
  /// reads something else; nil if there is none, or a directive says it.
  func doubtful() -> (text: String, help: String, offset: Int)? {
    for (commodity, number) in lone.sorted(by: { $0.value.offset < $1.value.offset }) {
      guard marks[commodity] ?? mark ?? usual == nil,
        let chosen = mark(of: number.digits, commodity)
      else {
        continue
      }
      let isThousands = number.digits.contains(chosen.rawValue) == false
      let isProved = decisions[commodity]?.only.count == 1
      if isThousands ? isOfLedger && !isOfHledger : chosen == .point || isProved { continue }
      func value(_ mark: DecimalMark) -> ExactDecimal {
        .given(NumberText(number.digits).value(mark)?.normalized())
      }
      let text = String(decoding: number.digits, as: UTF8.self)
      return (
        "\(text) is read as \(value(chosen)), but \(isThousands ? "hledger" : "ledger") reads "
          + "\(value(chosen == .comma ? .point : .comma))",
        Self.help(commodity), number.offset
      )
    }
    return nil
  }

  private static func help(_ commodity: String) -> String {
    let name = commodity.isEmpty ? "EUR" : commodity
    return "Say which character marks decimals: a line \"commodity 1,000.00 \(name)\" or "
      + "\"commodity 1.000,00 \(name)\" before it, or decimal-mark . or decimal-mark ,"
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

  /// Takes the mark of the default commodity for the others.
  mutating func noteUsual(_ commodity: String) { usual = marks[commodity] }

  /// Reads a number.
  func read(
    _ text: [UInt8], of commodity: String, at offset: Int
  ) throws(FieldFault) -> ExactDecimal {
    var digits = text
    // A mark at the end says that there are no decimals.
    if digits.last == 0x2E || digits.last == 0x2C { digits.removeLast() }
    if digits.first == 0x2E || digits.first == 0x2C { digits.insert(0x30, at: 0) }
    let number = NumberText(digits)
    let possible = number.marks
    let known = marks[commodity] ?? mark ?? usual.flatMap { possible.contains($0) ? $0 : nil }
    // Without a mark there is one reading only.
    let isPlain = !digits.contains { $0 == 0x2E || $0 == 0x2C }
    let chosen: DecimalMark?
    if isPlain || possible.isEmpty {
      chosen = known ?? .point
    } else {
      chosen = known ?? (possible.count == 1 ? possible.first : mark(of: digits, commodity))
    }
    let shown = String(decoding: text, as: UTF8.self)
    guard let chosen else {
      throw FieldFault(
        .ambiguousValue, "\(shown) can be read in two ways", help: Self.help(commodity),
        at: offset)
    }
    let whole = Self.withoutLakhs(digits, chosen)
    let value = ExactDecimal.written(whole, chosen.rawValue) { NumberText($0).value(chosen) }
    guard let value else {
      throw FieldFault(
        "\(shown) is no number",
        help: "Write at most one decimal mark, and groups of three digits.", at: offset)
    }
    return value
  }

  /// A number without the marks between groups of digits, if they are those of India: two digits
  /// each, and three in the last group.
  private static func withoutLakhs(_ digits: [UInt8], _ mark: DecimalMark) -> [UInt8] {
    let whole = digits.prefix { $0 != mark.rawValue }
    let other = mark == .point ? DecimalMark.comma : .point
    let groups = whole.split(separator: other.rawValue, omittingEmptySubsequences: false)
    guard groups.count > 2, (1...2).contains(groups[0].count), groups.last?.count == 3,
      groups.dropFirst().dropLast().allSatisfy({ $0.count == 2 })
    else { return digits }
    return Array(groups.joined()) + digits[whole.endIndex...]
  }

  /// The decimal mark of a number whose only mark may also separate thousands; nil if it is open.
  /// The other amounts of the commodity decide. Otherwise a point is the decimal mark, as for
  /// ledger and hledger, unless the journal uses it for thousands elsewhere; a comma, which the two
  /// programs read in different ways, is what it is elsewhere in the journal, or to the program
  /// whose directives it has.
  private func mark(of digits: [UInt8], _ commodity: String) -> DecimalMark? {
    let own = decisions[commodity]?.only ?? [:]
    if own.count == 1 { return own.keys.first }
    if own.count > 1 { return nil }
    if digits.contains(0x2E) {
      return shown.hasPointOfThousands || shown.hasDecimalComma ? nil : .point
    }
    if shown.hasDecimalComma == shown.hasCommaOfThousands {
      if shown.hasDecimalComma || isOfLedger == isOfHledger { return nil }
      return isOfHledger ? .comma : .point
    }
    return shown.hasDecimalComma ? .comma : .point
  }
}

/// What numbers with one reading show about the marks in a journal.
private struct ShownMarks {
  var hasDecimalComma = false
  var hasCommaOfThousands = false
  var hasPointOfThousands = false

  mutating func see(_ digits: [UInt8]) {
    let marks = NumberText(digits).marks
    guard marks.count == 1, let mark = marks.first else { return }
    let (hasPoint, hasComma) = (digits.contains(0x2E), digits.contains(0x2C))
    switch mark {
    case .point: if hasComma { hasCommaOfThousands = true }
    case .comma:
      if hasComma { hasDecimalComma = true }
      if hasPoint { hasPointOfThousands = true }
    }
  }
}
