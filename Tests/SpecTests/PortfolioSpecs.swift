import Folio
import Testing

@testable import FolioCLI
@testable import TestSupport

/// Many portfolios on one command line: in order, each for itself, and as if it were alone.
struct PortfolioSpecs {
  private static let names = ["five-years.json", "five-years.ndjson", "paper.json", "story.json"]

  private static func ledgers() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in names + ["faulty.json"] {
      files["all/" + name] = try SpecFiles.bytes("../Examples/ledgers/\(name)")
    }
    return files
  }

  private static let order = ["faulty.json"] + names
  private static let reports = [
    ["holdings"], ["lots"], ["gains"], ["cash"], ["income"], ["journal"], ["trial-balance"],
    ["positions", "--trade-prices"], ["performance", "--trade-prices"],
    ["pnl", "--trade-prices"], ["balance-sheet", "--trade-prices"], ["income-statement"],
    ["tax-form", "--tax-rules", "us", "--base", "USD"],
  ]

  /// The same on one line.
  private static func joined(_ json: String) -> String {
    var line = ""
    for part in json.split(separator: "\n") {
      line += (line.hasSuffix(",") ? " " : "") + part.drop { $0 == " " }
    }
    return line
  }

  @Test(arguments: reports)
  func eachHasTheBytesThatItHasAlone(_ report: [String]) async throws {
    let session = CommandSession(try Self.ledgers())
    var expected: [ReportFormat: String] = [:]
    var faults = ""
    for name in Self.order.map({ "all/" + $0 }) {
      for format in [ReportFormat.table, .csv, .json] {
        session.run(report + ["--format", format.rawValue, "--quiet", name])
        #expect((session.status == 0) == (name != "all/faulty.json"), "\(session.errors)")
        if session.status != 0 { faults = session.errors }
        guard session.status == 0 else { continue }
        switch format {
        case .json:
          let start = "{\"portfolio\": \"\(name)\", \"report\": "
          expected[.json, default: ""] += start + Self.joined(session.output) + "}\n"
        case .csv:
          let lines = session.output.split(separator: "\r\n")
          let head = expected[.csv] == nil ? "portfolio,\(lines[0])\r\n" : ""
          expected[.csv, default: ""] += head
          expected[.csv]? += lines.dropFirst().map { "\(name),\($0)\r\n" }.joined()
        default:
          let gap = expected[.table] == nil ? "" : "\n"
          expected[.table, default: ""] += "\(gap)\(name)\n\n\(session.output)"
        }
      }
    }
    for (format, text) in expected {
      let arguments = report + ["--each", "file", "--format", format.rawValue, "--quiet", "all"]
      for tasks in TestScale.isFull ? [1, 2, 7] : [3] {
        await session.run(arguments, tasks: tasks)
        #expect(session.status == 1)
        var output = session.output
        if format == .json {
          #expect(output.hasPrefix("{\"portfolio\": \"all/faulty.json\", \"faults\": [{\"code\""))
          output = String(output.drop { $0 != "\n" }.dropFirst())
        }
        #expect(output == text, "\(report), \(format), \(tasks) tasks")
        #expect(
          session.errors == "all/faulty.json:\n\(faults)folio: 1 of 5 portfolios failed\n")
      }
    }
  }

  @Test func linesAreReportedLikeFiles() async throws {
    var files = try Self.ledgers()
    let paper = Self.joined(
      String(decoding: try #require(files["all/paper.json"]), as: UTF8.self))
    files["many.ndjson"] = Array("\(paper)\n\n{\"settings\": 7}\r\n{]\n\(paper)".utf8)
    let session = CommandSession(files)
    session.run(["holdings", "--format", "json", "all/paper.json"])
    let alone = Self.joined(session.output)
    await session.run(["holdings", "-f", "json", "--each", "line", "many.ndjson"], tasks: 3)
    let lines = session.output.split(separator: "\n")
    #expect(session.status == 1)
    #expect(lines.count == 4)
    #expect(lines.first == "{\"portfolio\": \"many.ndjson:1\", \"report\": \(alone)}")
    #expect(lines.last == "{\"portfolio\": \"many.ndjson:5\", \"report\": \(alone)}")
    #expect(
      lines[1].hasPrefix("{\"portfolio\": \"many.ndjson:3\", \"faults\": [{\"code\": \"F110\""))
    #expect(lines[2].contains("\"file\": \"many.ndjson\", \"line\": 4, \"column\": 2}"))
    #expect(session.errors.contains("many.ndjson:3:\nmany.ndjson:3:14: error: "))
    #expect(session.errors.hasSuffix("folio: 2 of 4 portfolios failed\n"))
  }

  @Test func oneLedgerIsNotTakenForMany() async throws {
    let session = CommandSession(try Self.ledgers())
    await session.run(["holdings", "--each", "line", "all/five-years.ndjson"], tasks: 2)
    #expect(session.status == 2)
    #expect(session.output.isEmpty)
    #expect(session.errors.hasPrefix("folio: all/five-years.ndjson:2: the line is a group"))
    await session.run(["holdings", "--each", "line", "all/five-years.json"], tasks: 2)
    #expect(session.status == 2)
    #expect(session.errors.hasPrefix("folio: all/five-years.json: a ledger goes over many lines"))
  }

  @Test func aFileThatIsMissingFailsAlone() async throws {
    let session = CommandSession(try Self.ledgers())
    let files = ["all/paper.json", "none.json", "all/story.json"]
    await session.run(["cash", "--format", "json", "--each", "file"] + files, tasks: 2)
    #expect(session.status == 1)
    let fault =
      "{\"portfolio\": \"none.json\", \"faults\": [{\"code\": null, \"message\": \"none.json: "
      + "there is no such file; check the path\", \"file\": null, \"line\": null, \"column\": "
      + "null}]}"
    #expect(session.output.split(separator: "\n").count == 3)
    #expect(session.output.split(separator: "\n")[1] == fault)
  }

  @Test func aStoreIsOnePortfolio() async throws {
    let session = CommandSession(try Self.ledgers())
    for name in ["paper", "story"] {
      session.run(["init", "memory:\(name)", "all/\(name).json"])
      #expect(session.status == 0, "\(session.errors)")
    }
    session.run(["holdings", "--format", "json", "memory:story"])
    let alone = Self.joined(session.output)
    let flags = ["holdings", "--format", "json", "--each"]
    let names = ["memory:story", "all/paper.json", "memory:none", "memory:paper"]
    await session.run(flags + ["file"] + names, tasks: 3)
    #expect(session.status == 1)
    let lines = session.output.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines.first == "{\"portfolio\": \"memory:story\", \"report\": \(alone)}")
    #expect(lines.last == lines[1].replacing("all/paper.json", with: "memory:paper"))
    #expect(session.errors.hasSuffix("folio: 1 of 4 portfolios failed\n"))
    await session.run(flags + ["line", "memory:story"], tasks: 1)
    #expect(session.status == 2)
    #expect(session.errors.hasPrefix("folio: memory:story: a store is one ledger"))
  }

  @Test func aSymbolThatOnlySomeHaveLeavesTheOthersEmpty() async throws {
    let session = CommandSession(try Self.ledgers())
    let files = ["all/paper.json", "all/story.json"]
    let flags = ["holdings", "--symbol", "BTC", "--format", "csv", "--each", "file"]
    await session.run(flags + files, tasks: 2)
    #expect(session.status == 0)
    let lines = session.output.split(separator: "\r\n")
    #expect(lines.map { $0.prefix(18) } == ["portfolio,symbol,n", "all/paper.json,BTC"])
  }

  @Test func checkListsTheFaultsOfEach() async throws {
    let session = CommandSession(try Self.ledgers())
    await session.run(["check", "--each", "file", "all"], tasks: 2)
    #expect(session.status == 1)
    #expect(session.output.isEmpty)
    #expect(session.errors.hasPrefix("all/faulty.json:\nall/faulty.json:35:101: error:"))
    #expect(session.errors.hasSuffix("folio: 1 of 5 portfolios failed\n"))
  }

  @Test func theOutputIsWrittenAsAWhole() async throws {
    let session = CommandSession(try Self.ledgers())
    await session.run(["cash", "--each", "file", "all"], tasks: 2)
    let printed = session.output
    await session.run(["cash", "--each", "file", "all", "--output", "out.txt"], tasks: 2)
    #expect(session.written == ["out.txt": printed])
    #expect(session.output.isEmpty)
    await session.run(["cash", "--each", "file", "all", "-o", "all/paper.json"], tasks: 2)
    #expect(session.status == 2)
    #expect(session.errors.contains("would overwrite a file that is read"))
  }

  @Test func formsOfTwoCountriesAreNoOneTable() async throws {
    var files: [String: [UInt8]] = [:]
    for (rules, base) in [("uk", "GBP"), ("us", "USD")] {
      let text = "{\"settings\": {\"base_currency\": \"\(base)\", \"tax_rules\": \"\(rules)\"}}"
      files["all/\(rules).json"] = Array(text.utf8)
    }
    let session = CommandSession(files)
    await session.run(["tax-form", "--format", "csv", "--each", "file", "all"], tasks: 2)
    #expect(session.status == 1)
    #expect(session.errors.contains("all/us.json:\nfolio: the report has other columns"))
    await session.run(["tax-form", "--format", "json", "--each", "file", "all"], tasks: 2)
    #expect(session.status == 0)
  }
}
