import Foundation
import Testing

@testable import FolioCLI

/// Ledgers as journals of beancount, hledger and ledger, and as JSON for Ghostfolio: the text to
/// the byte, and what import reads back. `Tests/Exports` runs the programs themselves.
struct JournalExportSpecs {
  static let folder = "export"
  static let formats = ["beancount", "journal", "ghostfolio"]
  static let journals = ["beancount", "journal"]
  static let examples = ["five-years.json", "story.json", "taxes.json", "gaps.json", "paper.json"]
  private static let reports = ["holdings", "lots", "gains", "cash", "income", "trial-balance"]

  private static func bytes(_ name: String) throws -> [UInt8] {
    try SpecFiles.bytes("\(folder)/\(name)")
  }

  private static func history() throws -> String {
    String(decoding: try bytes("history.json"), as: UTF8.self)
  }

  private func run(_ arguments: [String], _ files: [String: String]) -> CommandSession {
    let session = CommandSession(files.mapValues { Array($0.utf8) })
    session.run(arguments)
    return session
  }

  private func figures(_ ledger: String) -> [String] {
    Self.reports.map { report in
      let session = run([report, "l.json", "--format", "json"], ["l.json": ledger])
      #expect(session.status == 0, "\(session.errors)")
      return session.output
    }
  }

  /// The lines with ids of groups, sorted: journals go by day.
  private func groups(_ ledger: String) -> [String] {
    let json = run(["export", "folio-ndjson", "l.json"], ["l.json": ledger]).output
    return json.split(separator: "\n").dropFirst().map(String.init).sorted()
  }

  @Test("the text of each format", arguments: formats)
  func golden(_ format: String) throws {
    let session = run(["export", format, "l.json", "--quiet"], ["l.json": try Self.history()])
    #expect(session.status == 0)
    let ending = format == "ghostfolio" ? "ghostfolio.json" : format
    try Golden(path: "\(Self.folder)/history.\(ending)").expect(session.output)
  }

  @Test func `every file of the folder is read`() {
    let known = [
      "README.md", "history.json", "history.beancount", "history.journal",
      "history.ghostfolio.json", "history.left-out.txt",
    ]
    let files = SpecFiles.paths(in: Self.folder, ending: "").map {
      String($0.dropFirst(Self.folder.count + 1))
    }
    #expect(files.sorted() == known.sorted())
  }

  @Test("journals of the examples come back with the same groups and figures", arguments: examples)
  func examplesComeBack(_ name: String) throws {
    let url = SpecFiles.examples.appendingPathComponent("ledgers/\(name)")
    try expectToComeBack(try String(contentsOf: url, encoding: .utf8), name)
  }

  @Test func `a journal of everything comes back`() throws {
    try expectToComeBack(try Self.history(), "history")
  }

  private func expectToComeBack(_ ledger: String, _ name: String) throws {
    let (before, whole) = (figures(ledger), groups(ledger))
    #expect(!whole.isEmpty)
    for format in Self.journals {
      let export = run(["export", format, "l.json"], ["l.json": ledger])
      #expect(!export.errors.contains("[W430]"), "\(name): \(export.errors)")
      let back = run(["import", "l.\(format)"], ["l.\(format)": export.output])
      #expect(back.status == 0, "\(name): \(back.errors)")
      #expect(groups(back.output) == whole, "\(name): \(format)")
      #expect(figures(back.output) == before, "\(name): \(format)")
      let again = run(["export", format, "l.json"], ["l.json": back.output])
      #expect(again.output == export.output, "\(name): \(format)")
    }
  }

  @Test("postings that were edited count, and the group keeps its id", arguments: journals)
  func editedPostings(_ format: String) throws {
    let text = try Self.history().replacingOccurrences(of: "\"balances\": [", with: "\"x_b\": [")
    let journal = run(["export", format, "l.json", "--quiet"], ["l.json": text]).output
    let blank = format == "beancount" ? "  " : "    "
    let edited =
      journal
      .replacingOccurrences(
        of: "\n\(blank)Assets:Cash:Broker-usd  636.49 USD",
        with: "\n\(blank)Assets:Cash:Broker-usd  637.49 USD"
      )
      .replacingOccurrences(
        of: "\n\(blank)Equity:Rounding  0.005 USD",
        with: "\n\(blank)Income:Gains:QXA  -0.995 USD"
      )
      .replacingOccurrences(of: "8125.57 USD", with: "8126.57 USD")
    #expect(edited != journal)
    let session = run(["import", "l.\(format)"], ["l.\(format)": edited])
    #expect(session.status == 0, "\(session.errors)")
    #expect(session.errors.contains("cash: 3 of 3 agree"), "\(session.errors)")
    let line = session.output.split(separator: "\n").first { $0.contains("{\"id\": \"g-04\"") }
    let group = try #require(line.map(String.init))
    #expect(group.contains("\"gross_amount\": \"637.49\""), "\(group)")
    #expect(group.contains("\"cash_account_id\": \"broker usd\""), "\(group)")
    #expect(group.contains("\"acquired\": \"2031-02-03\", \"quantity\": \"10\""), "\(group)")
    #expect(groups(session.output).count == groups(text).count)
  }

