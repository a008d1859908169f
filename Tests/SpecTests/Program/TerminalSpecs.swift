import Folio
import FolioQuery
import Foundation
import Testing

@testable import FolioCLI
@testable import TestSupport

/// Every command and message on a terminal, with ids, names, paths and notes that try to steer it
/// and to forge lines.
struct TerminalSpecs {
  /// What stands in every text of the ledger, and in the names of files.
  static let hostile =
    "x\u{1B}]52;c;Zm9y\u{7}\u{1B}[31m\u{1B}[2J\u{9B}2J\r\nFORGED: added safe\u{2028}FORGED"
    + "\u{85}FORGED\u{202E}\u{2066}\u{7F}\u{0B}FORGED\tz"

  private static func program() throws -> Program {
    let program = try Program()
    try HostileLedger(hostile).write(in: program)
    return program
  }

  private static let formats = ReportFormat.allCases.map(\.rawValue)

  /// The lines of a command that show everything it has to say.
  private static func lines(of command: Command, in formats: [String]) -> [[String]] {
    let name = command.name
    // The rules of the ledger have no return.
    if name == "tax-return" { return [] }
    if let report = command.report {
      let prices = report.options.contains(.prices) ? ["--trade-prices"] : []
      let rules = report.needsTaxRules ? ["--tax-rules", "us"] : []
      return formats.map { [name, "l.json", "--format", $0] + prices + rules }
    }
    switch command {
    case .explain:
      return formats.flatMap { format in
        [hostile, "\(hostile)1"].map { [name, $0, "l.json", "--format", format] }
      }
    case .page: return [[name, "l.json"]]
    case .whatIf: return formats.map { [name, "l.json", "--harvest", "--format", $0] }
    case .query where LedgerQuery.isAvailable:
      return formats.map { [name, "l.json", "SELECT * FROM legs", "--format", $0] }
    // Without SQLite there is no query; 'mcp' serves a program: Tests/MCP.
    case .query, .mcp: return []
    case .check: return [[name, "l.json", "--strict"], [name, "bad\(hostile)"]]
    case .export:
      return ["folio-json", "folio-ndjson", "simple"].map { [name, $0, "l.json"] }
    case .snapshot: return [[name, "l.json", "--as-of", "2024"]]
    case .importing: return [[name, "simple", "app.json"], [name, "simple", "bad\(hostile)"]]
    case .leaderboard: return formats.map { [name, "coins.json", "--format", $0] }
    case .initialize: return [[name, "file:s\(hostile)", "l.json"], [name, "file:t\(hostile)"]]
    case .add: return [[name, "file:s\(hostile)", "more.json"]]
    case .edit: return [[name, "file:s\(hostile)", "mended.json"]]
    case .settle: return [[name, "file:s\(hostile)", "\(hostile)2"]]
    case .void: return [[name, "file:s\(hostile)", "\(hostile)4"]]
    case .delete, .undelete: return [[name, "file:s\(hostile)", "\(hostile)new"]]
    case .log:
      return formats.map { [name, "file:s\(hostile)", "--deleted", "--format", $0] }
    case .sync: return [[name, "file:s\(hostile)", "file:t\(hostile)"]]
    // These need a server: Tests/RestStore.
    case .login, .whoami, .logout: return []
    // These need a network: Tests/Sources.
    case .start, .prices, .rates: return []
    case .sources: return [[name, "list"], [name, "show", "ecb"]]
    case .rules: return [[name, "list"], [name, "show", "degiro"]]
    case .schema: return SchemaTarget.allCases.map { [name, "gains", "--for", $0.rawValue] }
    case .completions: return Shell.allCases.map { [name, $0.rawValue] }
    default: return [[name]]
    }
  }

  @Test("every command in every format", arguments: [false, true])
  func commands(color: Bool) throws {
    let program = try Self.program()
    program.environment = color ? [:] : ["NO_COLOR": [0x31]]
    let formats = TestScale.some(Self.formats, every: 2, from: color ? 0 : 1)
    // Stores are made before they are changed.
    for command in Command.all.sorted(by: { first, _ in first == .initialize }) {
      for line in Self.lines(of: command, in: formats) {
        let answer = try program.run(line.map { Array($0.utf8) }, on: .terminal)
        let isBad = line.contains { $0.hasPrefix("bad") }
        #expect(answer.status == (isBad ? 1 : 0), "\(line): \(answer.text)")
        Self.expectTame(answer, line, color: color)
        #expect(!answer.output.isEmpty || command == .check, "\(line)")
      }
    }
  }

