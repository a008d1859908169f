import FolioNumbers

/// The one definition of a flag: parsing, error texts, help and completions are all made from it.
struct Flag: Sendable {
  /// The long name without its dashes.
  let name: String
  var short: Character?
  let argument: Argument
  var isRepeatable = false
  let topic: Topic
  /// The kinds of commands that take the flag.
  let scopes: Set<Command.Scope>
  /// One line, for the completions and the start of the help.
  let summary: String
  /// What the help says beyond the summary.
  var details = ""
  /// The flag as one would type it.
  let example: String
  /// Checks a value and keeps it.
  let store: Store

  typealias Store = @Sendable (String, inout Options) throws(UsageError) -> Void

  /// What follows the name.
  enum Argument: Sendable, Equatable {
    case none
    case value(String)
    case file(String)
    case choice(String, of: [String])

    /// The word that stands for the value in help and error texts.
    var placeholder: String? {
      switch self {
      case .none: nil
      case .value(let name), .file(let name), .choice(let name, _): name
      }
    }

    /// The only words that are accepted; none where anything is.
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
    case output = "Output"
    case other = "Other"
  }

  /// The name as one types it.
  var dashed: String { "--\(name)" }
}

extension Flag {
  /// Every flag there is, in the order of the help.
  static let all =
    period + booking + quotes + prices + returns + rows + selection + entry + output + other

  /// The flag of a long name, or of a short one of a single character.
  static func named(_ name: String) -> Flag? {
    all.first { $0.name == name || $0.short.map(String.init) == name }
  }

  /// Whether the name means something else for another command.
  var hasNamesakes: Bool { Flag.all.count { $0.name == name } > 1 }

  /// Whether no flag before it has its name.
  var isFirstOfItsName: Bool { Flag.named(name)?.scopes == scopes }

  /// A store for a flag whose value is one of a closed set of words.
  static func choosing<Choice: FlagChoice>(
    _ name: String, _ keep: @escaping @Sendable (Choice, inout Options) -> Void
  ) -> Store {
    { text, options throws(UsageError) in
      guard let choice = Choice(rawValue: text) else {
        throw .value(
          .unknownChoice(flag: name, value: text, allowed: Choice.allCases.map(\.rawValue)))
      }
      keep(choice, &options)
    }
  }

  /// A store for a flag whose value is a day.
  static func day(
    _ name: String, _ edge: DayChoice.Edge,
    _ keep: @escaping @Sendable (DayChoice, inout Options) -> Void
  ) -> Store {
    { text, options throws(UsageError) in
      do throws(DayFault) {
        keep(try DayChoice(text, edge: edge), &options)
      } catch {
        throw .value(.notADay(flag: name, value: text, fault: error))
      }
    }
  }
}

extension Flag.Argument {
  /// A value that is one of the words of a type.
  static func choice<Choice: FlagChoice>(_ name: String, of type: Choice.Type) -> Self {
    .choice(name, of: type.allCases.map(\.rawValue))
  }
}
