/// The limits of the numbers of a column: `DECIMAL(20,8)` has 12 digits before the point and 8
/// after it.
package struct DecimalLimits: Sendable {
  package var wholeDigits: Int
  package var places: Int

  /// Limits of the digits before the point and after it.
  package init(wholeDigits: Int, places: Int) {
    self.wholeDigits = wholeDigits
    self.places = places
  }

  /// PostgreSQL's `DECIMAL(20,8)`.
  package static let decimal20x8 = DecimalLimits(wholeDigits: 12, places: 8)

  /// Whether a number fits into the column without rounding.
  package func hold(_ number: ExactDecimal) -> Bool {
    let short = number.normalized()
    guard short.places <= places else { return false }
    let whole = short.magnitude.rounded(toPlaces: 0, .down)
    return String(describing: whole).utf8.count <= wholeDigits
  }
}

/// The signs that a column allows.
package enum NumberSign: Sendable {
  case aboveZero, zeroOrAbove, any

  func allows(_ number: ExactDecimal) -> Bool {
    switch self {
    case .aboveZero: number.isPositive
    case .zeroOrAbove: !number.isNegative
    case .any: true
    }
  }
}

/// Reads the columns of one row of another program's document, one by one. It collects the faults,
/// so that all faults of all rows are reported at once.
package struct RowReader {
  /// The name of the row in faults: `transaction`.
  package let name: String
  /// The position of the row.
  package let position: SourcePosition
  /// The faults found so far.
  package private(set) var faults: [Diagnostic] = []
  /// Warnings of unknown keys.
  package private(set) var warnings: [Diagnostic] = []
  private let node: JSONNode
  private var known: Set<String> = []

  /// A reader of an object; anything else is a fault.
  package init(_ node: JSONNode, name: String, file: Int = 0) {
    self.node = node
    self.name = name
    position = SourcePosition(file: file, offset: node.range.lowerBound)
    if case .object = node.content { return }
    report(Messages.notARow("the \(name)", node.kind))
  }

  /// A text that is not empty.
  package mutating func text(_ key: String) -> String? {
    guard let text = string(key, .text) else { return nil }
    if text.isEmpty { report(Messages.emptyText(key), key) }
    return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
  }

  /// A text; nil if it is absent or `null`.
  package mutating func optionalText(_ key: String) -> String? {
    string(key, .text, isRequired: false).map { String(decoding: $0, as: UTF8.self) }
  }

  /// A number, as a JSON number or a text, from its digits.
  package mutating func number(
    _ key: String, _ sign: NumberSign, _ limits: DecimalLimits? = nil
  ) -> ExactDecimal? {
    guard let number = parsed(key, .number, ColumnText.number) else { return nil }
    if !sign.allows(number) {
      report(Messages.sign(key, sign, help: "Write it without a sign."), key)
      return nil
    }
    guard let limits, !limits.hold(number) else { return number }
    report(Messages.outOfBounds(key, number, limits), key)
    return nil
  }

  /// A point in time, or a date alone.
  package mutating func time(_ key: String) -> Timestamp? {
    parsed(key, .timestamp, ColumnText.timestamp)
  }

  /// A point in time as a text, or as a number of seconds since 2001 in UTC, which is how Swift's
  /// JSONEncoder writes a Date by default.
  /// - Parameter isNumber: set if it is a number.
  package mutating func time(_ key: String, orSecondsSince2001 isNumber: inout Bool) -> Timestamp? {
    guard case .number(let digits)? = node[key]?.content else { return time(key) }
    known.insert(key)
    if let seconds = try? digits.withSpan(ExactDecimal.parse),
      let time = Timestamp(secondsSince2001: seconds)
    {
      isNumber = true
      return time
    }
    report(Messages.notSecondsSince2001(key, digits), key)
    return nil
  }

  /// One word of a vocabulary.
  package mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ key: String, _ code: DiagnosticCode, of type: Word.Type = Word.self
  ) -> Word? {
    let words = Word.allCases.map(\.rawValue)
    guard let text = string(key, .word(words)) else { return nil }
    let word = Word(rawValue: String(decoding: text, as: UTF8.self))
    if word == nil { report(Messages.word(code, key, text, among: words), key) }
    return word
  }

  /// A currency code; nil if it is absent.
  package mutating func currency(_ key: String, isRequired: Bool = true) -> Currency? {
    parsed(key, .currency, isRequired: isRequired, ColumnText.currency)
  }

  /// Whether there is a column of this name, and not `null`.
  package func has(_ key: String) -> Bool { node[key] != nil }

  /// The rows of a table; none where it is absent.
  package mutating func rows(_ key: String) -> [JSONNode] {
    known.insert(key)
    guard let value = node[key] else { return [] }
    if case .array(let rows) = value.content { return rows }
    report(Messages.notATable(key, value.kind), key)
    return []
  }

  /// Warns of the keys that were not read.
  package mutating func finish() {
    guard case .object(let members) = node.content else { return }
    for member in members where !known.contains(member.key) {
      let finding = Messages.droppedKey(member.key, in: name)
      warnings.append(finding.at(position, field: [.name(member.key)]))
    }
  }

  /// Records a fault of a column.
  package mutating func report(
    _ code: DiagnosticCode, _ message: String, help: String, column: String? = nil
  ) {
    report(Finding(code, message, help: help), column)
  }

  private mutating func report(_ finding: Finding, _ column: String? = nil) {
    faults.append(finding.at(position, field: column.map { [.key($0)] } ?? []))
  }

  /// The value of a text, or of the digits of a number.
  private mutating func parsed<Value>(
    _ key: String, _ wanted: WantedValue, isRequired: Bool = true,
    _ parse: (Span<UInt8>, String) throws(Finding) -> Value
  ) -> Value? {
    guard let text = string(key, wanted, isRequired: isRequired) else { return nil }
    do throws(Finding) {
      return try parse(ContiguousArray(text).span, key)
    } catch {
      report(error, key)
      return nil
    }
  }

  /// The text of a column, or the digits of one that may be a number.
  private mutating func string(
    _ key: String, _ wanted: WantedValue, isRequired: Bool = true
  ) -> [UInt8]? {
    known.insert(key)
    guard let value = node[key] else {
      // A value that is not an object lacks no columns.
      if isRequired, node.kind == .object { report(Messages.missing([key], in: name)) }
      return nil
    }
    if let text = value.text { return text }
    if case .number(let digits) = value.content, case .number = wanted { return digits }
    report(Messages.wrongType(key, value.kind, wanted: wanted), key)
    return nil
  }
}

