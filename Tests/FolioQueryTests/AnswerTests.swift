import Folio
import Testing

@testable import FolioQuery
@testable import TestSupport

@Suite("Answers", .enabled(if: LedgerQuery.isAvailable))
struct AnswerTests {
  @Test(
    "are those of the books",
    arguments: [
      ("SELECT symbol, quantity_exact FROM holdings ORDER BY symbol", ["A|6", "B|5"]),
      ("SELECT gain_exact FROM disposals", ["20.5"]), ("SELECT gain FROM disposals", ["20.5"]),
      ("SELECT exact_sum(amount_exact) FROM postings WHERE currency = 'USD'", ["0"]),
      ("SELECT id, day, type, status FROM groups WHERE id = 'd'", ["d|2024-01-01|deposit|settled"]),
      (
        "SELECT account, exact_sum(amount_exact) FROM cash_movements WHERE type = 'deposit' "
          + "GROUP BY 1",
        ["eur|500", "usd|1000"]
      ),
      ("SELECT base_currency, as_of, method FROM ledger", ["USD|2024-03-01|fifo"]),
      ("SELECT symbol, price_exact FROM latest_prices", ["A|27", "B|31"]),
      ("SELECT from_currency, to_currency, rate_exact FROM rates", ["EUR|USD|1.1"]),
      (
        "SELECT step, count(*) FROM periods GROUP BY step ORDER BY step",
        ["all|1", "month|3", "quarter|1", "year|1"]
      ),
      ("SELECT year, disposals, gain, gain_exact FROM gains_by_year", ["2024|1|20.5|20.5"]),
      ("SELECT id, kind, currency FROM accounts", ["usd|cash|USD", "eur|cash|EUR"]),
      ("SELECT count(*) FROM legs l JOIN groups g ON g.id = l.group_id", ["8"]),
      ("WITH x AS (SELECT 1 AS n) SELECT count(*) FROM x", ["1"]),
      ("SELECT count(*) FROM (SELECT * FROM lots)", ["2"]), ("VALUES (1, 'x')", ["1|x"]),
      ("SELECT name FROM sqlite_schema WHERE name = 'lots'", ["lots"]),
      ("SELECT x'00ff', NULL, 1.5, 9223372036854775807", ["x'00ff'||1.5|9223372036854775807"]),
      ("SELECT 1e300, -0.0", ["1e+300|0"]), ("SELECT 1 /* only */; -- one", ["1"]),
    ])
  func books(_ statement: String, _ expected: [String]) throws {
    #expect(try Asking.sample().rows(statement) == expected)
  }

