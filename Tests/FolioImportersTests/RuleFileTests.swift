import Folio
import FolioImporters
import Testing

/// Rule files of users: joined rows, signs, and names that are mistyped.
struct RuleFileTests {
  private static let columns = #"""
    "date": "Date", "kind": "Kind", "symbol": "Ticker", "quantity": "Qty", "price": "Price",
    "amount": "Net", "currency": "Ccy", "order": "Order"
    """#
  private static let rows = #"""
    {"if": {"kind": "BUY"}, "is": "buy"}, {"if": {"kind": "DIV"}, "is": "dividend"},
    {"if": {"kind": "FEE"}, "is": "fee"}, {"if": {"kind": "TAX"}, "is": "tax"},
    {"if": {"kind": "BACK"}, "is": "refund", "as": "fee"},
    {"if": {"kind": "FX"}, "is": "part", "as": "fx"}, {"if": {"kind": "IN"}, "is": "deposit"}
    """#
  private static let read = #""read": {"decimal": ".", "date": ["yyyy-MM-dd"]}, "#

  private func rules(
    columns: String = columns, rows: String = rows, read: String = read
  ) throws -> RuleSet {
    let text = """
      {"format": "folio-rules/1", "name": "quix", "tables": [{"header": ["date", "kind"],
       "columns": {\(columns)}, \(read)"rows": [\(rows)], "join": [{"by": ["order"]}]}]}
      """
    return try RuleSet(reading: Array(text.utf8), name: "quix.json")
  }

  private func result(_ lines: String, _ rules: RuleSet? = nil) throws -> ImportResult {
    var run = ImportRun(formats: [Importer(try rules ?? self.rules())])
    run.read(Array(lines.utf8), name: "export.csv")
    return run.finish()
  }

  private func faults(_ read: () throws -> RuleSet) -> [String] {
    do {
      _ = try read()
      return []
    } catch {
      let found = (error as? LedgerFaults)?.diagnostics ?? []
      return found.map { "\($0.message). \($0.help)" }
    }
  }

  // MARK: Joined rows

  private static let header = "Date,Kind,Ticker,Qty,Price,Ccy,Net,Order\n"

  @Test("a row of a fee, a tax or a refund goes into the trade or the dividend of its group")
  func joinedCosts() throws {
    let result = try result(
      Self.header + """
        2024-01-02,IN,,,,USD,2000,
        2024-01-05,BUY,ACME,10,100,USD,-1000,O1
        2024-01-05,FEE,,,,USD,-5,O1
        2024-01-05,BACK,,,,USD,2,O1
        2024-01-06,TAX,ACME,,,USD,-3,O2
        2024-01-06,DIV,ACME,,,USD,10,O2

        """)
    #expect(result.findings.errors.isEmpty, "\(result.findings.text())")
    #expect(result.report.groupsMade == 3)
    let legs = result.contents.groups.flatMap(\.stockLegs)
    #expect(legs.map(\.fees) == [3, nil])
    #expect(legs.map(\.taxes) == [nil, 3])
  }

  @Test("a fee of the group in a currency that no row converts stands alone")
  func foreignCost() throws {
    let result = try result(
      Self.header + """
        2024-01-02,IN,,,,USD,2000,
        2024-01-02,IN,,,,EUR,10,
        2024-01-05,BUY,ACME,10,100,USD,-1000,O1
        2024-01-05,FEE,,,,EUR,-5,O1

        """)
    #expect(result.findings.errors.isEmpty, "\(result.findings.text())")
    #expect(result.contents.groups.map(\.type) == [.deposit, .deposit, .stockTrade, .fee])
  }

  @Test("a trade with one side of an exchange is reported at the row of that side")
  func missingSide() throws {
    let result = try result(
      Self.header + """
        2024-01-02,IN,,,,EUR,2000,
        2024-01-05,BUY,ACME,10,100,USD,-1000,O1
        2024-01-05,FX,,,,EUR,-900,O1

