import Folio

extension Command {
  /// The commands that move ledgers, and those that are about the program.
  static let tools: [Command] = [
    leaderboard, snapshot, importing, export, completions, help, version,
  ]

  static let snapshot = Command(
    name: "snapshot", scopes: [.snapshot], needs: "as-of",
    summary: "a ledger that goes on from the evening of a day",
    description: """
      Replaces everything up to a day by its open lots and its cash, and writes the rest of the \
      ledger without its groups. Read together with the groups of later days, it gives the same \
      holdings, lots, cash and later gains as the whole. Where a later trade may still change a \
      gain before the day, it says which one, and which day to take.
      """,
    examples: [
      Example(
        "Close a year",
        "folio snapshot ledger.json --as-of 2024 --output until-2024.json"),
      Example("Go on from there", "folio snapshot --as-of 2024-06 until-2024.json 2025.ndjson"),
    ]
  ) { try $0.snapshot($1) }

  static let export = Command(
    name: "export", scopes: [.export, .salvage],
    operand: Operand(
      placeholder: "FORMAT", choices: ExportFormat.ofCommand.map(\.name)),
    summary: "write the ledger in another format",
    description: """
      Reads the ledgers as one and writes them out. \
      \(sentences(ExportFormat.ofCommand.map { ($0.name, $0.meaning) })) \
      What a format has no place for is listed (W430).
      """,
    examples: [
      Example(
        "Two files become one",
        "folio export folio-json 2023.json 2024.json --output all.json")
    ]
  ) { try $0.export($1) }

  static let importing = Command(
    name: "import", scopes: [.export],
    refuses: ["prices", "rates", "price-currency", "price-date"],
    operand: Operand(placeholder: "FORMAT", choices: ImportFormat.ofCommand.map(\.name)),
    ledgerPlaceholder: "FILE", summary: "write another program's file as a ledger",
    description: """
      \(sentences(ImportFormat.ofCommand.map { ($0.name, $0.meaning) })) \
      The ledger is checked before it is written; stored cash and holdings that are not what the \
      transactions make are warned of (W431).
      """,
    examples: [
      Example("A stock app's data as a ledger", "folio import simple app.json -o ledger.json"),
      Example("One user of a dump", "folio import postgres-dump dump.sql --user 42"),
    ]
  ) { try $0.importFile($1) }

  static let leaderboard = Command(
    name: "leaderboard", scopes: [.leaderboard], ledgerPlaceholder: "FILE...",
    summary: "users of CoinFlip by what they are worth",
    description: """
      Net worth, gain against the starting balance and place of each user of the files, which are \
      dumps of CoinFlip's tables as JSON. Coins without a price count at their average buy price, \
      and are named.
      """,
    examples: [
      Example(
        "At CoinGecko's prices", "folio leaderboard coinflip.json --prices simple-price.json")
    ]
  ) { try $0.leaderboard($1) }

  static let completions = Command(
    name: "completions", scopes: [.about],
    operand: Operand(placeholder: "SHELL", choices: Shell.allCases.map(\.rawValue)),
    words: .none, summary: "a script that completes commands and flags",
    description: "Prints the script for a shell; how to install it stands in its first lines.",
    examples: [
      Example("For this bash session", "source <(folio completions bash)"),
      Example(
        "For fish, for good",
        "folio completions fish > ~/.config/fish/completions/folio.fish"),
    ]
  ) { try $0.show($0.completions($1.operand)) }

  static let help = Command(
    name: "help", scopes: [.about],
    operand: Operand(
      placeholder: "COMMAND", choices: Command.all.map(\.name), isRequired: false),
    words: .none, summary: "what a command does and which flags it takes",
    description: "Without a command: the list of commands.",
    examples: [Example("All about one command", "folio help gains")]
  ) { try $0.show($0.help($1.operand)) }

  static let version = Command(
    name: "version", scopes: [.about], words: .none, summary: "the version of the program",
    description: "The same as 'folio --version'.",
    examples: [Example("Which version is this?", "folio version")]
  ) { runner, _ in try runner.printVersion() }
}

extension Command {
  /// `simple is the JSON of the flat stock app.`, one sentence for each name.
  private static func sentences(_ meanings: [(name: String, meaning: String)]) -> String {
    meanings.map { "\($0.name) is \($0.meaning)." }.joined(separator: " ")
  }
}

/// The shells that completions can be made for.
enum Shell: String, Sendable, CaseIterable { case bash, zsh, fish }
