import Folio
import FolioQuery
import Testing

@testable import FolioCLI
@testable import TestSupport

/// `folio query`, and what Specs/query.md says about it.
@Suite("Queries")
struct QuerySpecs {
  private static let ledger = "five-years.json"

  private func session() throws -> CommandSession {
    let bytes = try SpecFiles.bytes("../Examples/ledgers/\(Self.ledger)")
    return CommandSession([Self.ledger: bytes, "broken.json": Array("{".utf8)])
  }

  private func output(_ arguments: [String]) throws -> String {
    let session = try session()
    session.run(arguments)
    #expect(session.status == 0, "\(arguments): \(session.errors)")
    return session.output
  }

  private func rows(_ arguments: [String]) throws -> [SpecValue] {
    let report = try output(arguments + ["--format", "json"])
    return try SpecParser.parse(Array(report.utf8))["rows"]?.elements ?? []
  }

  private func totals(_ arguments: [String]) throws -> SpecValue? {
    let report = try SpecParser.parse(
      Array(try output(arguments + [Self.ledger, "--format", "json"]).utf8))
    return report["known_total"] ?? report["totals"]
  }

  private func number(_ value: SpecValue?) throws -> ExactDecimal {
    try ExactDecimal(try #require(value?.text))
  }

  /// The statements of the document, in order.
  private static func statements() throws -> [String] {
    let text = String(decoding: try SpecFiles.bytes("query.md"), as: UTF8.self)
    return text.components(after: "```sql\n", upTo: "```")
  }

  private static let answers = ["earned.txt", "allocation.txt", "costs.txt"]

  @Test func theDocumentListsTheTables() throws {
    let text = String(decoding: try SpecFiles.bytes("query.md"), as: UTF8.self)
    let end = "may add tables and columns.\n\n"
    let start = try #require(text.firstRange(of: end))
    let head = String(text[..<start.upperBound])
    try Golden(path: "query.md").expect(head + QuerySchema.documentation)
  }

  @Test(.enabled(if: LedgerQuery.isAvailable))
  func theDocumentsStatementsHaveTheirAnswers() throws {
    let statements = try Self.statements()
    #expect(statements.count == Self.answers.count)
    for (statement, file) in zip(statements, Self.answers) {
      try Golden(path: "query/\(file)").expect(try output(["query", Self.ledger, statement]))
    }
    #expect(
      SpecFiles.paths(in: "query", ending: "") == Self.answers.map { "query/\($0)" }.sorted())
  }

