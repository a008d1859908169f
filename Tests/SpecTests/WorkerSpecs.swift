import Folio
import Testing

@testable import FolioCLI
@testable import TestSupport

/// `--each line` as a worker of a cluster: names that pass through, faults that are data, several
/// reports, and flags that do not fit.
struct WorkerSpecs {
  private static let empty = "{\"settings\": {\"base_currency\": \"USD\"}}"

  private static func joined(_ name: String) throws -> String {
    let text = String(decoding: try SpecFiles.bytes("../Examples/ledgers/\(name)"), as: UTF8.self)
    return text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
  }

  private static func session(_ lines: String...) -> CommandSession {
    CommandSession(["many.ndjson": Array(lines.joined(separator: "\n").utf8)])
  }

  private static func lines(_ session: CommandSession) -> [Substring] {
    session.output.split(separator: "\n")
  }

  @Test(arguments: [ReportFormat.json, .csv, .table])
  func anEnvelopeNamesThePortfolio(_ format: ReportFormat) async throws {
    let paper = try Self.joined("paper.json")
    let session = Self.session(
      paper, "{\"portfolio\": \"u-17\", \"ledger\": \(paper)}",
      " { \"ledger\" : \(paper) , \"portfolio\": 42 } ")
    await session.run(
      ["cash", "--each", "line", "-f", format.rawValue, "many.ndjson"], tasks: 2)
    #expect(session.status == 0 && session.errors.isEmpty)
    let parts = session.output.replacing("u-17", with: "many.ndjson:1")
      .replacing("\"42\"", with: "\"many.ndjson:1\"").replacing("\n42", with: "\nmany.ndjson:1")
      .replacing("\r\n42", with: "\r\nmany.ndjson:1")
    let alone = Self.session(paper, paper, paper)
    await alone.run(["cash", "--each", "line", "-f", format.rawValue, "many.ndjson"], tasks: 2)
    let expected = alone.output.replacing("ndjson:2", with: "ndjson:1")
      .replacing("ndjson:3", with: "ndjson:1")
    #expect(parts == expected)
    #expect(session.output != alone.output)
  }

