extension Command {
  /// The commands for whole ledgers, and those about the program.
  static let tools: [Command] = [
    start, query, leaderboard, snapshot, importing, rules, export, schema, prices, rates, sources,
    mcp, completions, help, version,
  ]

  static let snapshot = Command(
    name: "snapshot", scopes: [.snapshot], needs: "as-of",
    summary: "write a ledger that continues from the end of a day",
    description: """
      Replaces all groups up to a day by the open lots and the cash. Read together with later \
      groups, it gives the same holdings, lots, cash and later gains. If a later trade may still \
      change an earlier gain, the message names the trade and a valid day.
      """,
    examples: [
      Example(
        "Close a year",
        "folio snapshot ledger.json --as-of 2024 --output until-2024.json"),
      Example("Continue from it", "folio snapshot --as-of 2024-06 until-2024.json 2025.ndjson"),
    ]
  ) { try $0.snapshot($1) }

  static let export = Command(
    name: "export", scopes: [.export, .salvage, .analysis],
    operand: Operand(
      placeholder: "FORMAT", words: { ExportFormat.supportedByCommand.map(\.name) }),
    summary: "write the ledger in another format",
    description: """
      Reads the ledgers as one and writes them out. \
      \(sentences(ExportFormat.supportedByCommand.map { ($0.name, $0.meaning) })) \
      Content that the format cannot hold is listed (W430).
      """,
    examples: [
      Example(
        "Combine two files",
        "folio export folio-json 2023.json 2024.json --output all.json"),
      Example("Reports for a spreadsheet", "folio export xlsx ledger.json --output 2024.xlsx"),
      Example("A database for SQL", "folio export sqlite ledger.json --output books.sqlite"),
    ]
  ) { try $0.export($1) }

  static let importing = Command(
    name: "import", scopes: [.export, .importing],
    refuses: ["prices", "rates", "price-currency", "price-date"],
    operand: Operand(
      placeholder: "FORMAT",
      words: { ImportFormat.supportedByCommand.map(\.name) + Importer.builtIn.map(\.name) },
      mayBeLeftOut: true),
    ledgerPlaceholder: "FILE...", summary: "convert files of other programs to a ledger",
    description: """
      Finds the format of each file from its content, unless FORMAT names it. Files that overlap \
      count once. The ledger is checked, compared with the figures in the files, and written; or \
      added to a store with --store, where rows that it has already are left out. Exchange rates \
      that files lack come from a ledger with fx_rates, named beside them. \
      \(sentences(ImportFormat.supportedByCommand.map { ($0.name, $0.meaning) })) \
      These take one file, and stored cash and holdings that differ give a warning (W431). \
      \(sentences(Importer.formats.map { ($0.name, $0.meaning) })) \
      Rules for CSV: \(RuleSet.builtInNames.joined(separator: ", ")).
      """,
    examples: [
      Example("Two files of a broker as a ledger", "folio import 2023.csv 2024.csv -o ledger.json"),
      Example("Into a store", "folio import 2024.csv --store file:ledger.folio"),
      Example("A stock app's data as a ledger", "folio import simple app.json -o ledger.json"),
      Example("One user of a dump", "folio import postgres-dump dump.sql --user 42"),
    ]
  ) { try $0.importFiles($1) }

  static let rules = Command(
    name: "rules", scopes: [.about],
    operand: Operand(placeholder: "ACTION", words: { ["list", "show", "try"] }),
    words: .ledgers(atLeastOne: false), ledgerPlaceholder: "RULES",
    summary: "list, show or try the rules for CSV files",
    description: """
      'list' names the rules in the program. 'show RULES' prints a rule file, to be changed for \
      another program. 'try RULES FILE' shows each row of a CSV file, the rule that it meets, and \
      the legs that it makes. RULES is a name or a rule file.
      """,
    examples: [
      Example("Begin with the rules of a broker", "folio rules show degiro > my-broker.json"),
      Example("Try rules", "folio rules try my-broker.json statement.csv"),
    ]
  ) { try $0.rules($1) }

  static let leaderboard = Command(
    name: "leaderboard", scopes: [.leaderboard], ledgerPlaceholder: "FILE...",
    summary: "rank CoinFlip users by net worth",
    description: """
      Net worth, gain over the starting balance and rank of each user in dumps of CoinFlip's \
      tables as JSON. A coin without a price counts at its average buy price, with a warning.
      """,
    examples: [
      Example(
        "At CoinGecko's prices", "folio leaderboard coinflip.json --prices simple-price.json")
    ]
  ) { try $0.leaderboard($1) }

  static let completions = Command(
    name: "completions", scopes: [.about],
    operand: Operand(placeholder: "SHELL", words: { Shell.allCases.map(\.rawValue) }),
    words: .none, summary: "print a shell completion script",
    description: "Prints the completion script of a shell. The first lines say how to install it.",
    examples: [
      Example("Load it in this bash session", "source <(folio completions bash)"),
      Example(
        "Install it for fish",
        "folio completions fish > ~/.config/fish/completions/folio.fish"),
    ]
  ) { runner, invocation in
    let shell = invocation.operand.flatMap(Shell.init) ?? .bash
    try runner.show(CompletionScript.text(for: shell))
  }

  static let help = Command(
    name: "help", scopes: [.about],
    operand: Operand(
      placeholder: "COMMAND", words: { Command.all.map(\.name) }, isRequired: false),
    words: .none, summary: "describe a command and its flags",
    description: "Without a command: the list of commands.",
    examples: [Example("Describe a command", "folio help gains")]
  ) { runner, invocation in
    let command = invocation.operand.flatMap(Command.named)
    try runner.show(command.map(HelpText.of) ?? HelpText.program())
  }

  static let version = Command(
    name: "version", scopes: [.about], words: .none, summary: "print the version",
    description: "The same as 'folio --version'.",
    examples: [Example("Print the version", "folio version")]
  ) { runner, _ in try runner.printVersion() }
}

extension Command {
  /// One sentence for each name, such as `simple is the JSON of the flat stock app.`
  private static func sentences(_ meanings: [(name: String, meaning: String)]) -> String {
    meanings.map { "\($0.name) is \($0.meaning)." }.joined(separator: " ")
  }
}

/// The shells with a completion script.
enum Shell: String, Sendable, CaseIterable { case bash, zsh, fish }