  @Test(.enabled(if: LedgerQuery.isAvailable))
  func whatWasEarnedIsInTheReports() throws {
    let rows = try rows(["query", Self.ledger, try #require(try Self.statements().first)])
    #expect(rows.count == 5)
    for row in rows {
      let year = try #require(row["year"]?.text)
      let gains = try totals(["gains", "--from", year, "--to", year])
      let income = try totals(["income", "--from", year, "--to", year])
      #expect(try number(row["gains"]) == number(gains?["gain_base"]), "\(year)")
      #expect(try number(row["income"]) == number(income?["net_base"]), "\(year)")
    }
  }

  @Test(.enabled(if: LedgerQuery.isAvailable))
  func theAllocationIsThatOfThePositions() throws {
    let rows = try rows(["query", Self.ledger, try Self.statements()[1]])
    let value = try rows.filter { $0["value"]?.text != nil }
      .reduce(ExactDecimal.zero) { try $0.adding(number($1["value"])) }
    let totals = try totals(["positions"])
    #expect(try value == number(totals?["market_value_base"]))
    #expect(rows.count > 3)
  }

  @Test(.enabled(if: LedgerQuery.isAvailable))
  func theCostsOfTradesAreInTheJournal() throws {
    let statement = try Self.statements()[2]
    for (currency, hasOtherFees) in [("USD", false), ("JPY", false), ("GBP", true)] {
      let own = try rows(["query", Self.ledger, statement]).filter {
        $0["currency"]?.text == currency
      }
      let balances = try rows([
        "trial-balance", Self.ledger, "--fee-treatment", "expense", "--where",
        "currency = '\(currency)'",
      ])
      func debit(_ account: String) throws -> ExactDecimal {
        let row = balances.first { $0["account"]?.text == account }
        return row == nil ? .zero : try number(row?["debit"])
      }
      func sum(_ key: String) throws -> ExactDecimal {
        try own.reduce(ExactDecimal.zero) { try $0.adding(number($1[key])) }
      }
      #expect(try sum("taxes") == debit("Expenses:Taxes:Transaction"), "\(currency)")
      if !hasOtherFees { #expect(try sum("fees") == debit("Expenses:Fees"), "\(currency)") }
    }
  }

  @Test(
    .enabled(if: LedgerQuery.isAvailable),
    arguments: [
      (["SELECT * FROM lot"], 2, "folio: query: there is no table lot. Did you mean 'lots'?"),
      (["ATTACH 'x' AS y"], 2, "folio: query: a query reads one ledger and attaches no database."),
      (["SELECT zeroblob(1000000000)"], 1, "folio: query: a text or the statement is too long."),
      (["SELECT 1", "--from", "2024"], 2, "folio: 'query' takes no --from."),
      (["SELECT 1", "--where", "a = 1"], 2, "folio: 'query' takes no --where."),
      (["SELECT '\u{1B}[31m' FROM x"], 2, "folio: query: there is no table x."),
      (["SELECT [\u{1B}x] FROM lots"], 2, "folio: query: there is no column \\u001bx."),
    ] as [([String], Int, String)])
  func mistakesAreErrors(_ words: [String], _ status: Int, _ message: String) throws {
    let session = try session()
    session.run(["query", Self.ledger] + words)
    #expect(Int(session.status) == status)
    #expect(session.errors.hasPrefix(message), "\(session.errors)")
    #expect(session.output.isEmpty)
  }

  /// The statement is checked before the ledger is read.
  @Test(.enabled(if: LedgerQuery.isAvailable))
  func aMistakeComesFirst() throws {
    let session = try session()
    session.run(["query", "broken.json", "SELEC 1"])
    #expect(session.errors.hasPrefix("folio: query: near \"SELEC\": syntax error."))
    session.run(["query", "broken.json", "SELECT 1"])
    #expect(session.status == 1)
    #expect(session.errors.contains("error:"))
  }

  @Test(.enabled(if: LedgerQuery.isAvailable), arguments: ReportFormat.allCases)
  func everyFormatHasTheAnswer(_ format: ReportFormat) throws {
    let statement = "SELECT symbol, quantity_exact FROM holdings WHERE symbol = 'GLBX'"
    let text = try output(["query", Self.ledger, statement, "--format", format.rawValue])
    #expect(text.contains("GLBX"))
    #expect(text.contains("41.625"))
  }

  @Test(.enabled(if: LedgerQuery.isAvailable))
  func theFlagsOfReportsApply() throws {
    let early = try rows(["query", "--as-of", "2021", Self.ledger, "SELECT as_of FROM ledger"])
    #expect(early.first?["as_of"]?.text == "2021-12-31")
    let base = try rows([
      "query", Self.ledger, "SELECT base_currency, method FROM ledger", "--base", "EUR", "--method",
      "hifo",
    ])
    #expect(base.first?["base_currency"]?.text == "EUR")
    #expect(base.first?["method"]?.text == "hifo")
  }

  @Test(.enabled(if: !LedgerQuery.isAvailable))
  func withoutSQLiteTheMessageSaysHowToBuildIt() throws {
    let session = try session()
    session.run(["query", Self.ledger, "SELECT 1"])
    #expect(session.status == 2)
    #expect(session.errors.contains("swift build --traits SQLite"))
    session.run(["export", "sqlite", Self.ledger])
    #expect(session.status == 2)
    #expect(session.errors.contains("swift build --traits SQLite"))
  }

  @Test(
    arguments: [
      (["folio-json", "--method", "hifo"], "folio: 'export folio-json' takes no --method"),
      (["simple", "--as-of", "2024"], "folio: 'export simple' takes no --as-of"),
      (["sqlite", "--from", "2024"], "folio: 'export sqlite' takes no --from"),
    ] as [([String], String)])
  func exportsTakeOnlyFlagsThatMatter(_ words: [String], _ message: String) throws {
    let session = try session()
    session.run(["export"] + words + [Self.ledger])
    #expect(session.status == 2)
    #expect(session.errors.hasPrefix(message), "\(session.errors)")
  }

  @Test func aWorkbookIsNotWrittenToATerminal() throws {
    let session = try session()
    session.terminal.isTerminal = true
    session.run(["export", "xlsx", Self.ledger])
    #expect(session.status == 2)
    #expect(session.errors.contains("--output FILE"))
    #expect(session.output.isEmpty)
  }
}

extension String {
  /// The parts between two texts, in order.
  fileprivate func components(after start: String, upTo end: String) -> [String] {
    split(separator: start).dropFirst().compactMap { part in
      part.firstRange(of: end).map { String(part[..<$0.lowerBound]) }
    }
  }
}
