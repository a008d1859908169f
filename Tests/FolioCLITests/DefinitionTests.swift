import FolioReports
import Testing

@testable import FolioCLI

struct DefinitionTests {
  @Test func `every command has one definition`() {
    let names = Command.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Set(names).isSuperset(of: ReportKind.all.map(\.name)))
  }

  @Test(arguments: Command.all) func `no two flags of a command share a name`(command: Command) {
    let names = command.flags.map(\.name) + command.flags.compactMap { $0.short.map(String.init) }
    #expect(Set(names).count == names.count)
  }

  @Test func `only the first of flags with one name has a short form`() {
    for flag in Flag.all where flag.hasNamesakes && !flag.isFirstOfItsName {
      #expect(flag.short == nil, "\(flag.name)")
    }
  }

  @Test(arguments: Command.all) func `the examples of a command are read`(command: Command) throws {
    #expect(!command.examples.isEmpty)
    for example in command.examples {
      let words = try #require(Self.arguments(in: example.line), "\(example.line)")
      #expect(try parse(words).command == command, "\(example.line)")
    }
  }

  /// The words after `folio`, as far as they are its own.
  private static func arguments(in line: String) -> [String]? {
    let words = line.split { " ()<".contains($0) }.map(String.init)
    guard let start = words.firstIndex(of: "folio") else { return nil }
    return Array(words[(start + 1)...].prefix { $0 != ">" && $0 != "|" })
  }

  @Test(arguments: Flag.all) func `the example of a flag is read`(flag: Flag) throws {
    let example = flag.example.split(separator: " ").map(String.init)
    #expect(example.first == flag.dashed)
    #expect(example.count == (flag.argument == .none ? 1 : 2))
    for command in Command.all where command.takes(flag) {
      let isRequired = command.operand?.isRequired ?? false
      let isStore = command.operand?.placeholder == "STORE"
      // The first format of an export takes no flags of reports.
      let isAnalysis = command == .export && flag.scopes.contains(.analysis)
      let operand =
        isAnalysis && !flag.scopes.contains(.export)
        ? "xlsx"
        : isRequired ? command.operand?.choices.first ?? (isStore ? "file:l.folio" : "name") : nil
      let words = [command.name] + (operand.map { [$0] } ?? [])
      let needed = command.flags.first { $0.name == command.needs && $0.name != flag.name }
      let more = needed.map { $0.example.split(separator: " ").map(String.init) } ?? []
      let others = more + Self.others(of: command, beside: flag)
      let expected = flag.name == "help" ? .help : command
      #expect(try parse(words + example + others).command == expected)
    }
  }

  /// What else a supposed trade needs.
  private static func othersOfTrade(beside flag: Flag) -> [String] {
    let rates = ["rate-short", "rate-long"]
    let rest = rates.filter { $0 != flag.name }.flatMap { ["--" + $0, "0.2"] }
    switch flag.topic == .supposed ? flag.name : "" {
    case "harvest": return []
    case "sell", "buy": return ["--quantity", "1"]
    case "quantity": return ["--sell", "A"]
    case "goal", "rate-short", "rate-long": return ["--sell", "A", "--quantity", "1"] + rest
    default: return ["--sell", "A", "--quantity", "1"]
    }
  }

  /// What else has to stand on a line with a flag.
  private static func others(of command: Command, beside flag: Flag) -> [String] {
    if command == .whatIf { return ["ledger.json"] + othersOfTrade(beside: flag) }
    guard command == .add, flag.topic == .entry || flag.topic == .newRows else {
      switch command.words {
      case .none: return []
      case .ledgers: return ["ledger.json"]
      case .store: return ["memory:other"]
      case .groupIDs: return ["g1"]
      }
    }
    switch flag.name {
    case "deposit", "withdraw", "interest", "fee", "tax", "exchange", "split": return []
    case "account", "instrument", "rate", "balance": return []
    case "price-file", "rate-file", "drop-price-file", "drop-rate-file": return []
    case "transfer": return ["--from", "a", "--to", "b"]
    case "from", "to": return ["--exchange", "1EUR=2USD"]
    case "broker": return ["--buy", "X", "--quantity", "1", "--price", "1"]
    case "dividend": return ["--gross", "1"]
    case "buy", "sell": return ["--quantity", "1", "--price", "1"]
    case "quantity": return ["--buy", "X", "--price", "1"]
    case "price", "gross": return ["--buy", "X", "--quantity", "1"]
    case "fees", "taxes", "settles": return ["--buy", "X", "--quantity", "1", "--price", "1"]
    case "for": return ["--fee", "1"]
    default: return ["--deposit", "1"]
    }
  }

  @Test func `every word that is offered is accepted`() throws {
    for flag in Flag.all {
      for word in flag.argument.choices {
        var options = Options()
        try flag.store(word, &options)
      }
      guard !flag.argument.choices.isEmpty else { continue }
      var options = Options()
      #expect(throws: UsageError.self) { try flag.store("no such word", &options) }
    }
  }

  @Test func `summaries are one line without a full stop`() {
    for summary in Flag.all.map(\.summary) + Command.all.map(\.summary) {
      #expect(!summary.hasSuffix(".") && !summary.contains("\n") && summary.count <= 60)
    }
  }
}
