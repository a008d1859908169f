/// The value of a flag: its placeholder, its validation and the option that stores it.
struct FlagValue: Sendable {
  typealias Field<Value> = WritableKeyPath<Options, Value> & Sendable

  let argument: Flag.Argument
  var isRepeatable = false
  let store: @Sendable (_ flag: String, _ text: String, inout Options) throws(UsageError) -> Void
}

extension FlagValue {
  /// A value that `read` creates from the name of the flag and the text.
  static func value<Value>(
    _ argument: Flag.Argument, _ field: Field<Value>,
    _ read: @escaping @Sendable (_ flag: String, _ text: String) throws(UsageError) -> Value
  ) -> Self {
    Self(argument: argument) { flag, text, options throws(UsageError) in
      options[keyPath: field] = try read(flag, text)
    }
  }

  /// No value. The flag sets an option to true.
  static func none(_ field: Field<Bool>) -> Self { value(.none, field) { _, _ in true } }

  /// No value and no option. Parsing handles the flag itself.
  static let nothing = Self(argument: .none) { _, _, _ in }

  /// Any text.
  static func text(_ placeholder: String, _ field: Field<String?>) -> Self {
    value(.value(placeholder), field) { _, text in text }
  }

  /// Texts or files. The flag can be repeated.
  static func list(_ argument: Flag.Argument, _ field: Field<[String]>) -> Self {
    Self(argument: argument, isRepeatable: true) { _, text, options in
      options[keyPath: field].append(text)
    }
  }

  /// One of the raw values of a type.
  static func word<Choice: FlagChoice>(_ placeholder: String, _ field: Field<Choice?>) -> Self {
    value(.choice(placeholder, of: Choice.words), field) { flag, text throws(UsageError) in
      try Choice.read(flag, text)
    }
  }

  /// One of the raw values of a type, with a default.
  static func word<Choice: FlagChoice>(_ placeholder: String, _ field: Field<Choice>) -> Self {
    value(.choice(placeholder, of: Choice.words), field) { flag, text throws(UsageError) in
      try Choice.read(flag, text)
    }
  }

  /// Raw values of a type. The flag can be repeated.
  static func words<Choice: FlagChoice>(_ placeholder: String, _ field: Field<[Choice]>) -> Self {
    Self(argument: .choice(placeholder, of: Choice.words), isRepeatable: true) {
      flag, text, options throws(UsageError) in
      options[keyPath: field].append(try Choice.read(flag, text))
    }
  }

  /// A day, a month or a year.
  static func day(_ edge: DayChoice.Edge, _ field: Field<DayChoice?>) -> Self {
    value(.value("DATE"), field) { flag, text throws(UsageError) in
      do throws(DayFault) {
        return try DayChoice(text, edge: edge)
      } catch {
        throw UsageError(
          "--\(flag): '\(text)' is not a day\(error.reason). "
            + "Write YYYY-MM-DD, YYYY-MM, YYYY or 'today'.")
      }
    }
  }

  /// A full date. The date of a transaction cannot be a month or a year.
  static func date(_ field: Field<DayChoice?>) -> Self {
    value(.value("DATE"), field) { flag, text throws(UsageError) in
      do throws(DayFault) {
        return try DayChoice(fullDate: text)
      } catch {
        throw UsageError(
          "--\(flag): '\(text)' is not a full date\(error.reason). "
            + "Write YYYY-MM-DD or 'today'.")
      }
    }
  }

  static func currency(_ field: Field<Currency?>) -> Self {
    value(.value("CUR"), field) { flag, text throws(UsageError) in try currency(text, flag) }
  }

  static func currency(_ text: String, _ flag: String) throws(UsageError) -> Currency {
    if let currency = try? Currency(read: Array(text.utf8).span) { return currency }
    let upper = text.uppercased()
    let isCode = upper != text && (try? Currency(upper)) != nil
    let advice = isCode ? "Did you mean '\(upper)'?" : "Write a code such as USD, EUR or BTC."
    throw UsageError("--\(flag): '\(text)' is not a currency code. \(advice)")
  }

