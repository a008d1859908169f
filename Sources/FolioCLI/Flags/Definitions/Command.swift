/// The definition of a command. Parsing, error messages, help and completions are all generated
/// from it.
struct Command: Sendable {
  let name: String
  /// The scopes of the flags that it takes.
  let scopes: Set<Scope>
  /// The names of flags in these scopes that the command does not take.
  var refuses: Set<String> = []
  /// The word before the ledgers, if any.
  var operand: Operand?
  /// The words after the operand.
  var words = Words.ledgers(atLeastOne: true)
  /// The name of a required flag.
  var needs: String?
  /// The placeholder of the ledgers in the help.
  var ledgerPlaceholder = "LEDGER..."
  /// Whether it may read many portfolios, if it takes flags of reports at all.
  var takesPortfolios: Bool { !refuses.contains("each") }
  /// One line, without a full stop.
  let summary: String
  /// The details that the help adds to the summary.
  let description: String
  let examples: [Example]
  /// The report that the command prints, if any.
  var report: ReportKind?
  /// Runs the command.
  let run: @Sendable (CommandRunner, Invocation) throws -> Void

  /// The categories of commands that determine which flags they take. A command can be in several:
  /// a report may have a period, use prices and list gains.
  enum Scope: Sendable, Hashable {
    case report, supposed
    /// Reports that take some options.
    case taking(ReportKind.OptionGroup)
    case check, derived, snapshot, export, leaderboard, about
    /// What reports say, for other programs.
    case analysis
    case create, entry, change, settling, listing, salvage, importing, serving
    case signIn, signOut
    case page, schema, packing, fetching, starting
  }

  /// The kind of words that a command takes after its operand.
  enum Words: Sendable, Equatable {
    case none
    case ledgers(atLeastOne: Bool)
    /// Group ids, at least one.
    case groupIDs
    /// One other store.
    case store
  }

  /// A word that a command takes in addition to its ledgers.
  struct Operand: Sendable {
    let placeholder: String
    /// Returns `choices`. It is a closure because the choices of `help` are the names of all
    /// commands, including `help` itself.
    var words: @Sendable () -> [String] = { [] }
    var isRequired = true
    /// Whether the ledgers may come at once. A word that is no choice is then a ledger.
    var mayBeLeftOut = false
    /// Whether it comes after the ledgers.
    var isLast = false
    /// The description of the operand if it has no fixed choices.
    var meaning = ""

    /// The possible words; empty if any word is accepted.
    var choices: [String] { words() }
  }

  typealias Example = ReportKind.Example
}

extension Command {
  /// Defines the command that prints a report.
  init(_ kind: ReportKind) {
    self.init(
      name: kind.name, scopes: Set(kind.options.map(Scope.taking)).union([.report]),
      refuses: kind.refusedOptions, summary: kind.summary, description: kind.description,
      examples: kind.examples, report: kind
    ) { try $0.report(kind, $1) }
  }
}

extension Command: Hashable {
  static func == (left: Command, right: Command) -> Bool { left.name == right.name }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Command {
  /// Every command, in the order of the help.
  static let all: [Command] =
    [check] + ReportKind.all.map { Command($0) } + [explain, page, whatIf] + stores + accounts
    + tools

  /// Whether the command reads ledgers.
  var readsLedgers: Bool {
    if case .ledgers = words { true } else { false }
  }

  /// Whether the operand is a store.
  var takesStore: Bool { operand?.placeholder == Command.store.placeholder }

  /// Whether the command reads its ledgers as one, so that the configured store can replace them.
  var readsOneLedger: Bool {
    words == .ledgers(atLeastOne: true) && !takesStore && ledgerPlaceholder == "LEDGER..."
  }

  /// Whether the store may be omitted before this word, so that the configured store is used.
  func mayLackStore(before word: String?) -> Bool {
    guard let word else { return true }
    switch words {
    case .none, .store: return false
    case .ledgers, .groupIDs: return StoreAddress(word) == nil && ServerAddress(word) == nil
    }
  }

  /// The command with this name; nil if there is none.
  static func named(_ word: String) -> Command? { all.first { $0.name == word } }

  /// The flags of the command, in the order of the help.
  var flags: [Flag] { Flag.all.filter(takes) }

  func takes(_ flag: Flag) -> Bool {
    !flag.scopes.isDisjoint(with: scopes) && !refuses.contains(flag.name)
      && (flag.topic != .portfolios || takesPortfolios)
  }

  /// The flag of this command with the same name as `flag`; nil if it takes none.
  func flag(_ flag: Flag) -> Flag? {
    takes(flag) ? flag : flags.first { $0.name == flag.name }
  }

  /// The advice to read the help of the command.
  var helpHint: String { "'folio \(name) --help' shows what it takes." }

  /// The usage line of the help.
  var usage: String {
    var line = ["folio", name]
    if let operand, !operand.isLast {
      let isOptional = !operand.isRequired || operand.mayBeLeftOut
      line.append(isOptional ? "[\(operand.placeholder)]" : operand.placeholder)
    }
    switch words {
    case .none: break
    case .ledgers(let atLeastOne):
      line.append(atLeastOne ? ledgerPlaceholder : "[\(ledgerPlaceholder)]")
    case .groupIDs: line.append("GROUP-ID...")
    case .store: line.append("STORE")
    }
    if let operand, operand.isLast { line.append(operand.placeholder) }
    return (line + ["[OPTIONS]"]).joined(separator: " ")
  }
}