  @Test("have all digits, and know numbers and days by their values")
  func kinds() throws {
    let report = try Asking.sample().query.answer(
      to: """
        SELECT disposed, gain_exact, exact_mul(gain_exact, '1.5') AS x, group_id, gain, 7 AS gain
        FROM disposals
        """
    ).report
    #expect(
      report.columns.map(\.key) == ["disposed", "gain_exact", "x", "group_id", "gain", "gain_2"])
    #expect(
      report.columns.map(\.kind) == [.day, .quantity, .quantity, .text, .quantity, .quantity])
    #expect(report.text(as: .json).contains("\"gain_exact\": \"20.5\""))
    #expect(report.asOf == Day("2024-03-01"))
    #expect(report.baseCurrency == "USD")
  }

  @Test("say why a return is null, if they read it")
  func missingReturns() throws {
    let asking = Asking(
      try LedgerBuilder(base: "USD").account("usd", "USD")
        .group("d", "2024-01-01", .deposit, cash: [.into("usd", 1000, .deposit)])
        .group("w", "2024-01-01", .withdrawal, cash: [.out("usd", 1000, .withdrawal)])
        .ledger())
    func codes(_ columns: String) throws -> [DiagnosticCode] {
      let statement = "SELECT \(columns) FROM periods WHERE step = 'all'"
      return try asking.query.answer(to: statement).report.warnings.map(\.code)
    }
    #expect(try asking.rows("SELECT xirr IS NULL FROM periods WHERE step = 'all'") == ["1"])
    #expect(try codes("xirr").contains(.noMoneyWeightedReturn))
    #expect(try codes("end_value").isEmpty)
  }

  @Test("keep texts that look like decimals")
  func texts() throws {
    let asking = Asking(
      try LedgerBuilder(base: "USD").account("usd", "USD")
        .group("1.10", "2024-01-01", .deposit, cash: [.into("usd", 1, .deposit)])
        .group("1.1", "2024-01-02", .deposit, cash: [.into("usd", 2, .deposit)]).ledger())
    #expect(try asking.rows("SELECT id FROM groups") == ["1.10", "1.1"])
  }

  @Test(
    "of views compare texts with numbers, as tables do",
    arguments: [
      ("SELECT disposals FROM gains_by_year WHERE year = 2024", ["1"]),
      ("SELECT disposals FROM gains_by_year WHERE year > 2024", []),
      ("SELECT year FROM gains_by_year WHERE disposals = '1'", ["2024"]),
      ("SELECT count(*) FROM gains_by_year g JOIN (SELECT 2024 AS y) ON g.year = y", ["1"]),
      ("SELECT count(*) > 0 FROM account_balances WHERE postings >= '1'", ["1"]),
    ])
  func viewsCompare(_ statement: String, _ expected: [String]) throws {
    #expect(try Asking.sample().rows(statement) == expected)
  }

  @Test("of views have no sum if a part of it is not known")
  func unknownSums() throws {
    let ledger = try LedgerBuilder(base: "USD").account("eur", "EUR").stock("B", "EUR")
      .group("d", "2024-01-01", .deposit, cash: [.into("eur", 500, .deposit)])
      .event("b", "2024-01-03", .buy("B", 5, at: 30).with { $0.currency = "EUR" })
      .event("s", "2024-02-01", .sell("B", 1, at: 40).with { $0.currency = "EUR" })
      .event("t", "2024-03-02", .sell("B", 1, at: 50).with { $0.currency = "EUR" })
      .rate("2024-03-01", "EUR", "USD", "1.1").ledger()
    let sums = "SELECT gain_exact, gain_base_exact FROM gains_by_year"
    #expect(try Asking(ledger).rows(sums) == ["30|"])
  }

  #if canImport(SQLite3) || SQLite
  @Test("sum exactly, also in the tables of an exported database", arguments: [true, false])
  func sums(_ isQuery: Bool) throws {
    let ledger = try LedgerBuilder(base: "USD").account("usd", "USD")
      .group(
        "d", "2024-01-01", .deposit,
        cash: [.into("usd", "0.1", .deposit), .into("usd", "0.2", .deposit)]
      ).ledger()
    var options = BookingOptions()
    options.keepsPostings = true
    let books = QueryBooks(try BookedLedger(booking: ledger, options), ReportRequest())
    let database = try QueryDatabase(comparesExactly: isQuery)
    _ = try database.load([.postings], from: books)
    if !isQuery { try database.createSums() }
    let statement = try database.prepare(
      "SELECT balance_exact, balance = 0.3, (SELECT type FROM sqlite_schema WHERE name = "
        + "'account_balances') FROM account_balances WHERE balance > 0")
    let text = try database.rows(of: statement, QueryLimits()).text(as: .csv)
    #expect(text.hasSuffix("0.3,1,\(isQuery ? "view" : "table")\r\n"))
  }

  @Test("load only the tables that a statement mentions")
  func tables() throws {
    let database = try QueryDatabase(comparesExactly: true)
    _ = try database.prepare("SELECT count(*) FROM gains_by_year JOIN rates")
    #expect(database.tablesOfPrepared.map(\.name) == ["disposals", "rates"])
    let other = try QueryDatabase(comparesExactly: true)
    _ = try other.prepare("SELECT 1")
    #expect(other.tablesOfPrepared.isEmpty)
  }
  #endif

  @Test(
    "read every column that a statement needs, also those that it does not name",
    arguments: [
      ("SELECT count(*) FROM legs", ["8"]), ("SELECT sum(rowid) FROM holdings", ["3"]),
      ("SELECT \"SYMBOL\" FROM Holdings h ORDER BY h.QUANTITY", ["B", "A"]),
      ("SELECT symbol FROM lots NATURAL JOIN (SELECT 'A' AS symbol)", ["A"]),
      ("SELECT quantity FROM lots JOIN holdings using (symbol, quantity)", ["6", "5"]),
      ("SELECT count(*) FROM lots JOIN holdings USING (symbol)", ["2"]),
      ("SELECT count(*) FROM lots JOIN Gains_By_Year USING (currency)", ["1"]),
      ("SELECT 'usd' IN (SELECT id FROM accounts)", ["1"]),
      ("WITH x AS (SELECT * FROM holdings) SELECT symbol FROM x WHERE name IS NULL", ["A", "B"]),
      (
        "SELECT (SELECT max(price) FROM prices p WHERE p.symbol = h.symbol) FROM holdings h "
          + "ORDER BY symbol", ["27", "31"]
      ),
      ("SELECT sum(quantity) OVER (ORDER BY symbol DESC) FROM holdings", ["5", "11"]),
      ("SELECT count(*) FROM trades WHERE status = 'settled'", ["3"]),
      ("SELECT symbol FROM holdings GROUP BY currency HAVING min(quantity) > 5", ["A"]),
    ])
  func unnamedColumns(_ statement: String, _ expected: [String]) throws {
    #expect(try Asking.sample().rows(statement) == expected, "\(statement)")
  }

  @Test("order exact texts by their numbers")
  func collation() throws {
    let asking = try Asking.sample()
    let values = "(VALUES ('10'), ('9.5'), ('-1'), ('9.50'), ('x'), ('0.1'))"
    #expect(
      try asking.rows("SELECT column1 FROM \(values) ORDER BY 1 COLLATE exact")
        == ["-1", "0.1", "9.5", "9.50", "10", "x"])
    #expect(
      try asking.rows("SELECT count(DISTINCT column1 COLLATE exact) FROM \(values)") == ["5"])
    #expect(try asking.rows("SELECT symbol FROM holdings WHERE quantity_exact > '10'") == [])
    #expect(
      try asking.rows("SELECT symbol FROM holdings WHERE cost_basis_exact > '95' ORDER BY 1")
        == ["A", "B"])
  }

  @Test("without a base currency have nulls")
  func noBase() throws {
    let ledger = try LedgerBuilder(base: nil).account("usd", "USD").account("eur", "EUR")
      .stock("A", "USD")
      .group("d", "2024-01-01", .deposit, cash: [.into("usd", 1000, .deposit)])
      .event("a", "2024-01-02", .buy("A", 10, at: 20)).ledger()
    let rows = try Asking(ledger).rows("SELECT cost_basis_exact, cost_basis_base_exact FROM lots")
    #expect(rows == ["200|"])
  }

  @Test("of a ledger that cannot be booked are its faults")
  func faults() throws {
    let ledger = try LedgerBuilder(base: "USD").account("usd", "USD").stock("A", "USD")
      .group("d", "2024-01-01", .deposit, cash: [.into("usd", 1000, .deposit)])
      .event("a", "2024-01-02", .sell("A", 10, at: 20)).ledger()
    guard case .faults(let faults)? = Asking(ledger).fault("SELECT 1 FROM lots") else {
      Issue.record("the ledger is booked")
      return
    }
    #expect(!faults.errors.isEmpty)
  }
}
