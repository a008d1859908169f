import FolioModel
import FolioNumbers

// Each of these reads the value of one column, which comes next in the window. They give nil where
// the value is `null` and where it is wrong; what is wrong is recorded, and reading goes on.

extension DocumentReader {
  /// An id or a symbol.
  @inline(__always)
  mutating func identifier(_ bytes: Span<UInt8>) throws(ScanStop) -> Identifier? {
    if let packed = scanner.uuid(bytes) ?? scanner.shortText(bytes) { return packed }
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
      report(Wording.emptyText(columnName))
      return nil
    }
    return draft.tables.names.identifier(of: text(of: value, bytes))
  }

  /// Whether a value is digits alone: databases number their rows, and a dump of them writes such
  /// ids without quotes. They count as the text of their digits.
  private func isWholeNumber(_ value: AnyValue, _ bytes: Span<UInt8>) -> Bool {
    value.kind == .number
      && value.text.range.allSatisfy { (0x30...0x39).contains(bytes.byte(at: $0)) }
  }

  /// A number, exactly from its digits.
  @inline(__always)
  mutating func decimal(_ bytes: Span<UInt8>) throws(ScanStop) -> ExactDecimal? {
    if let number = scanner.shortDecimal(bytes) { return number }
    return try anyDecimal(bytes)
  }

  @inline(never)
  private mutating func anyDecimal(_ bytes: Span<UInt8>) throws(ScanStop) -> ExactDecimal? {
    let value = try anyValue(bytes)
    guard value.kind == .string || value.kind == .number else {
      refuse(value, wanted: .number)
      return nil
    }
    do throws(NumberFault) {
      if !value.text.hasEscapes {
        return try ExactDecimal.parse(bytes.extracting(value.text.range))
      }
      let text = text(of: value, bytes)
      return try text.withSpan(ExactDecimal.parse)
    } catch {
      report(Wording.number(error, columnName, quoted(value, bytes)))
      return nil
    }
  }

  /// A civil day.
  @inline(__always)
  mutating func day(_ bytes: Span<UInt8>) throws(ScanStop) -> Day? {
    if let day = plainDay(bytes) { return day }
    return try anyDay(bytes)
  }

  @inline(never)
  private mutating func anyDay(_ bytes: Span<UInt8>) throws(ScanStop) -> Day? {
    let value = try anyValue(bytes)
    guard value.kind == .string else {
      refuse(value, wanted: .day)
      return nil
    }
    let text = text(of: value, bytes)
    do throws(DayFault) {
      return try text.withSpan(Day.parse)
    } catch {
      report(Wording.day(error, columnName, text))
      return nil
    }
  }

  /// A point in time.
  mutating func timestamp(_ bytes: Span<UInt8>) throws(ScanStop) -> Timestamp? {
    if let timestamp = plainTimestamp(bytes) { return timestamp }
    let start = scanner.index
    if let range = scanner.plainString(bytes),
      let timestamp = try? Timestamp.parse(bytes.extracting(range))
    {
      return timestamp
    }
    scanner.index = start
    return try anyTimestamp(bytes)
  }

  @inline(never)
  private mutating func anyTimestamp(_ bytes: Span<UInt8>) throws(ScanStop) -> Timestamp? {
    let value = try anyValue(bytes)
    guard value.kind == .string else {
      refuse(value, wanted: .timestamp)
      return nil
    }
    let text = text(of: value, bytes)
    do throws(TimestampFault) {
      return try text.withSpan(Timestamp.parse)
    } catch {
      report(Wording.timestamp(error, columnName, text))
      return nil
    }
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

  /// A text of which nothing is asked.
  mutating func freeText(_ bytes: Span<UInt8>) throws(ScanStop) -> [UInt8]? {
    if scanner.takeNull(bytes) { return nil }
    let value = try anyValue(bytes)
    guard value.kind == .string else {
      refuse(value, wanted: .text)
      return nil
    }
    return text(of: value, bytes)
  }

  /// A name that people read.
  mutating func name(_ bytes: Span<UInt8>) throws(ScanStop) -> String {
    String(decoding: try freeText(bytes) ?? [], as: UTF8.self)
  }
}
