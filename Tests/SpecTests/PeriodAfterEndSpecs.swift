import Testing

@testable import FolioCLI
@testable import TestSupport

/// Periods that begin after the last day of the ledger, or after that of the question.
struct PeriodAfterEndSpecs {
  private static let reports = [
    "pnl", "income-statement", "performance", "drawdowns", "gains", "income", "journal", "register",
    "trial-balance",
  ]

  private func session() throws -> CommandSession {
    CommandSession([
      "l.json": try SpecFiles.bytes("../Examples/ledgers/five-years.json"),
      "l.ndjson": try SpecFiles.bytes("../Examples/ledgers/five-years.ndjson"),
    ])
  }

  /// The last day of the ledger is 2025-01-03.
  @Test(arguments: reports, ["l.json", "l.ndjson"])
  func endOnTheirFirstDay(_ report: String, _ ledger: String) throws {
    let session = try session()
    session.run([report, "--from", "2030-01-01", ledger])
    #expect(session.status == 0)
    let first = session.output.prefix { $0 != "\n" }
    #expect(first.contains("2030-01-01") && !first.contains("2025"), "\(first)")
    let note = "The period begins on 2030-01-01, after the latest entry, which is of 2025-01-03."
    #expect(session.output.contains(note), "\(session.output.suffix(300))")
  }

  @Test func haveNoProfit() throws {
    let session = try session()
    session.run(["pnl", "--from", "2030-01-01", "--per", "total", "--format", "csv", "l.json"])
    let row = try #require(session.output.split(separator: "\r\n").dropFirst().first)
    let cells = row.split(separator: ",", omittingEmptySubsequences: false)
    let heads = try #require(session.output.split(separator: "\r\n").first).split(separator: ",")
    let figures = Dictionary(uniqueKeysWithValues: zip(heads, cells))
    #expect(figures["start_value"] == figures["end_value"] && figures["profit"] == "0.00")
  }

  @Test(arguments: reports)
  func endBeforeTheyBegin(_ report: String) throws {
    for period in [["--from", "2024-06-01"], ["--tax-year", "2025"]] {
      let session = try session()
      session.run([report, "--as-of", "2024-01-01", "l.json"] + period)
      #expect(session.status == 2 && session.output.isEmpty)
      #expect(session.errors.contains("the period begins on 202"), "\(session.errors)")
    }
  }
}
