extension Command {
  /// The commands for one purpose, under a heading of the help.
  struct Task: Sendable {
    let heading: String
    let commands: [Command]
  }

  /// All commands by task. A command that no task names is under the last heading.
  static let tasks: [Task] = {
    let named = taskNames.map { heading, names in
      Task(heading: heading, commands: names.compactMap(Command.named))
    }
    let known = Set(named.flatMap(\.commands))
    return named + [Task(heading: "Other commands", commands: all.filter { !known.contains($0) })]
  }()

  private static let taskNames: KeyValuePairs = [
    "Begin": ["start"],
    "Keep a ledger in a store": [
      "init", "add", "edit", "settle", "void", "delete", "undelete", "log", "sync",
    ],
    "Share it through a server": ["login", "whoami", "logout"],
    "What you have": ["holdings", "lots", "cash", "positions"],
    "What happened": ["register", "journal", "explain", "query"],
    "How it went": ["report", "performance", "drawdowns", "pnl", "gains", "income"],
    "What would happen": ["what-if"],
    "Statements and taxes": [
      "balance-sheet", "income-statement", "trial-balance", "tax-form", "tax-return", "tax-facts",
      "tax-differences",
    ],
    "Prices and rates": ["prices", "rates", "sources"],
    "Check and convert ledgers": ["check", "import", "rules", "export", "schema", "snapshot"],
  ]
}
