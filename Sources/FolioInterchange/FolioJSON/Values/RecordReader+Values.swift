// These functions read the value of a column, which is next in the window. They return nil for
// `null` and for an invalid value, which they report.

extension RecordReader {
  /// Whether a fast reader may load any ordinary value.
  @inline(__always)
  private func hasFullReach(_ bytes: Span<UInt8>) -> Bool {
    bytes.holds(MemberCursor.valueReach, at: scanner.index)
  }

  /// An id or a symbol.
  @inline(__always)
  mutating func identifier(_ bytes: Span<UInt8>) throws(ScanStop) -> Identifier? {
    if hasFullReach(bytes) {
      if let uuid = unsafe JSONScanner.uuid(bytes, at: scanner.index) {
        scanner.index &+= JSONScanner.uuidLength
        return uuid
      }
      if let text = unsafe JSONScanner.shortText(bytes, &scanner.index) { return text }
    }
    return try anyIdentifier(bytes)
  }

  @inline(never)
  private mutating func anyIdentifier(_ bytes: Span<UInt8>) throws(ScanStop) -> Identifier? {
    let value = try anyValue(bytes)
    guard value.kind == .string || isWholeNumber(value, bytes) else {
      refuse(value, wanted: .text)
      return nil
    }
    if value.text.range.isEmpty {
      report(Messages.emptyText(columnName))
      return nil
    }
    return draft.tables.names.identifier(of: unescaped(bytes, value.text))
  }

  /// Whether a value has only digits. Databases number their rows, and dumps have such ids without
  /// quotes. The id is the text of the digits.
  private func isWholeNumber(_ value: AnyValue, _ bytes: Span<UInt8>) -> Bool {
    value.kind == .number
      && value.text.range.allSatisfy { (0x30...0x39).contains(bytes.byte(at: $0)) }
  }

  /// An exact number.
  @inline(__always)
  mutating func decimal(_ bytes: Span<UInt8>) throws(ScanStop) -> ExactDecimal? {
    if hasFullReach(bytes), let number = unsafe JSONScanner.shortDecimal(bytes, &scanner.index) {
      return number
    }
    return try anyDecimal(bytes)
  }

  @inline(never)
  private mutating func anyDecimal(_ bytes: Span<UInt8>) throws(ScanStop) -> ExactDecimal? {
    guard let value = try text(bytes, .number, orNumber: true) else { return nil }
    do throws(NumberFault) {
      if !value.text.hasEscapes {
        return try ExactDecimal.parse(bytes.extracting(value.text.range))
      }
      return try ExactDecimal.parse(ContiguousArray(unescaped(bytes, value.text)).span)
    } catch {
      report(Messages.number(error, columnName, quoted(value, bytes)))
      return nil
    }
  }

  /// A number with a sign that its column allows; any other is reported.
  mutating func decimal(
    _ bytes: Span<UInt8>, _ sign: NumberSign, _ rule: RowRule
  ) throws(ScanStop) -> ExactDecimal? {
    guard let number = try decimal(bytes) else { return nil }
    if !sign.allows(number), rule.isOn { report(Messages.sign(columnName, sign)) }
    return number
  }

  /// A place in an order, from 1.
  mutating func place(_ bytes: Span<UInt8>) throws(ScanStop) -> UInt32? {
    guard let number = try decimal(bytes) else { return nil }
    if let place = UInt32(number.normalized().description), place > 0, place < .missing {
      return place
    }
    report(Messages.place(columnName))
    return nil
  }

  /// A calendar date.
  @inline(__always)
  mutating func day(_ bytes: Span<UInt8>) throws(ScanStop) -> Day? {
    if hasFullReach(bytes), let day = unsafe days.quick(bytes, &scanner.index) {
      return day
    }
    return try parsed(bytes, wanted: .day, ColumnText.day)
  }

  /// A point in time.
  mutating func timestamp(_ bytes: Span<UInt8>) throws(ScanStop) -> Timestamp? {
    if hasFullReach(bytes),
      let timestamp = unsafe days.quickTimestamp(bytes, &scanner.index)
    {
      return timestamp
    }
    return try parsed(bytes, wanted: .timestamp, ColumnText.timestamp)
  }