  @Test("transactions that are added by hand sell the lots of the export", arguments: journals)
  func addedTransaction(_ format: String) throws {
    let history = try Self.history()
    var journal = run(["export", format, "l.json", "--quiet"], ["l.json": history]).output
    let lot =
      format == "beancount"
      ? "{8.208333333333333333 USD, 2031-01-03}" : "{8.208333333333333333 USD} [2031-01-03]"
    journal += """

      2032-02-01 * \(format == "beancount" ? "\"By hand\"" : "By hand")
        Assets:Securities:Main  -10 QXA \(lot) @ 30 USD
        Assets:Cash:Broker-usd  300.00 USD
        Income:Gains:QXA

      """
    let session = run(["import", "l.\(format)"], ["l.\(format)": journal])
    #expect(session.status == 0, "\(session.errors)")
    #expect(session.errors.contains("groups: 22 made"), "\(session.errors)")
    let gains = run(
      ["gains", "b.json", "--from", "2032", "--format", "json"], ["b.json": session.output])
    // 300.00 less 10 of 63 units that cost 517.125.
    #expect(gains.output.contains("\"gain\": \"217.91666666666666666"), "\(gains.output)")
  }

  @Test("a group that is not readable any more is a fault at its transaction")
  func brokenGroup() throws {
    let journal = run(
      ["export", "beancount", "l.json", "--quiet"], ["l.json": try Self.history()]
    ).output
    let broken = journal.replacingOccurrences(
      of: "\\\"trade_type\\\": \\\"short_sell\\\"", with: "\\\"trade_type\\\": \\\"short\\\"")
    #expect(broken != journal)
    let session = run(["import", "l.beancount"], ["l.beancount": broken])
    #expect(session.status == 1)
    let lines = broken.split(separator: "\n", omittingEmptySubsequences: false)
    let place = try #require(lines.firstIndex { $0.contains("folio-id: \"g-11\"") })
    #expect(session.errors.contains("l.beancount:\(place):1: error"), "\(session.errors)")
  }

  @Test("what Ghostfolio cannot hold is listed")
  func ghostfolioLeavesOut() throws {
    let session = run(
      ["export", "ghostfolio", "--all-warnings", "l.json"], ["l.json": try Self.history()])
    let listed = session.errors.split(separator: "\n").filter { $0.contains("[W430]") }
    try Golden(path: "\(Self.folder)/history.left-out.txt").expect(
      listed.joined(separator: "\n") + "\n")
  }

  @Test func `Ghostfolio gets units as they are after a split, and reads back the same holdings`()
    throws
  {
    let ledger = """
      {"portfolio_cash_accounts": [{"id": "c", "currency": "USD"}],
       "stocks_master": [{"symbol": "QXA", "currency": "USD"}],
       "transaction_groups": [
        {"id": "g1", "occurred_at": "2023-01-03", "stock_transactions": [
         {"symbol": "QXA", "trade_type": "buy", "quantity": "10", "price_per_share": "20.5"}],
         "cash_transactions": [
         {"cash_account_id": "c", "leg_type": "principal", "direction": "out", "amount": "205"}]},
        {"id": "g2", "occurred_at": "2023-02-03", "stock_transactions": [
         {"symbol": "QXA", "trade_type": "split", "ratio": "4:1"}]},
        {"id": "g3", "occurred_at": "2023-03-03", "stock_transactions": [
         {"symbol": "QXA", "trade_type": "sell", "quantity": "10", "price_per_share": "6"}],
         "cash_transactions": [
         {"cash_account_id": "c", "leg_type": "principal", "direction": "in", "amount": "60"}]}]}
      """
    let session = run(["export", "ghostfolio", "l.json"], ["l.json": ledger])
    #expect(session.output.contains("\"quantity\": 40, \"symbol\": \"QXA\", \"type\": \"BUY\""))
    #expect(session.output.contains("\"unitPrice\": 5.125"))
    #expect(session.errors.contains("left out of \"g2\": the split of QXA"), "\(session.errors)")
    #expect(!session.errors.contains("\"g1\"") && !session.errors.contains("\"g3\""))
    let back = run(["import", "g.json"], ["g.json": session.output])
    #expect(back.status == 0, "\(back.errors)")
    let columns = { (text: String) in
      self.run(["holdings", "l.json", "--format", "csv"], ["l.json": text]).output
    }
    #expect(columns(back.output) == columns(ledger))
  }
}
