// Each fault as one sentence with the remedy, for an app that shows it. A document's faults have
// messages of their own, which name the column.
extension NumberFault: CustomStringConvertible {
  /// The problem and the remedy.
  public var description: String {
    switch self {
    case .empty, .syntax: "This is not a number: write digits with a point before the decimals."
    case .tooManyDigits:
      "The number has too many digits: it may have \(ExactDecimal.maximumDigits)."
    case .tooManyPlaces:
      "The number has too many decimals: it may have \(ExactDecimal.maximumPlaces)."
    }
  }
}

extension ArithmeticFault: CustomStringConvertible {
  /// The problem and the remedy.
  public var description: String {
    switch self {
    case .overflow:
      "The result needs more than \(ExactDecimal.maximumDigits) digits: use smaller numbers."
    case .tooManyPlaces:
      "The result needs more than \(ExactDecimal.maximumPlaces) decimals: round the numbers first."
    case .divisionByZero: "A number is divided by zero: use another divisor."
    }
  }
}

extension CurrencyFault: CustomStringConvertible {
  /// The problem and the remedy.
  public var description: String {
    switch self {
    case .empty: "The currency is missing: write its code, such as USD."
    case .tooLong: "The currency code is too long: it has up to eight characters, such as USD."
    case .lowercase: "The currency code has a small letter: write it in capitals, such as USD."
    case .badCharacter: "This is not a currency code: write letters and digits, such as USD."
    }
  }
}

extension DayFault: CustomStringConvertible {
  /// The problem and the remedy.
  public var description: String {
    switch self {
    case .syntax: "This is not a date: write year, month and day, such as 2024-03-01."
    case .yearOutOfRange: "There is no such year: it is 0001 to 9999."
    case .monthOutOfRange(let month): "There is no month \(month): it is 1 to 12."
    case .dayOutOfRange(let day, let count): "There is no day \(day): the month has \(count) days."
    }
  }
}

extension TimestampFault: CustomStringConvertible {
  /// The problem and the remedy.
  public var description: String {
    switch self {
    case .date(let fault): fault.description
    case .syntax: "This is not a point in time: write it like 2024-03-01T14:30:00Z."
    case .hourOutOfRange(let hour): "There is no hour \(hour): it is 0 to 23."
    case .minuteOutOfRange(let minute): "There is no minute \(minute): it is 0 to 59."
    case .secondOutOfRange(let second): "There is no second \(second): it is 0 to 59."
    case .nanosecondOutOfRange, .tooPrecise:
      "The time is finer than a nanosecond: write up to nine decimals of a second."
    case .offsetOutOfRange: "No time zone is a day away from UTC: write an offset like +01:00."
    }
  }
}

extension MoneyFault: CustomStringConvertible {
  /// The problem and the remedy.
  public var description: String {
    switch self {
    case .currencyMismatch(let left, let right):
      "Amounts in \(left) and \(right) cannot be combined: convert one of them first."
    case .arithmetic(let fault): fault.description
    case .negativeWeight(let index):
      "Weight \(index + 1) is below zero: amounts are divided by weights of zero or above."
    case .noWeight: "There is no weight above zero: give one part a weight."
    }
  }
}