  /// The number of a currency in the ledger.
  @inline(__always)
  mutating func currency(_ bytes: Span<UInt8>) throws(ScanStop) -> CurrencyIndex? {
    if let number = currencies.number(ofQuoted: bytes.word(at: scanner.index)) {
      scanner.index &+= 5
      return number
    }
    return try otherCurrency(bytes)
  }

  @inline(never)
  private mutating func otherCurrency(_ bytes: Span<UInt8>) throws(ScanStop) -> CurrencyIndex? {
    guard let currency = try currencyCode(bytes) else { return nil }
    if let number = currencies.number(of: currency, in: &draft.tables.currencies) { return number }
    report(Messages.tooManyCurrencies)
    return nil
  }

  /// A currency code.
  mutating func currencyCode(_ bytes: Span<UInt8>) throws(ScanStop) -> Currency? {
    try parsed(bytes, wanted: .currency, ColumnText.currency)
  }

  /// A string or perhaps a number; nil for any other value, which is reported.
  private mutating func text(
    _ bytes: Span<UInt8>, _ wanted: WantedValue, orNumber: Bool = false
  ) throws(ScanStop) -> AnyValue? {
    let value = try anyValue(bytes)
    if value.kind == .string || orNumber && value.kind == .number { return value }
    refuse(value, wanted: wanted)
    return nil
  }

  /// The value of a string.
  @inline(never)
  private mutating func parsed<Value>(
    _ bytes: Span<UInt8>, wanted: WantedValue,
    _ parse: (Span<UInt8>, String) throws(Finding) -> Value
  ) throws(ScanStop) -> Value? {
    guard let value = try text(bytes, wanted) else { return nil }
    do throws(Finding) {
      if !value.text.hasEscapes {
        return try parse(bytes.extracting(value.text.range), columnName)
      }
      return try parse(ContiguousArray(unescaped(bytes, value.text)).span, columnName)
    } catch {
      report(error)
      return nil
    }
  }

  /// A ratio: `4:1`, or a decimal; both sides above zero.
  mutating func ratio(_ bytes: Span<UInt8>) throws(ScanStop) -> Ratio? {
    guard let value = try text(bytes, .ratio, orNumber: true) else { return nil }
    let text = unescaped(bytes, value.text)
    let sides = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let numbers = sides.compactMap { try? ExactDecimal(String(decoding: $0, as: UTF8.self)) }
    guard let new = numbers.first, numbers.count == sides.count, sides.count <= 2 else {
      report(Messages.ratio(columnName, text))
      return nil
    }
    let old = numbers.count == 2 ? numbers[1] : .one
    guard new.isPositive, old.isPositive else {
      report(Messages.sign(columnName, .aboveZero))
      return nil
    }
    return Ratio(new: new, old: old)
  }

  /// `true` or `false`.
  mutating func flag(_ bytes: Span<UInt8>) throws(ScanStop) -> Bool? {
    let value = try anyValue(bytes)
    guard value.kind == .boolean else {
      refuse(value, wanted: .flag)
      return nil
    }
    return bytes[value.text.range.lowerBound] == UInt8(ascii: "t")
  }

  /// Any text.
  mutating func freeText(_ bytes: Span<UInt8>) throws(ScanStop) -> [UInt8]? {
    try text(bytes, .text).map { unescaped(bytes, $0.text) }
  }

  /// Any text, as a string.
  mutating func name(_ bytes: Span<UInt8>) throws(ScanStop) -> String {
    String(decoding: try freeText(bytes) ?? [], as: UTF8.self)
  }

  // MARK: Words

  /// The value of a word; an unknown one is reported.
  mutating func oneOf<Value: RawRepresentable<String> & CaseIterable>(
    _ words: WordTable<Value>, _ code: DiagnosticCode, _ bytes: Span<UInt8>
  ) throws(ScanStop) -> Value? {
    let start = scanner.index
    if hasFullReach(bytes),
      let word = unsafe JSONScanner.shortString(bytes, &scanner.index, isPlain: true)
    {
      if let value = words[word] { return value }
      scanner.index = start
    }
    let value = try anyValue(bytes)
    let spellings = Value.allCases.map(\.rawValue)
    if value.kind != .string {
      refuse(value, wanted: .word(spellings))
    } else if let found = words[PackedWord(bytes, value.text)] {
      return found
    } else {
      let text = unescaped(bytes, value.text)
      report(Messages.word(code, columnName, text, among: spellings))
    }
    return nil
  }
}
