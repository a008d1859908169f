import Folio

/// The one definition of a command: parsing, error texts, help and completions come from it.
struct Command: Sendable {
  let name: String
  /// What flags it takes.
  let scopes: Set<Scope>
  /// Flags of these that make no sense here, by name.
  var refuses: Set<String> = []
  /// The word that comes before the ledgers, if any.
  var operand: Operand?
  /// The words that come after that.
  var words = Words.ledgers(atLeastOne: true)
  /// The name of a flag that it can't do without.
  var needs: String?
  /// What stands for the ledgers in the help.
  var ledgerPlaceholder = "LEDGER..."
  /// One line, without a full stop.
  let summary: String
  /// What the help says beyond the summary.
  let description: String
  let examples: [Example]
  /// The report that it prints, if that is what it does.
  var report: ReportKind?
  /// Does what a command line says.
  let run: @Sendable (CommandRunner, Invocation) throws -> Void

  /// What kind of command it is, as far as flags are concerned. A report on a period is both, and
  /// so is one at prices, or one of gains.
  enum Scope: Sendable, CaseIterable {
    case report, period, priced, returns, profit, income, gains
    case check, derived, snapshot, export, leaderboard, about
    case create, entry, change, settling, listing, salvage
  }

  /// What a command's words are about, after its operand.
  enum Words: Sendable, Equatable {
    case none
    case ledgers(atLeastOne: Bool)
    /// Ids of groups; one at least.
    case groupIDs
    /// One other store.
    case store
  }

  /// A word that a command needs or takes besides its ledgers.
  struct Operand: Sendable {
    let placeholder: String
    private let words: @Sendable () -> [String]
    let isRequired: Bool
    /// What it names, where it is not one of a few words.
    let meaning: String

    /// `choices` is not evaluated here: those of `help` are the names of all commands.
    init(
      placeholder: String, choices: @autoclosure @escaping @Sendable () -> [String] = [],
      isRequired: Bool = true, meaning: String = ""
    ) {
      self.placeholder = placeholder
      words = choices
      self.isRequired = isRequired
      self.meaning = meaning
    }

    /// The words that it may be; none where it is a name of the ledger.
    var choices: [String] { words() }
  }

  typealias Example = ReportKind.Example
}

extension Command {
  /// The command that prints a report.
  init(_ kind: ReportKind) {
    self.init(
      name: kind.name, scopes: Set(kind.options.map(Scope.init)).union([.report]),
      refuses: kind.refusedOptions, summary: kind.summary, description: kind.description,
      examples: kind.examples, report: kind
    ) { try $0.report(kind, $1) }
  }
}

extension Command.Scope {
  /// The scope of options that only some reports take.
  init(_ options: ReportKind.OptionGroup) {
    switch options {
    case .period: self = .period
    case .prices: self = .priced
    case .returns: self = .returns
    case .profitRows: self = .profit
    case .incomeRows: self = .income
    case .cashGains: self = .gains
    }
  }
}

extension Command: Hashable {
  static func == (left: Command, right: Command) -> Bool { left.name == right.name }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Command {
  /// Every command, in the order of the help.
  static let all: [Command] =
    [check] + ReportKind.all.map { Command($0) } + [explain] + stores + tools

  /// Whether it reads ledgers.
  var readsLedgers: Bool {
    if case .ledgers = words { true } else { false }
  }

  /// Whether its operand is a store.
  var takesStore: Bool { operand?.placeholder == Command.store.placeholder }

  /// Whether it reads ledgers as one, so that a store stands for them where none is named.
  var readsOneLedger: Bool {
    words == .ledgers(atLeastOne: true) && !takesStore && ledgerPlaceholder == "LEDGER..."
  }

  /// Whether its first word may be something else than its store, so that the configured one is
  /// meant.
  func mayLackStore(before word: String?) -> Bool {
    guard let word else { return true }
    switch words {
    case .none, .store: return false
    case .ledgers, .groupIDs: return StoreAddress(word) == nil && ServerAddress(word) == nil
    }
  }

  /// The definition of a command; `nil` for a word that is none.
  static func named(_ word: String) -> Command? { all.first { $0.name == word } }

  /// The flags that the command takes, in the order of the help.
  var flags: [Flag] { Flag.all.filter(takes) }

  /// Whether it takes a flag.
  func takes(_ flag: Flag) -> Bool {
    !flag.scopes.isDisjoint(with: scopes) && !refuses.contains(flag.name)
  }

  /// What the name of a flag means for the command; `nil` where it takes none of that name.
  func flag(_ flag: Flag) -> Flag? {
    takes(flag) ? flag : flags.first { $0.name == flag.name }
  }

  /// The line that shows how it is typed.
  var usage: String {
    var line = ["folio", name]
    if let operand {
      line.append(operand.isRequired ? operand.placeholder : "[\(operand.placeholder)]")
    }
    switch words {
    case .none: break
    case .ledgers(let atLeastOne):
      line.append(atLeastOne ? ledgerPlaceholder : "[\(ledgerPlaceholder)]")
    case .groupIDs: line.append("GROUP-ID...")
    case .store: line.append("STORE")
    }
    return (line + ["[OPTIONS]"]).joined(separator: " ")
  }
}
