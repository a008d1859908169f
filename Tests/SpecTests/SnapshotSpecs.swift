import Folio
import Testing

@testable import FolioCLI
@testable import TestSupport

/// A snapshot and the groups after it print what the whole ledger prints.
struct SnapshotSpecs {
  private static let days = ["2020-12-31", "2022-06-30", "2023-12-31", "2024-09-30"]

  /// The lines of five-years.ndjson with the groups of later trade dates.
  private static func lines(after day: String) throws -> [UInt8] {
    let text = String(
      decoding: try SpecFiles.bytes("../Examples/ledgers/five-years.ndjson"), as: UTF8.self)
    let later = try text.split(separator: "\n").dropFirst().filter { line in
      let group = try SpecParser.parse(Array(line.utf8))
      let traded = group["stock_transactions"]?.elements.compactMap { $0["trade_date"]?.text }
      let at = group["occurred_at"]?.text?.prefix(10)
      return (traded?.first ?? at.map(String.init) ?? "") > day
    }
    return Array(later.joined(separator: "\n").utf8)
  }

  private static func session(cutOn day: String) throws -> CommandSession {
    let whole = try SpecFiles.bytes("../Examples/ledgers/five-years.json")
    let first = CommandSession(["five-years.json": whole])
    first.run(["snapshot", "--as-of", day, "--quiet", "five-years.json"])
    #expect(first.status == 0 && first.errors.isEmpty, "\(day): \(first.errors)")
    #expect(first.output.utf8.count < whole.count)
    return CommandSession([
      "five-years.json": whole, "snapshot.json": Array(first.output.utf8),
      "later.ndjson": try lines(after: day),
    ])
  }

  private static let cases = TestScale.some(
    days.flatMap { day in ReportFormat.allCases.map { (day, $0) } })

  @Test(arguments: cases)
  func goesOnAsTheWhole(_ day: String, _ format: ReportFormat) throws {
    let session = try Self.session(cutOn: day)
    let from = try #require(try Day(day).adding(days: 1)).description
    let reports = [
      ["holdings"], ["lots"], ["cash"], ["gains", "--from", from], ["income", "--from", from],
      ["journal", "--from", from], ["positions"], ["pnl", "--from", from],
    ]
    for report in reports {
      let arguments = report + ["--format", format.rawValue]
      session.run(arguments + ["five-years.json"])
      let whole = (session.status, session.output, session.errors)
      #expect(whole.0 == 0 && !whole.1.isEmpty)
      session.run(arguments + ["snapshot.json", "later.ndjson"])
      #expect(session.status == whole.0, "\(report), cut on \(day): \(session.errors)")
      #expect(session.output == whole.1, "\(report), cut on \(day)")
      #expect(session.errors == whole.2, "\(report), cut on \(day)")
    }
  }

  @Test func aSnapshotOfASnapshotGoesOn() throws {
    let session = try Self.session(cutOn: "2022-06-30")
    session.run(["snapshot", "--as-of", "2023", "-q", "snapshot.json", "later.ndjson"])
    let twice = session.output
    session.run(["snapshot", "--as-of", "2023", "-q", "five-years.json"])
    func holdings(_ snapshot: String) throws -> String {
      let later = CommandSession([
        "s.json": Array(snapshot.utf8), "later.ndjson": try Self.lines(after: "2023-12-31"),
      ])
      later.run(["lots", "-f", "json", "s.json", "later.ndjson"])
      #expect(later.status == 0)
      return later.output
    }
    #expect(try holdings(twice) == holdings(session.output))
  }

  @Test func aDayThatALaterTradeMayChangeIsRefusedWithTheDayToTake() throws {
    let session = CommandSession([
      "taxes.json": try SpecFiles.bytes("../Examples/ledgers/taxes.json")
    ])
    let flags = ["snapshot", "--tax-rules", "us", "--base", "USD", "taxes.json", "--as-of"]
    session.run(flags + ["2024-04-10"])
    #expect(session.status == 1)
    #expect(session.output.isEmpty)
    let message =
      "folio: no snapshot of 2024-04-10: BOLT was traded on 2024-04-02, and under the tax rules "
      + "trades until 2024-05-02 may still affect its gains. Choose a day before it, or 2024-05-02 "
      + "or later.\n"
    #expect(session.errors == message)
    session.run(flags + ["2024-04-01"])
    #expect(session.status == 0, "\(session.errors)")
    session.run(Array(flags.dropLast()))
    #expect(session.status == 2)
    #expect(session.errors.hasPrefix("folio: 'snapshot' needs --as-of."))
  }

  @Test func cashThatSettlesLaterStaysPendingUntilThen() throws {
    let ledger = """
      {"portfolio_cash_accounts": [{"id": "c", "currency": "USD"}],
       "transaction_groups": [
        {"id": "g0", "occurred_at": "2024-01-02T09:00:00Z", "group_type": "deposit",
         "cash_transactions": [{"cash_account_id": "c", "leg_type": "deposit",
           "direction": "in", "amount": "500.00"}]},
        {"id": "g1", "occurred_at": "2024-01-02T10:00:00Z",
         "stock_transactions": [{"symbol": "A", "trade_type": "buy", "quantity": "3",
           "price_per_share": "100.00", "currency": "USD", "settlement_date": "2024-01-04"}],
         "cash_transactions": [{"cash_account_id": "c", "leg_type": "principal",
           "direction": "out", "amount": "300.00"}]}]}
      """
    let session = CommandSession(["l.json": Array(ledger.utf8)])
    session.run(["snapshot", "--as-of", "2024-01-02", "l.json"])
    let cut = CommandSession([
      "l.json": Array(ledger.utf8), "s.json": Array(session.output.utf8),
    ])
    for (day, settled) in [("2024-01-03", "500.00"), ("2024-01-04", "200.00")] {
      for basis in ["trade", "settlement"] {
        let flags = ["cash", "--as-of", day, "--date-basis", basis, "--format", "json"]
        cut.run(flags + ["l.json"])
        let whole = cut.output
        #expect(whole.contains("\"settled\": \"\(settled)\""))
        cut.run(flags + ["s.json"])
        #expect(cut.output == whole, "\(day), \(basis)")
      }
    }
  }

  @Test func storedPositionsAreLeftOut() {
    let ledger = """
      {"portfolio_cash_accounts": [{"id": "c", "currency": "USD"}],
       "transaction_groups": [
        {"id": "g1", "occurred_at": "2024-01-02T10:00:00Z",
         "stock_transactions": [{"symbol": "A", "trade_type": "buy", "quantity": "3",
           "price_per_share": "100.00", "currency": "USD"}],
         "cash_transactions": [{"cash_account_id": "c", "leg_type": "principal",
           "direction": "out", "amount": "300.00"}]}],
       "portfolio_positions": [{"symbol": "A", "quantity": "3", "as_of": "2024-01-03"}]}
      """
    let session = CommandSession(["l.json": Array(ledger.utf8)])
    session.run(["check", "--derived", "l.json"])
    #expect(session.status == 0)
    session.run(["snapshot", "--as-of", "2024-02", "l.json"])
    let cut = CommandSession(["s.json": Array(session.output.utf8)])
    cut.run(["check", "--derived", "--quiet", "s.json"])
    #expect(cut.status == 0, "\(cut.errors)")
    #expect(!session.output.contains("portfolio_positions"))
  }
}