  @Test("the versions that a sync replaces")
  func sync() throws {
    let program = try Self.program()
    let stores = ["file:s\(Self.hostile)", "file:t\(Self.hostile)"]
    for store in stores { #expect(try program.run("init", store, "l.json").status == 0) }
    #expect(try program.run("sync", stores[0], stores[1]).status == 0)
    for store in stores { #expect(try program.run("edit", store, "mended.json").status == 0) }
    let answer = try program.run("sync", stores[0], stores[1], on: .terminal)
    #expect(answer.text.contains("was replaced by a later version"), "\(answer.text)")
    Self.expectTame(answer, ["sync"], color: true)
  }

  @Test("many portfolios, with names and faults that are hostile")
  func portfolios() throws {
    let program = try Self.program()
    for format in ["table", "csv", "json"] {
      for line in [["--each", "file", "each\(Self.hostile)"], ["--each", "line", "lines"]] {
        let words = ["gains"] + line + ["--format", format]
        let answer = try program.run(words.map { Array($0.utf8) }, on: .terminal)
        #expect(answer.status == 1, "\(answer.text)")
        Self.expectTame(answer, words, color: true)
      }
    }
  }

  private static let mistakes = [
    "H", "--H", "holdings --H l.json", "holdings --from H l.json", "holdings -f H l.json",
    "holdings -b H l.json", "holdings --max-price-age H l.json", "holdings -u H",
    "holdings --tax-year H l.json", "holdings --quiet=H l.json", "holdings -u H -u H l.json",
    "export H l.json", "completions H", "help H", "version H", "holdings H", "holdings H H",
    "holdings -s H? l.json", "holdings -a H? l.json", "holdings -u H l.json", "explain H? l.json",
    "performance l.json --benchmark H?", "holdings -o H H", "holdings l.json -o ./H/H",
    "holdings l.json -o eachH/H.json --each file eachH", "holdings eachH", "snapshot --H",
    "holdings l.json --prices H", "holdings l.json --prices badH", "holdings l.json --rates badH",
    "import simple H", "import coinflip badH", "import postgres-dump badH", "leaderboard badH",
    "log H", "log file:H", "log file:badH", "log H://H", "init file:badH", "init file:H/H",
    "add file:H --deposit 5", "add file:badH --deposit H", "add file:x --deposit 5 H",
    "add file:x --buy H --quantity 1", "edit file:H H", "void file:H H", "undelete file:H H",
    "sync file:H file:H",
    "sync file:H file:./H", "sync file:H H", "export folio-ndjson --salvage file:badH",
    "check --each line H", "check --each line badH", "login H", "whoami H", "logout https://H",
    "login http://H --anonymous", "login https://localhost --email H",
  ]

  @Test("every mistake in a command line", arguments: mistakes)
  func mistake(_ line: String) throws {
    let program = try Self.program()
    let words = line.split(separator: " ").map {
      $0.replacingOccurrences(of: "H", with: Self.hostile)
    }
    let answer = try program.run(words.map { Array($0.utf8) }, on: .terminal)
    #expect([1, 2, 3].contains(answer.status ?? -1), "\(line): \(answer.text)")
    #expect(!answer.output.isEmpty, "\(line)")
    Self.expectTame(answer, words, color: true)
  }

  @Test("mistakes in a store, and in the environment")
  func stores() throws {
    let program = try Self.program()
    let store = "file:s\(Self.hostile)"
    #expect(try program.run("init", store, "l.json").status == 0)
    for words in [
      ["init", store], ["add", store, "l.json"], ["void", store, "no\(Self.hostile)"],
      ["add", store, "--deposit", "5", "--cash", Self.hostile], ["add", store, "--deposit", "5"],
      ["add", store, "--buy", "\(Self.hostile)?", "--quantity", "1", "--price", "1"],
      ["edit", store, "l.json"], ["settle", store, Self.hostile],
      ["add", store, "bad\(Self.hostile)"],
    ] {
      let answer = try program.run(words.map { Array($0.utf8) }, on: .terminal)
      #expect(answer.status != 0)
      Self.expectTame(answer, words, color: true)
    }
    for setting in [Self.hostile, "file:\(Self.hostile)", store, "https://\(Self.hostile)"] {
      for variable in ["FOLIO_STORE", "FOLIO_REMOTE", "FOLIO_CONFIG"] {
        program.environment = [variable: Array(setting.utf8)]
        for words in [["holdings"], ["sync", store], ["log", "--limit", "1"]] {
          let answer = try program.run(words.map { Array($0.utf8) }, on: .terminal)
          Self.expectTame(answer, [variable, setting] + words, color: true)
        }
      }
    }
  }

  @Test("a file that is a terminal is one, and a pipe gets the bytes as they are")
  func files() throws {
    let program = try Self.program()
    for format in Self.formats {
      let words = ["journal", "l.json", "--format", format, "--output"]
      for path in ["/dev/stdout", "/dev/stderr", "/dev/fd/1"] {
        let answer = try program.run((words + [path]).map { Array($0.utf8) }, on: .terminal)
        #expect(answer.status == 0)
        Self.expectTame(answer, words + [path], color: true)
      }
      let shown = try program.run(
        ["journal", "l.json", "--format", format, "--output"].map { Array($0.utf8) },
        on: .terminal, shell: "exec \"$@\" \"$(tty <&2)\"")
      #expect(shown.status == 0 && !shown.output.isEmpty, "\(shown)")
      Self.expectTame(shown, words + ["a terminal"], color: true)
    }
    let exact = try program.run("journal", "l.json", "--format", "csv").text
    #expect(exact.contains("\u{1B}]52;c;Zm9y\u{7}") && exact.contains("\u{9B}2J\r\nFORGED"))
  }

  /// Expects that nothing on the screen steers the terminal but Folio's own colours, and that no
  /// line begins with what a hostile text wants to begin one.
  private static func expectTame(_ answer: Program.Answer, _ line: [String], color: Bool) {
    #expect(String(validating: answer.output, as: UTF8.self) != nil, "\(line)")
    let styles = color ? ["[0m", "[1m", "[31m", "[32m", "[33m"] : []
    var scalars = String(decoding: answer.output, as: UTF8.self).unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      let rest = String(scalars.prefix(4))
      let isLayout =
        scalar == "\n" || scalar == "\t" || scalar == "\r" && scalars.first == "\n"
        || scalar == "\u{1B}" && styles.contains { rest.hasPrefix($0) }
      let steers =
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        || (0x2028...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
      if steers && !isLayout {
        Issue.record(
          "\(line): U+\(String(scalar.value, radix: 16)) before \(rest.debugDescription)")
        return
      }
    }
    let forged = answer.text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("FORGED") }
    #expect(forged.isEmpty, "\(line)")
  }
}