  @Test func faultsInAnEnvelopeHaveTheirPlacesInTheFile() async throws {
    let session = Self.session(
      "{\"portfolio\": \"é\", \"ledger\": {\"settings\": 7}}",
      "{\"ledger\": {\"settings\": 7}, \"portfolio\": \"b\"}",
      "{\"ledger\": {\"settings\": tru}, \"portfolio\": \"c\"}",
      "{\"portfolio\": \"d\", \"ledger\": {\"settings\": {}}")
    await session.run(["cash", "--each", "line", "-f", "json", "many.ndjson"], tasks: 2)
    #expect(session.status == 1)
    let found = Self.lines(session).map { line in
      line.prefix { $0 != "," } + " " + line.suffix(26)
    }
    #expect(
      found == [
        "{\"portfolio\": \"é\" \"line\": 1, \"column\": 43}]}",
        "{\"portfolio\": \"b\" \"line\": 2, \"column\": 25}]}",
        "{\"portfolio\": \"many.ndjson:3\" \"line\": 3, \"column\": 25}]}",
        "{\"portfolio\": \"d\" \"line\": 4, \"column\": 46}]}",
      ])
    #expect(session.errors.contains("  {\"portfolio\": \"é\", \"ledger\": {\"settings\": 7}}\n"))
  }

  @Test(arguments: [
    ("{\"portfolio\": 1.5, \"ledger\": {}}", 15, "neither text nor a whole number"),
    ("{\"portfolio\": null, \"ledger\": {}}", 15, "neither text nor a whole number"),
    ("{\"portfolio\": \"\", \"ledger\": {}}", 15, "is empty"),
    ("{\"portfolio\": \"a\"}", 18, "and no others"),
    ("{\"ledger\": {}}", 14, "and no others"),
    ("{\"ledger\": {}, \"portfolio\": \"a\", \"x\": 1}", 34, "and no others"),
  ])
  func anEnvelopeThatCannotBeOpenedIsAFault(
    _ line: String, _ column: Int, _ words: String
  ) async throws {
    let session = Self.session(line, Self.empty)
    await session.run(["cash", "--each", "line", "-f", "json", "many.ndjson"], tasks: 1)
    #expect(session.status == 1)
    #expect(session.errors.contains("folio: many.ndjson:1:\(column): "), "\(session.errors)")
    #expect(session.errors.contains(words))
    #expect(Self.lines(session).count == 2)
  }

  @Test func aNameIsNeverAFileOrAStore() async throws {
    let session = Self.session(
      "{\"portfolio\": \"memory:secret\", \"ledger\": \(Self.empty)}",
      "{\"portfolio\": \"-\", \"ledger\": \(Self.empty)}")
    session.run(["init", "memory:secret"])
    await session.run(["cash", "--each", "line", "-f", "json", "many.ndjson"], tasks: 1)
    #expect(session.status == 0)
    #expect(session.output.hasPrefix("{\"portfolio\": \"memory:secret\", \"report\""))
  }

  @Test func inlineFaultsAreDataAndNoFailure() async throws {
    let session = Self.session(Self.empty, "{\"settings\": 7}", "{]", Self.empty)
    let flags = ["cash", "--each", "line", "-f", "json", "many.ndjson"]
    await session.run(flags, tasks: 2)
    #expect(session.status == 1)
    let output = session.output
    await session.run(flags + ["--faults", "inline"], tasks: 2)
    #expect(session.status == 0)
    #expect(session.output == output)
    #expect(session.errors == "folio: 2 of 4 portfolios failed\n")
    await session.run(flags + ["--faults", "inline", "--quiet"], tasks: 2)
    #expect(session.status == 0 && session.errors.isEmpty && session.output == output)
    // The worker itself fails.
    await session.run(flags + ["--faults", "inline", "none.ndjson"], tasks: 2)
    #expect(session.status == 3)
  }

  @Test(arguments: [
    (["--faults", "inline"], "folio: --faults inline needs the format of lines of JSON."),
    (["--reports", "cash"], "folio: --reports needs the format of lines of JSON."),
    (["--key", "user_id"], "folio: --key needs --each key."),
    (["-f", "json", "--reports", "cash", "--where", "balance > 0"], "folio: --where is for one"),
    (["-f", "json", "--reports", "cash,balance-sheet", "-a", "x"], "folio: 'balance-sheet' takes"),
    (["-f", "json", "--reports", "cash,csh"], "folio: --reports: there is no report 'csh'."),
    (["-f", "json", "--reports", "cash,cash"], "folio: --reports: 'cash' is given twice."),
    (["--jobs", "0"], "folio: --jobs: '0' is not a number of jobs. Write 1 to 1024."),
    (["--max-groups", "x"], "folio: --max-groups: 'x' is not a number of groups."),
  ])
  func flagsThatDoNotFitAreRefused(_ flags: [String], _ message: String) async throws {
    let session = Self.session(Self.empty)
    await session.run(["lots", "--each", "line", "many.ndjson"] + flags, tasks: 1)
    #expect(session.status == 2)
    #expect(session.errors.hasPrefix(message), "\(session.errors)")
    #expect(session.output.isEmpty)
  }

  @Test func flagsOfManyPortfoliosNeedThem() async throws {
    let session = Self.session(Self.empty)
    for flags in [["--faults", "inline"], ["--reports", "cash"], ["--max-bytes", "7"]] {
      await session.run(["lots", "-f", "json", "many.ndjson"] + flags, tasks: 1)
      #expect(session.status == 2)
      #expect(session.errors.contains("is for many portfolios. Give --each too"))
    }
    await session.run(["lots", "--each", "key", "many.ndjson"], tasks: 1)
    #expect(session.errors.hasPrefix("folio: --each key needs --key"))
    await session.run(["lots", "--each", "file", "--max-bytes", "7", "many.ndjson"], tasks: 1)
    #expect(session.errors.hasPrefix("folio: --max-bytes is for --each line and --each key."))
  }

  @Test func theVariableGivesJobsUnlessTheFlagDoes() async throws {
    let session = Self.session(Self.empty)
    session.jobs = "many"
    await session.run(["cash", "--each", "line", "many.ndjson"], tasks: 4)
    #expect(session.status == 2)
    #expect(session.errors.hasPrefix("folio: FOLIO_JOBS: 'many' is not a number of jobs."))
    await session.run(["cash", "--each", "line", "--jobs", "1", "many.ndjson"], tasks: 4)
    #expect(session.status == 0)
    // Commands without the flag do not read it.
    await session.run(["export", "folio-json", "many.ndjson"], tasks: 4)
    #expect(session.status == 0)
    session.jobs = "3"
    await session.run(["cash", "--each", "line", "many.ndjson"], tasks: 4)
    #expect(session.status == 0)
  }

  @Test func eachOfSeveralReportsHasTheBytesThatItHasAlone() async throws {
    let lines = try ["paper.json", "story.json", "five-years.json"].map {
      "{\"portfolio\": \"\($0)\", \"ledger\": \(try Self.joined($0))}"
    }
    let session = CommandSession(["many.ndjson": Array(lines.joined(separator: "\n").utf8)])
    let names = ReportKind.all.filter { !$0.needsTaxRules }.map(\.name)
    let flags = ["--trade-prices", "--each", "line", "-f", "json", "many.ndjson"]
    await session.run(["pnl", "--reports", names.joined(separator: ",")] + flags, tasks: 2)
    #expect(session.status == 0, "\(session.errors)")
    var expected = ["paper.json", "story.json", "five-years.json"].map {
      "{\"portfolio\": \"\($0)\", \"reports\": {"
    }
    let together = Self.lines(session).map(String.init)
    for (number, name) in names.enumerated() {
      let takes = Command.named(name).map { command in
        Flag.named("trade-prices").map(command.takes) ?? false
      }
      let own = takes == true ? flags : Array(flags.dropFirst())
      await session.run([name] + own, tasks: 2)
      for (line, text) in Self.lines(session).enumerated() {
        let report = text.drop { $0 != "," }.dropFirst(", \"report\": ".count).dropLast()
        expected[line] += "\(number == 0 ? "" : ", ")\"\(name)\": \(report)"
      }
    }
    #expect(together == expected.map { $0 + "}}" })
  }

  @Test func aReportWithoutItsTaxRulesFailsThePortfolio() async throws {
    let session = Self.session(Self.empty)
    let flags = ["cash", "--each", "line", "-f", "json", "many.ndjson"]
    await session.run(flags + ["--reports", "cash,tax-form"], tasks: 1)
    #expect(session.status == 1)
    #expect(session.output.contains("\"faults\": [{\"code\": null"))
  }
}
