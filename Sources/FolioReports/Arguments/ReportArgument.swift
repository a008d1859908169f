/// An argument of reports or of supposed trades, stated once: flags of the command and parameters
/// of tools are made from it.
package struct ReportArgument: Sendable {
  /// The name as a flag, without the dashes.
  package let name: String
  package let short: Character?
  package let value: Value
  /// The reports that take it; all reports if nil.
  package let group: ReportKind.OptionGroup?
  /// The meaning in one line, without a full stop.
  package let summary: String
  /// The sentences after the summary.
  package let details: String
  /// A value as typed.
  package let example: String
  /// The name and the meaning in tools, if they take the argument.
  package let tool: (name: String, meaning: String)
  package let isInTools: Bool
  /// Whether tools need it.
  package let isRequired: Bool

  /// A value: its kind, and what it is stored in.
  package enum Value: Sendable {
    package typealias Field<Kept> = WritableKeyPath<ReportChoices, Kept> & Sendable

    case flag(Field<Bool>)
    case text(String, Field<String?>)
    case texts(String, Field<[String]>)
    /// A day; in the command a month or a year, too.
    case day(DayChoice.Edge, Field<DayChoice?>)
    case date(Field<DayChoice?>)
    case taxYear(Field<TaxYearChoice?>)
    case currency(Field<Currency?>)
    case count(of: String, upTo: Int, Field<Int?>)
    case number(Field<ExactDecimal?>)
    case ratio(Field<ExactDecimal?>)
    /// One of some words. The function returns whether it is one of them.
    case word(String, of: [String], @Sendable (String, inout ReportChoices) -> Bool)
  }

  /// The tool's name and meaning are by default those of the flag, with `_` and as a sentence.
  init(
    _ name: String, short: Character? = nil, _ value: Value,
    of group: ReportKind.OptionGroup? = nil, _ summary: String, details: String = "",
    example: String = "", toolName: String? = nil, tool: String? = nil, isInTools: Bool = true,
    isRequired: Bool = false
  ) {
    (self.name, self.short, self.value, self.group) = (name, short, value, group)
    (self.summary, self.details, self.example) = (summary, details, example)
    (self.isInTools, self.isRequired) = (isInTools, isRequired)
    let sentence = "\(summary.prefix(1).uppercased())\(summary.dropFirst())."
    self.tool = (
      toolName ?? Self.nameInTools(name),
      tool ?? (details.isEmpty ? sentence : "\(sentence) \(details)")
    )
  }

  /// A name as tools write it.
  package static func nameInTools(_ name: String) -> String {
    String(name.map { $0 == "-" ? "_" : $0 })
  }
}

extension ReportArgument.Value {
  /// One of the raw values of a type.
  static func word<Word: Words>(_ placeholder: String, _ field: Field<Word?>) -> Self {
    word(placeholder) { $1[keyPath: field] = $0 }
  }

  /// The same with a default.
  static func word<Word: Words>(_ placeholder: String, _ field: Field<Word>) -> Self {
    word(placeholder) { $1[keyPath: field] = $0 }
  }

  private static func word<Word: Words>(
    _ placeholder: String, _ store: @escaping @Sendable (Word, inout ReportChoices) -> Void
  ) -> Self {
    .word(placeholder, of: Word.allCases.map(\.rawValue)) { text, choices in
      guard let word = Word(rawValue: text) else { return false }
      store(word, &choices)
      return true
    }
  }

  typealias Words = RawRepresentable<String> & CaseIterable & Sendable
}

extension ReportKind {
  /// Whether the report takes an argument.
  package func takes(_ argument: ReportArgument) -> Bool {
    (argument.group.map(options.contains) ?? true) && !refusedOptions.contains(argument.name)
  }
}
