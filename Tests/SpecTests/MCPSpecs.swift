import Folio
import FolioQuery
import Foundation
import Testing

@testable import FolioCLI
@testable import FolioMCP
@testable import TestSupport

/// The transcripts under Specs/mcp: the command line, messages after `>`, and replies after `<`.
struct MCPSpecs {
  static var transcripts: [String] { SpecFiles.paths(in: "mcp", ending: ".txt") }

  private static let ofQueries = "mcp/queries.txt"

  @Test(arguments: transcripts.filter { LedgerQuery.isAvailable || $0 != ofQueries })
  func repliesAsWritten(_ path: String) throws {
    let text = String(decoding: try SpecFiles.bytes(path), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let command = try #require(lines.first { $0.hasPrefix("$ folio ") })
    let words = command.dropFirst(8).split(separator: " ").map(String.init)
    var files: [String: [UInt8]] = [:]
    for name in ["us.json", "uk.json", "ca.json"] {
      files[name] = try SpecFiles.bytes("what-if/\(name)")
    }
    // One message at a time, so that each reply is below its message.
    var shown = ""
    var input: [String] = []
    var count = 0
    for line in lines where !line.hasPrefix("< ") {
      shown += line + "\n"
      guard line.hasPrefix("> ") else { continue }
      input.append(String(line.dropFirst(2)))
      let session = CommandSession(files)
      session.input = Array((input.joined(separator: "\n") + "\n").utf8)
      session.run(words)
      #expect(session.status == 0 && session.errors.isEmpty, "\(session.errors)")
      #expect(session.written.isEmpty)
      let replies = session.output.split(separator: "\n")
      for reply in replies.dropFirst(count) { shown += "< \(reply)\n" }
      count = replies.count
    }
    #expect(count > 0)
    shown.removeLast()
    try Golden(path: path).expect(shown)
  }

  /// A report takes the same arguments as a command and as a tool, and the same words of a choice.
  @Test(arguments: ReportKind.all.map(\.name) + ["what-if"])
  func argumentsOfToolsAreFlags(_ name: String) throws {
    let command = try #require(Command.named(name))
    let toolName = String(name.map { $0 == "-" ? "_" : $0 })
    let tool = try #require(MCPTool.all.first { $0.name == toolName })
    let others = [
      "symbols": "symbol", "accounts": "account", "account": "broker", "side": "sell",
      "symbol": "sell",
    ]
    var known: Set = ["limit", "offset"]
    for parameter in tool.own where !known.contains(parameter.name) {
      let flagName = others[parameter.name] ?? String(parameter.name.map { $0 == "_" ? "-" : $0 })
      let flag = try #require(command.flags.first { $0.name == flagName }, "\(flagName)")
      known.insert(flag.name)
      guard case .choice(let words) = parameter.kind, flagName != "sell" else { continue }
      #expect(flag.argument.choices == words, "\(flagName)")
    }
    // Flags of the command alone. A report on a day has `as_of` as the only day of its tool.
    var ofCommand: Set = ["exclude-pending", "cash-method", "buy", "harvest"]
    if command.report?.options.contains(.period) == false { ofCommand.insert("to") }
    let topics: Set<Flag.Topic> = [.period, .booking, .returns, .rows, .supposed]
    for flag in command.flags where topics.contains(flag.topic) && !known.contains(flag.name) {
      #expect(ofCommand.contains(flag.name), "\(flag.name)")
    }
  }

  @Test func everyFileIsRead() throws {
    #expect(Self.transcripts.count == 5 && Self.transcripts.contains(Self.ofQueries))
    let all = SpecFiles.paths(in: "mcp", ending: "")
    #expect(all == (Self.transcripts + ["mcp/README.md"]).sorted())
  }

  @Test(.enabled(if: !LedgerQuery.isAvailable))
  func withoutSQLiteTheToolSaysHowToBuildIt() throws {
    let session = CommandSession(["us.json": try SpecFiles.bytes("what-if/us.json")])
    let lines = String(decoding: try SpecFiles.bytes(Self.ofQueries), as: UTF8.self)
      .split(separator: "\n").filter { $0.hasPrefix("> ") }.map { $0.dropFirst(2) }
    session.input = Array(lines.joined(separator: "\n").utf8)
    session.run(["mcp", "us.json"])
    let replies = session.output.split(separator: "\n")
    #expect(replies.count == lines.count && replies.count > 2)
    #expect(replies[1].contains("swift build --traits SQLite"))
    #expect(replies[1].contains(#""isError": true"#))
  }

  @Test(arguments: [
    (["mcp", "-"], "'-' is no ledger here"), (["mcp", "us.json", "us.json"], "given twice"),
    (["mcp", "us.json", "--output", "x"], "--output"), (["mcp"], "needs"),
  ])
  func refusesCommandLines(_ arguments: [String], _ message: String) {
    let session = CommandSession(["us.json": []])
    session.run(arguments)
    #expect(session.status == 2 && session.errors.contains(message), "\(session.errors)")
  }
}
