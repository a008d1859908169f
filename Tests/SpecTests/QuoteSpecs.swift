import Testing

@testable import FolioCLI

/// The files of prices and rates under Specs/quotes, a folder for each case: which of their rows
/// become the ledger's, and what reports make of them.
struct QuoteSpecs {
  static let files = SpecFiles.paths(in: "quotes", ending: "")
    .filter { name(of: $0).contains(".") }
  static let cases = files.filter { $0.hasSuffix("/case.json") }

  private static func folder(of path: String) -> String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }

  private static func name(of path: String) -> String {
    String(path.split(separator: "/").last ?? "")
  }

  /// The files of a case but for its own description.
  private func beside(_ path: String) throws -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for file in Self.files where Self.folder(of: file) == Self.folder(of: path) && file != path {
      found[Self.name(of: file)] = try SpecFiles.bytes(file)
    }
    return found
  }

  @Test(arguments: cases)
  func rowsBecomeTheLedgers(_ path: String) throws {
    let spec = try SpecParser.parse(try SpecFiles.bytes(path))
    let arguments = spec["arguments"]?.elements.compactMap(\.text) ?? []
    #expect(spec["source"]?["citation"] != nil, "\(path): no citation")
    let session = CommandSession(try beside(path))
    session.run(["export", "folio-json", "ledger.json"] + arguments)
    #expect(session.status == 0 && session.errors.isEmpty, "\(path)\n\(session.errors)")
    let printed = try SpecParser.parse(Array(session.output.utf8))
    #expect(spec["historical_prices"] != nil || spec["fx_rates"] != nil, "\(path): no rows")
    for table in ["historical_prices", "fx_rates"] {
      let expected = spec[table]?.elements ?? []
      SpecRun.compare(expected, printed[table]?.elements ?? [], "\(path): \(table)")
    }
  }

  @Test(arguments: cases)
  func reportsUseThem(_ path: String) throws {
    let spec = try SpecParser.parse(try SpecFiles.bytes(path))
    let arguments = spec["arguments"]?.elements.compactMap(\.text) ?? []
    let files = try beside(path)
    let ledger = try #require(files["ledger.json"])
    for run in spec["runs"]?.elements ?? [] {
      try SpecRun(ledger: ledger, run: run, source: path, files: files, more: arguments).check()
    }
  }

  @Test(arguments: cases)
  func manyPortfoliosShareThem(_ path: String) async throws {
    let spec = try SpecParser.parse(try SpecFiles.bytes(path))
    let arguments = spec["arguments"]?.elements.compactMap(\.text) ?? []
    var files = try beside(path)
    let ledger = try #require(files["ledger.json"])
    files["other.json"] = Array("{\"settings\": {\"base_currency\": \"CHF\"}}".utf8)
    let session = CommandSession(files)
    for report in [["positions"], ["pnl"], ["holdings"]] {
      let flags = report + (report == ["holdings"] ? [] : ["--trade-prices"]) + arguments
      session.run(flags + ["ledger.json"])
      let (output, errors) = (session.output, session.errors)
      #expect(session.status == 0, "\(session.errors)")
      await session.run(flags + ["--each", "file", "other.json", "ledger.json"], tasks: 2)
      #expect(session.status == 0)
      #expect(session.output.hasSuffix("\n\nledger.json\n\n\(output)"), "\(path): \(report)")
      #expect(session.errors.hasSuffix(errors.isEmpty ? "" : "ledger.json:\n\(errors)"))
    }
    // A file with faults gives each portfolio the same faults that it has alone.
    files["bad.csv"] = Array("date,symbol,price,currency\n2024-02-30,A,1,USD\n".utf8)
    files["ledger.json"] = ledger
    let faulty = CommandSession(files)
    faulty.run(["holdings", "--prices", "bad.csv", "ledger.json"])
    let errors = faulty.errors
    #expect(faulty.status == 1)
    await faulty.run(
      ["holdings", "--prices", "bad.csv", "--each", "file", "ledger.json"], tasks: 2)
    #expect(faulty.errors == "ledger.json:\n\(errors)folio: 1 of 1 portfolios failed\n")
  }

  @Test func everyFileIsRead() throws {
    #expect(Self.cases.count == 7)
    for file in Self.files where Self.name(of: file) != "case.json" {
      let spec = try SpecParser.parse(try SpecFiles.bytes(Self.folder(of: file) + "/case.json"))
      let named = spec["arguments"]?.elements.compactMap(\.text) ?? []
      #expect((named + ["ledger.json"]).contains(Self.name(of: file)), "\(file) is read by no test")
    }
  }
}