extension Timestamp {
  /// Seconds from 1970 to 2001 in UTC.
  private static let secondsTo2001: Int64 = 978_307_200

  /// A point in time from seconds since 2001-01-01T00:00:00Z; nil if it is finer than a
  /// nanosecond, or in no year from 1 to 9999.
  package init?(secondsSince2001 number: ExactDecimal) {
    let short = number.normalized()
    guard short.places <= 9 else { return nil }
    let whole = short.rounded(toPlaces: 0, .floor)
    guard let rest = try? short.subtracting(whole).padded(toPlaces: 9),
      let seconds = Int64(exactly: whole.coefficient), abs(seconds) < 1 << 40
    else { return nil }
    let total = seconds + Self.secondsTo2001
    let days = (total - (total < 0 ? 86_399 : 0)) / 86_400
    let second = Int(total - days * 86_400)
    guard let number = Int32(exactly: days), let day = Day(daysSince1970: number) else {
      return nil
    }
    let nanosecond = rest.isZero ? 0 : Int(truncatingIfNeeded: rest.coefficient)
    try? self.init(
      day: day, hour: second / 3600, minute: second / 60 % 60, second: second % 60,
      nanosecond: nanosecond)
  }

  /// Seconds since 2001-01-01T00:00:00Z, exactly.
  package var secondsSince2001: ExactDecimal { seconds(since: Self.secondsTo2001).normalized() }
}
