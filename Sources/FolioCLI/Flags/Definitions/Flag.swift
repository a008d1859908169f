/// The definition of a flag. Parsing, error messages, help and completions are all generated from
/// it.
struct Flag: Sendable {
  /// The long name without the dashes.
  let name: String
  let short: Character?
  private let value: FlagValue
  let topic: Topic
  /// The scopes of the commands that take the flag.
  let scopes: Set<Command.Scope>
  /// One line, for the completions and the start of the help.
  let summary: String
  /// The details that the help adds to the summary.
  let details: String
  /// The flag with an example value, as typed.
  let example: String

  /// Defines a flag. `example` is only the value.
  init(
    _ name: String, short: Character? = nil, _ value: FlagValue, _ topic: Topic,
    _ scopes: Set<Command.Scope>, _ summary: String, details: String = "", example: String = ""
  ) {
    (self.name, self.short, self.value, self.topic) = (name, short, value, topic)
    (self.scopes, self.summary, self.details) = (scopes, summary, details)
    self.example = example.isEmpty ? "--\(name)" : "--\(name) \(example)"
  }

  /// The kind of value after the name.
  enum Argument: Sendable, Equatable {
    case none
    case value(String)
    case file(String)
    case choice(String, of: [String])

    /// The placeholder of the value in help and error messages.
    var placeholder: String? {
      switch self {
      case .none: nil
      case .value(let name), .file(let name), .choice(let name, _): name
      }
    }

    /// The accepted words; empty if any value is accepted.
    var choices: [String] {
      if case .choice(_, let words) = self { words } else { [] }
    }
  }

  /// The headings that group flags in the help.
  enum Topic: String, Sendable, CaseIterable {
    case period = "Period"
    case booking = "Booking and currency"
    case prices = "Prices and rates"
    case returns = "Returns"
    case rows = "Rows"
    case selection = "Selection"
    case entry = "The transaction"
    case supposed = "The supposed trade"
    case account = "The account"
    case newRows = "Accounts, instruments and rates to add"
    case importing = "The import"
    case output = "Output"
    case portfolios = "Many portfolios"
    case other = "Other"
  }

  /// The long name as typed, with dashes.
  var dashed: String { "--\(name)" }

  /// All names as typed: the long one and the short one, if any.
  var names: [String] { [dashed] + (short.map { ["-\($0)"] } ?? []) }

  var argument: Argument { value.argument }

  var isRepeatable: Bool { value.isRepeatable }

  /// Validates a value and stores it in the options.
  func store(_ text: String, _ options: inout Options) throws(UsageError) {
    try value.store(name, text, &options)
  }
}

extension Flag {
  /// Every flag, in the order of the help.
  static let all =
    period + booking + quotes + fetching + prices + returns + rows + selection + entry + supposing
    + importing + accounts + output + look + schema + portfolios + page + other

  /// The flag with a long name or a short name, without dashes; nil if there is none.
  static func named(_ name: String) -> Flag? {
    all.first { $0.name == name || $0.short.map(String.init) == name }
  }

  /// Whether other commands have a different flag with the same name.
  var hasNamesakes: Bool { Flag.all.count { $0.name == name } > 1 }

  /// Whether this is the first flag with its name.
  var isFirstOfItsName: Bool { Flag.named(name)?.scopes == scopes }
}
