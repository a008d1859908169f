extension Command {
  /// The commands that move ledgers, and those that are about the program.
  static let tools = [export, completions, help, version]

  private static let export = Command(
    name: .export, scopes: [.export, .salvage],
    operand: Operand(placeholder: "FORMAT", choices: ["folio-json", "folio-ndjson"]),
    summary: "write the ledger in another format",
    description: """
      Reads the ledgers as one and writes them out. folio-json is one JSON object; folio-ndjson \
      is the same with one group a line, for long ledgers.
      """,
    examples: [
      Example(
        "Two files become one",
        "folio export folio-json 2023.json 2024.json --output all.json")
    ])

  private static let completions = Command(
    name: .completions, scopes: [.about],
    operand: Operand(placeholder: "SHELL", choices: Shell.allCases.map(\.rawValue)),
    words: .none, summary: "a script that completes commands and flags",
    description: "Prints the script for a shell; how to install it stands in its first lines.",
    examples: [
      Example("For this bash session", "source <(folio completions bash)"),
      Example(
        "For fish, for good",
        "folio completions fish > ~/.config/fish/completions/folio.fish"),
    ])

  private static let help = Command(
    name: .help, scopes: [.about],
    operand: Operand(
      placeholder: "COMMAND", choices: Command.Name.allCases.map(\.rawValue), isRequired: false),
    words: .none, summary: "what a command does and which flags it takes",
    description: "Without a command: the list of commands.",
    examples: [Example("All about one command", "folio help gains")])

  private static let version = Command(
    name: .version, scopes: [.about], words: .none, summary: "the version of the program",
    description: "The same as 'folio --version'.",
    examples: [Example("Which version is this?", "folio version")])
}

/// The shells that completions can be made for.
enum Shell: String, Sendable, CaseIterable { case bash, zsh, fish }
