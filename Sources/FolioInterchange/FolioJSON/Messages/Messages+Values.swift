// Faults of values.

extension Messages {
  static func emptyText(_ column: String) -> Finding {
    Finding(
      .emptyText, "\(column) is empty",
      help: "Write it out, or leave the column out where there is none.")
  }

  static func importedRow(_ key: String, _ wanted: String) -> Finding {
    Finding(
      .badImportedRow, "\"\(key)\" of \"import\" is not \(wanted)",
      help: "Import the file again, or leave out file, row and sha256.")
  }

  // MARK: Numbers

  static func number(_ fault: NumberFault, _ column: String, _ value: String) -> Finding {
    switch fault {
    case .empty, .syntax:
      Finding(
        .badNumber, "\(column) is \(value), which is not a number",
        help: "Write digits with a point before the decimals, such as \"1802.50\".")
    case .tooManyDigits:
      Finding(
        .numberOutOfRange, "\(column) is \(value), which has too many digits",
        help: "A number has at most \(ExactDecimal.maximumDigits) digits.")
    case .tooManyPlaces:
      Finding(
        .numberOutOfRange, "\(column) is \(value), which has too many decimals",
        help: "A number has at most \(ExactDecimal.maximumPlaces) digits after its point.")
    }
  }

  /// A number whose sign its column does not allow.
  static func sign(_ column: String, _ allowed: NumberSign, help: String? = nil) -> Finding {
    let rule = allowed == .aboveZero ? "be above zero" : "not be below zero"
    return Finding(
      .amountNotAboveZero, "\(column) must \(rule)", help: help ?? signHelp(column))
  }

  /// A number that is no place in an order.
  static func place(_ column: String) -> Finding {
    Finding(
      .amountNotAboveZero, "\(column) must be a whole number above zero",
      help: "Write 1 for the first, 2 for the second, or leave it out.")
  }

  private static func signHelp(_ column: String) -> String {
    switch column {
    case "rate": "Write how many of \"to\" one of \"from\" is, such as \"1.0389\"."
    case "fx_rate": "Write how many of the base currency one of the leg's is, such as \"1.0389\"."
    case "price_per_share", "close", "price": "Write what one share costs, such as \"180.25\"."
    case "ratio": "Write new shares to old ones, both above zero, such as \"4:1\"."
    case "multiplier": "Write how many units one contract is for, such as \"100\"."
    case "price_factor": "Write what one point of the price is worth, such as \"0.01\"."
    case "cost_basis", "cost_basis_base": "Write what the units cost, without a sign."
    case "fair_value", "fair_value_base":
      "Write what the units were worth on the day of the gift, without a sign."
    case "amount": "Write it without a sign; direction says whether the money goes in or out."
    case "quantity": "Write how many units, without a sign; trade_type says which way they go."
    default: "Write it without a sign; trade_type says which way the money goes."
    }
  }

  static let badFraction = Finding(
    .amountNotAboveZero, "basis_fraction must be at least 0 and at most 1",
    help: "Write the share of the basis that moves to the new shares, such as \"0.25\", or 0 if "
      + "none does.")

  static func twoTaxes(_ taxes: ExactDecimal, _ withheld: ExactDecimal) -> Finding {
    Finding(
      .badNumber, "taxes is \(taxes) and tax_withheld \(withheld); they are one column",
      help: "Leave one of them out.")
  }

  static func ratio(_ column: String, _ text: [UInt8]) -> Finding {
    Finding(
      .badRatio, "\(column) is \(quoted(text)), which is not a ratio",
      help: "Write new shares to old ones, such as \"4:1\" or \"0.1\".")
  }

  // MARK: Dates

  static func day(_ fault: DayFault, _ column: String, _ text: [UInt8]) -> Finding {
    if case .syntax(offset: 10) = fault, (try? text.withSpan(Timestamp.parse)) != nil {
      return Finding(
        .badDate, "\(column) is \(quoted(text)), which is not a date alone",
        help: "Write the day without the time, such as 2024-03-01.")
    }
    return Finding(
      .badDate, dayMessage(fault, column, text),
      help: "Write year, month and day, such as 2024-03-01.")
  }

  private static func dayMessage(
    _ fault: DayFault, _ column: String, _ text: [UInt8]
  ) -> String {
    let found = "\(column) is \(quoted(text))"
    return switch fault {
    case .syntax: "\(found), which is not a date"
    case .yearOutOfRange: "\(found): there is no year 0000"
    case .monthOutOfRange(let month): "\(found): there is no month \(month)"
    case .dayOutOfRange(0, _): "\(found): there is no day 0"
    case .dayOutOfRange(_, let count): "\(found): \(monthAndYear(text)) has \(count) days"
    }
  }

  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// `February 2024`, for a text that starts with 2024-02.
  private static func monthAndYear(_ text: [UInt8]) -> String {
    let year = String(decoding: text.prefix(4), as: UTF8.self)
    let month = Int(String(decoding: text.dropFirst(5).prefix(2), as: UTF8.self)) ?? 0
    return months.indices.contains(month - 1) ? "\(months[month - 1]) \(year)" : year
  }

  static func timestamp(_ fault: TimestampFault, _ column: String, _ text: [UInt8]) -> Finding {
    let found = "\(column) is \(quoted(text))"
    let message =
      switch fault {
      case .syntax, .date(.syntax): "\(found), which is not a point in time"
      case .date(let fault): dayMessage(fault, column, text)
      case .hourOutOfRange(let hour): "\(found): there is no hour \(hour)"
      case .minuteOutOfRange(let minute): "\(found): there is no minute \(minute)"
      case .secondOutOfRange(let second): "\(found): there is no second \(second)"
      case .offsetOutOfRange: "\(found): no zone is a day away from UTC"
      case .nanosecondOutOfRange, .tooPrecise: "\(found), finer than a nanosecond"
      }
    return Finding(
      .badTimestamp, message, help: "Write it like 2024-03-01T14:30:00Z.")
  }

  // MARK: Words

  static func currency(_ fault: CurrencyFault, _ column: String, _ text: [UInt8]) -> Finding {
    let capitals = String(decoding: text, as: UTF8.self).uppercased()
    let isSlip = (try? Currency(capitals)) != nil
    return Finding(
      .badCurrency, "\(column) is \(quoted(text)), which is not a currency code",
      help: isSlip
        ? "Did you mean \(capitals)? Codes are written in capitals."
        : "Write its code, such as USD.")
  }

  static let tooManyCurrencies = Finding(
    .tooManyRecords, "there are more than 65,535 currencies",
    help: "Split the ledger.")

  static func word(
    _ code: DiagnosticCode, _ column: String, _ text: [UInt8], among words: [String]
  ) -> Finding {
    let value = String(decoding: text, as: UTF8.self)
    let guess = Spelling.nearest(to: value, among: words).map { "Did you mean \($0)? " } ?? ""
    return Finding(
      code, "\(column) is \(quoted(text)), which is not a known value",
      help: "\(guess)It is \(choice(of: words)).")
  }
}