  /// A whole number from `least` to `most`.
  static func count(
    _ placeholder: String, of things: String, _ field: Field<Int?>, from least: Int = 0,
    upTo most: Int = .max
  ) -> Self {
    value(.value(placeholder), field) { flag, text throws(UsageError) in
      if let count = Int(text), (least...most).contains(count) { return count }
      throw UsageError(
        "--\(flag): '\(text)' is not a number of \(things). Write a whole number such as 7.")
    }
  }

  /// A number of units or an amount of money.
  static func number(_ field: Field<ExactDecimal?>) -> Self {
    value(.value("NUMBER"), field) { flag, text throws(UsageError) in try decimal(flag, text) }
  }

  static func decimal(
    _ flag: String, _ text: String, example: String = "1802.50"
  ) throws(UsageError) -> ExactDecimal {
    do {
      return try ExactDecimal(text)
    } catch {
      switch error {
      case .tooManyDigits: throw UsageError("--\(flag): the number has more than 36 digits.")
      case .tooManyPlaces:
        throw UsageError("--\(flag): the number has more than 36 decimal places.")
      case .empty, .syntax:
        throw UsageError(
          "--\(flag): '\(text)' is not a number. Write digits with a point before the decimals, "
            + "such as \(example).")
      }
    }
  }
}

extension FlagValue {
  /// The value of an argument of reports.
  init(_ value: ReportArgument.Value) {
    func part<Value>(_ field: ReportArgument.Value.Field<Value>) -> Field<Value> {
      \Options.[dynamicMember: field]
    }
    switch value {
    case .flag(let field): self = .none(part(field))
    case .text(let name, let field): self = .text(name, part(field))
    case .texts(let name, let field): self = .list(.value(name), part(field))
    case .day(let edge, let field): self = .day(edge, part(field))
    case .date(let field): self = .date(part(field))
    case .currency(let field): self = .currency(part(field))
    case .number(let field): self = .number(part(field))
    case .count(let things, let most, let field):
      self = .count(things.uppercased(), of: things, part(field), upTo: most)
    case .ratio(let field):
      self = .value(.value("RATE"), part(field)) { flag, text throws(UsageError) in
        if text.hasSuffix("%"), let ratio = try? ExactDecimal(ratio: text) { return ratio }
        return try Self.decimal(flag, text, example: "0.2, or a percentage such as 20%")
      }
    case .taxYear(let field):
      self = .value(.value("YEAR"), part(field)) { flag, text throws(UsageError) in
        if let choice = TaxYearChoice(text) { return choice }
        throw UsageError(
          "--\(flag): '\(text)' is not a tax year. Write 2024, or under the rules uk also 2024/25.")
      }
    case .word(let name, let words, let set):
      self.init(argument: .choice(name, of: words)) { flag, text, options throws(UsageError) in
        if !set(text, &options.choices) { throw .unknownWord(text, of: flag, words) }
      }
    }
  }
}

extension UsageError {
  fileprivate static func unknownWord(
    _ text: String, of flag: String, _ words: [String]
  ) -> UsageError {
    UsageError("--\(flag) cannot be '\(text)'. \(Suggestions.choice(for: text, of: words))")
  }
}

/// A fixed set of words that a flag accepts.
protocol FlagChoice: RawRepresentable<String>, CaseIterable, Sendable {}

extension FlagChoice {
  static var words: [String] { allCases.map(\.rawValue) }

  fileprivate static func read(_ flag: String, _ text: String) throws(UsageError) -> Self {
    if let choice = Self(rawValue: text) { return choice }
    throw .unknownWord(text, of: flag, words)
  }
}

extension DayFault {
  fileprivate var reason: String {
    switch self {
    case .monthOutOfRange(let month): ": there is no month \(month)"
    case .dayOutOfRange(_, let days): ": that month has \(days) days"
    case .yearOutOfRange: ": the years are 0001 to 9999"
    case .syntax: ""
    }
  }
}
