/// Collects the rows of an answer.
struct QuoteReading {
  private let source: QuoteSource
  private let request: QuoteRequest
  private var byDay: [Day: QuoteRow] = [:]
  private var splits: [(day: Day, new: ExactDecimal, old: ExactDecimal)] = []
  private var emptyRows = 0

  init(_ source: QuoteSource, _ request: QuoteRequest) {
    (self.source, self.request) = (source, request)
  }

  /// Takes a row. Of several rows of one day the last one counts.
  mutating func take(
    _ day: [UInt8]?, _ value: [UInt8]?, _ currency: Currency?, _ offset: Int
  ) throws(QuoteFault) {
    guard let day, let read = self.day(day, offset) else {
      throw QuoteFault("a row of the answer has no day\(Self.quoted(day))")
    }
    guard let value, !NumberText(value).isEmpty else {
      emptyRows += 1
      return
    }
    let mark = source.answer.mark
    let number =
      mark == .point
      ? try? value.withSpan(ExactDecimal.parse) : NumberText(value).value(mark)
    guard let number else {
      throw QuoteFault("the value of \(read) is no number\(Self.quoted(value))")
    }
    // No market pays nothing: sources write zero for what they do not know.
    if number.isZero {
      emptyRows += 1
      return
    }
    if number.isNegative { throw QuoteFault("the value of \(read) is below zero: \(number)") }
    byDay[read] = QuoteRow(day: read, value: number, currency: currency)
  }

  /// Takes a split for which the source has restated the prices before it.
  mutating func take(
    split day: [UInt8]?, _ new: [UInt8]?, _ old: [UInt8]?, _ offset: Int
  ) throws(QuoteFault) {
    func number(_ text: [UInt8]?) -> ExactDecimal? {
      text.flatMap { try? $0.withSpan(ExactDecimal.parse) }.flatMap { $0.isPositive ? $0 : nil }
    }
    guard let day = day.flatMap({ self.day($0, offset) }), let new = number(new),
      let old = number(old)
    else { throw QuoteFault("a split in the answer has no day or no ratio") }
    splits.append((day, new, old))
  }

  private static func quoted(_ text: [UInt8]?) -> String {
    text.map { QuoteSource.beginning(of: $0, ": ") } ?? ""
  }

  private func day(_ text: [UInt8], _ offset: Int) -> Day? {
    func fromSeconds(_ divisor: Int) -> Day? {
      guard let number = Int(String(decoding: text.prefix { $0 != 0x2E }, as: UTF8.self)) else {
        return nil
      }
      let seconds = number / divisor + offset
      let days = (seconds - (seconds < 0 ? 86_399 : 0)) / 86_400
      return Int32(exactly: days).flatMap { Day(daysSince1970: $0) }
    }
    switch source.answer.dayForm {
    case .seconds: return fromSeconds(1)
    case .milliseconds: return fromSeconds(1_000)
    case .written(let format): return format.read(text)?.day
    case .iso:
      if text.count > 10, text[10] != 0x54, text[10] != 0x20 { return nil }
      return try? Array(text.prefix(10)).withSpan(Day.parse)
    }
  }

  /// The rows of the days that are wanted.
  func answer() throws(QuoteFault) -> QuoteAnswer {
    var answer = QuoteAnswer(emptyRows: emptyRows)
    for var row in byDay.values where request.days.contains(row.day) {
      do throws(ArithmeticFault) {
        row.value = try restored(row)
      } catch {
        throw QuoteFault("the price of \(row.day) has too many digits")
      }
      answer.rows.append(row)
    }
    answer.rows.sort { $0.day < $1.day }
    return answer
  }

  /// The value as it was on its day, with the digits that mean something.
  private func restored(_ row: QuoteRow) throws(ArithmeticFault) -> ExactDecimal {
    let units = source.answer.units
    var value = row.value
    if units > 1 {
      let zeros = "\(units)".count - 1
      value = try value.divided(by: ExactDecimal(units), places: value.places + zeros)
    }
    for split in splits where split.day > row.day {
      value = try value.multiplied(by: split.new, dividedBy: split.old, places: 18)
    }
    guard let digits = source.answer.digits else { return value }
    let length = "\(value.coefficient)".count
    return value.rounded(toPlaces: max(0, digits - (length - value.places))).normalized()
  }
}