        """)
    let found = try #require(result.findings.diagnostics.first)
    #expect(result.findings.diagnostics.map(\.code.rawValue) == ["F507"])
    #expect(result.findings.text().contains("export.csv:4:1: error: this is one side of an exch"))
    #expect(found.help.contains("Import the file that has it."))
  }

  // MARK: Signs

  @Test("two columns without signs give one amount with a sign")
  func debitAndCredit() throws {
    let rules = try rules(
      columns: #"""
        "date": "Date", "kind": "Kind", "currency": "Ccy", "debit": "Out", "credit": "In",
        "order": "Order"
        """#,
      rows: #"""
        {"if": {"kind": "IN"}, "is": "cash"}, {"if": {"kind": "INTEREST"}, "is": "interest",
         "values": {"amount": {"first": ["credit", {"minus": "debit"}]}}},
        {"if": {"debit": "?*"}, "is": "fee", "values": {"amount": {"minus": "debit"}}}
        """#,
      read: #""read": {"date": ["yyyy-MM-dd"]}, "values": {"amount": "credit"}, "#)
    let result = try result(
      """
      Date,Kind,Ccy,Out,In,Order
      2024-01-02,IN,EUR,,"2.000,00",
      2024-01-03,INTEREST,EUR,n/a,"1,50",
      2024-01-04,INTEREST,EUR,"4,25",,
      2024-01-05,FEE,EUR,"0,75",,

      """, rules)
    #expect(result.findings.errors.isEmpty, "\(result.findings.text())")
    let legs = result.contents.groups.flatMap(\.cashLegs)
    let shown = legs.map { "\($0.type.rawValue) \($0.direction.rawValue) \($0.amount)" }
    #expect(
      shown == ["deposit in 2000.00", "interest in 1.50", "interest out 4.25", "fee out 0.75"])
  }

  // MARK: Names

  @Test("a condition on a field that no column gives is a fault, with the nearest name")
  func mistypedCondition() {
    let found = faults {
      try rules(rows: #"{"if": {"knd": "BUY"}, "is": "buy"}"#)
    }
    #expect(found.count == 1)
    #expect(found[0].hasPrefix("no column gives the field \"knd\". Did you mean 'kind'?"))
  }

  @Test("a column without a meaning that nothing uses is a fault, with the nearest name")
  func mistypedColumn() {
    let found = faults {
      try rules(
        columns: #""date": "D", "kind": "K", "order": "O", "quanity": "Q", "x_own": "X""#)
    }
    #expect(
      found == [
        "the field \"quanity\" has no meaning, and no rule uses it. Did you mean 'quantity'?"
      ])
    let set = faults { try rules(read: Self.read + #""set": {"fes": "1"}, "#) }
    #expect(
      set == ["the field \"fes\" has no meaning, and no rule uses it. Did you mean 'fees'?"])
  }

  @Test(
    "a table without a way to read dates asks for it",
    arguments: ["", #""read": {"decimal": "."}, "#])
  func missingDates(read: String) {
    let found = faults { try rules(read: read) }
    #expect(
      found == [
        "the table does not say how its dates are written. "
          + #"Write "read": {"date": ["yyyy-MM-dd"]}."#
      ])
  }

  // MARK: Columns and days of a whole file

  @Test("a column that the file lacks is named once, with the number of rows")
  func missingColumn() throws {
    let result = try result(
      """
      Date,Kind,Ticker,Price,Ccy,Net,Order
      2024-01-05,BUY,ACME,100,USD,-1000,O1
      2024-01-06,BUY,ACME,100,USD,-1000,O2

      """)
    #expect(
      result.findings.diagnostics.map(\.message) == [
        "the file has no column \"qty\", and the row has no number of units (2 rows)"
      ])
  }

  @Test("a file without a currency asks for it once")
  func missingCurrency() throws {
    let result = try result(
      """
      Date,Kind,Net,Order
      2024-01-05,IN,1000,
      2024-01-06,IN,1000,

      """)
    let found = try #require(result.findings.diagnostics.first)
    #expect(result.findings.diagnostics.count == 1)
    #expect(found.message.hasSuffix("and the row has an amount, but no currency (2 rows)"))
  }

  @Test("days that a spreadsheet has rewritten are one fault")
  func foreignDays() throws {
    let result = try result(
      Self.header + "05/01/2024,IN,,,,USD,10,\n06/01/2024,IN,,,,USD,10,\n")
    let found = try #require(result.findings.diagnostics.first)
    #expect(result.findings.diagnostics.count == 1)
    #expect(found.code.rawValue == "F504")
    #expect(found.help.contains("do not open it in a spreadsheet"))
  }
}
