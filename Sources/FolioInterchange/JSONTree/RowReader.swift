import FolioDiagnostics
import FolioNumbers

/// How large a number of a column may be: `DECIMAL(20,8)` has 12 digits before the point and 8
/// after it.
package struct DecimalLimits: Sendable {
  package var wholeDigits: Int
  package var places: Int

  /// So many digits before the point, and so many after it.
  package init(wholeDigits: Int, places: Int) {
    self.wholeDigits = wholeDigits
    self.places = places
  }

  /// PostgreSQL's `DECIMAL(20,8)`.
  package static let decimal20x8 = DecimalLimits(wholeDigits: 12, places: 8)

  /// Whether a number has room in the column without being rounded.
  package func hold(_ number: ExactDecimal) -> Bool {
    let short = number.normalized()
    guard short.places <= places else { return false }
    let whole = short.magnitude.rounded(toPlaces: 0, .down)
    return String(describing: whole).utf8.count <= wholeDigits
  }
}

/// What a number of a column must be.
package enum NumberSign: Sendable {
  case aboveZero, zeroOrAbove, any
}

/// Takes the columns of one row of another program's document, one by one; what is wrong is
/// gathered, so that all faults of all rows are told at once.
package struct RowReader {
  /// What the row is called in faults: `transaction`.
  package let name: String
  /// Where the row stands.
  package let position: SourcePosition
  /// The faults found so far.
  package private(set) var faults: [Diagnostic] = []
  /// Keys that mean nothing here.
  package private(set) var warnings: [Diagnostic] = []
  private let node: JSONNode
  private var known: Set<String> = []

  /// A reader of an object; anything else is a fault.
  package init(_ node: JSONNode, name: String, file: Int = 0) {
    self.node = node
    self.name = name
    position = SourcePosition(file: file, offset: node.range.lowerBound)
    if case .object = node.content { return }
    report(Wording.notARow("the \(name)", node.kind))
  }

  /// A text that is not empty.
  package mutating func text(_ key: String) -> String? {
    guard let value = required(key) else { return nil }
    return text(value, key)
  }

  /// A text; nil where it is absent or `null`.
  package mutating func optionalText(_ key: String) -> String? {
    guard let value = optional(key) else { return nil }
    guard case .string(let bytes) = value.content else {
      refuse(value, key, .text)
      return nil
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A number, as a JSON number or a text, from its digits.
  package mutating func number(
    _ key: String, _ sign: NumberSign, _ limits: DecimalLimits? = nil
  ) -> ExactDecimal? {
    guard let value = required(key) else { return nil }
    let digits: [UInt8]
    switch value.content {
    case .number(let bytes), .string(let bytes): digits = bytes
    case .object, .array, .boolean, .null:
      refuse(value, key, .number)
      return nil
    }
    do throws(NumberFault) {
      let number = try digits.withSpan(ExactDecimal.parse)
      return check(number, key, sign, limits) ? number : nil
    } catch {
      report(Wording.number(error, key, Wording.quoted(digits)), key)
      return nil
    }
  }

  private mutating func check(
    _ number: ExactDecimal, _ key: String, _ sign: NumberSign, _ limits: DecimalLimits?
  ) -> Bool {
    let isAllowed =
      switch sign {
      case .aboveZero: number.isPositive
      case .zeroOrAbove: !number.isNegative
      case .any: true
      }
    if !isAllowed {
      report(Wording.unsigned(key, mayBeZero: sign == .zeroOrAbove), key)
      return false
    }
    guard let limits, !limits.hold(number) else { return true }
    report(Wording.outOfBounds(key, number, limits), key)
    return false
  }

  /// A point in time, or a date alone.
  package mutating func time(_ key: String) -> Timestamp? {
    guard let value = required(key) else { return nil }
    guard case .string(let bytes) = value.content else {
      refuse(value, key, .timestamp)
      return nil
    }
    do throws(TimestampFault) {
      return try bytes.withSpan(Timestamp.parse)
    } catch {
      report(Wording.timestamp(error, key, bytes), key)
      return nil
    }
  }

  /// A point in time as a text, or as a number of seconds since 2001 in UTC, which is how Swift's
  /// JSONEncoder writes a Date unless it is told otherwise.
  /// - Parameter isNumber: set where it is a number.
  package mutating func time(_ key: String, orSecondsSince2001 isNumber: inout Bool) -> Timestamp? {
    guard case .number(let digits)? = node[key]?.content else { return time(key) }
    known.insert(key)
    if let seconds = try? digits.withSpan(ExactDecimal.parse),
      let time = Timestamp(secondsSince2001: seconds)
    {
      isNumber = true
      return time
    }
    report(Wording.notSecondsSince2001(key, digits), key)
    return nil
  }

  /// One word of a vocabulary.
  package mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ key: String, _ code: DiagnosticCode, of type: Word.Type = Word.self
  ) -> Word? {
    let words = Word.allCases.map(\.rawValue)
    guard let value = required(key) else { return nil }
    guard case .string(let bytes) = value.content else {
      refuse(value, key, .word(words))
      return nil
    }
    if let word = Word(rawValue: String(decoding: bytes, as: UTF8.self)) { return word }
    report(Wording.word(code, key, bytes, among: words), key)
    return nil
  }

  /// A currency code; nil where it is absent.
  package mutating func currency(_ key: String, isRequired: Bool = true) -> Currency? {
    guard let value = isRequired ? required(key) : optional(key) else { return nil }
    guard case .string(let bytes) = value.content else {
      refuse(value, key, .currency)
      return nil
    }
    do throws(CurrencyFault) {
      return try bytes.withSpan(Currency.init(bytes:))
    } catch {
      report(Wording.currency(error, key, bytes), key)
      return nil
    }
  }

  /// Whether there is a column of this name, and not `null`.
  package func has(_ key: String) -> Bool { node[key] != nil }

  /// The rows of a table; none where it is absent.
  package mutating func rows(_ key: String) -> [JSONNode] {
    guard let value = optional(key) else { return [] }
    if case .array(let rows) = value.content { return rows }
    report(Wording.notATable(key, value.kind), key)
    return []
  }

  /// Warns of the keys that were not asked for.
  package mutating func finish() {
    guard case .object(let members) = node.content else { return }
    for member in members where !known.contains(member.key) {
      let finding = Wording.droppedKey(member.key, in: name)
      warnings.append(
        Diagnostic(
          finding.code, finding.message, help: finding.help, at: position,
          field: [.name(member.key)]))
    }
  }

  /// Records a fault of a column.
  package mutating func report(
    _ code: DiagnosticCode, _ message: String, help: String, column: String? = nil
  ) {
    report(Finding(code: code, message: message, help: help), column)
  }

  private mutating func report(_ finding: Finding, _ column: String? = nil) {
    faults.append(
      Diagnostic(
        finding.code, finding.message, help: finding.help, at: position,
        field: column.map { [.key($0)] } ?? []))
  }

  private mutating func refuse(_ value: JSONNode, _ key: String, _ wanted: WantedValue) {
    report(Wording.wrongType(key, value.kind, wanted: wanted), key)
  }

  private mutating func text(_ value: JSONNode, _ key: String) -> String? {
    guard case .string(let bytes) = value.content else {
      refuse(value, key, .text)
      return nil
    }
    if bytes.isEmpty {
      report(Wording.emptyText(key), key)
      return nil
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func optional(_ key: String) -> JSONNode? {
    known.insert(key)
    return node[key]
  }

  private mutating func required(_ key: String) -> JSONNode? {
    if let value = optional(key) { return value }
    // What is no object at all lacks nothing.
    if case .object = node.content { report(Wording.missing(key, in: name)) }
    return nil
  }
}

extension Timestamp {
  /// Seconds from 1970 to 2001 in UTC.
  private static let secondsTo2001: Int64 = 978_307_200

  /// A point in time from seconds since 2001-01-01T00:00:00Z; nil for what is finer than a
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
  package var secondsSince2001: ExactDecimal {
    let nanoseconds = Int128(seconds - Self.secondsTo2001) * 1_000_000_000 + Int128(nanoseconds)
    let number = try? ExactDecimal(coefficient: nanoseconds, places: 9)
    return (number ?? .zero).normalized()
  }
}
