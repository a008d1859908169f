import Folio

/// The one definition of a command: parsing, error texts, help and completions come from it.
struct Command: Sendable {
  let name: Name
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

  /// The commands there are, as the caller switches over them.
  enum Name: String, Sendable, CaseIterable {
    case check, holdings, positions, lots, gains, cash, income, journal
    case taxForm = "tax-form"
    case pnl
    case trialBalance = "trial-balance"
    case balanceSheet = "balance-sheet"
    case incomeStatement = "income-statement"
    case performance, explain
    case initialize = "init"
    case add, edit, settle, void, delete, log, sync
    case snapshot, leaderboard
    case `import`, export, completions, help, version
  }

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
    /// The words that it may be; none where it is a name of the ledger.
    let choices: [String]
    var isRequired = true
    /// What it names, where it is not one of a few words.
    var meaning = ""
  }

  /// A command line and what it is for.
  struct Example: Sendable {
    let purpose: String
    let line: String

    init(_ purpose: String, _ line: String) {
      self.purpose = purpose
      self.line = line
    }
  }
}

extension Command {
  /// Every command, in the order of the help.
  static let all = reports + [explain] + stores + tools

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
  static func named(_ word: String) -> Command? { all.first { $0.name.rawValue == word } }

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
    var line = ["folio", name.rawValue]
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
