import Folio
import FolioImporters
import Testing

/// Named lists of a rule file, and tables that are like earlier ones.
struct SharedRuleTextTests {
  private static let lists = #"""
    "lists": {"buy": ["Buy", "Koop"], "trade": "{quantity} at {price}", "day": ["Date", "Datum"]},
    """#
  private static let table = #"""
    {"name": "trades", "header": ["date", "text"],
     "columns": {"date": "<day>", "text": "Text", "symbol": "Ticker", "amount": "Net"},
     "set": {"currency": "EUR"}, "read": {"decimal": ".", "date": ["yyyy-MM-dd"]},
     "rows": [{"if": {"text": "<buy> <trade>"}, "is": "buy"},
      {"if": {"text": "In"}, "is": "deposit"}]}
    """#

  private func rules(_ lists: String = lists, _ tables: String = table) throws -> RuleSet {
    let text = """
      {"format": "folio-rules/1", "name": "quix", \(lists) "tables": [\(tables)]}
      """
    return try RuleSet(reading: Array(text.utf8), name: "quix.json")
  }

  private func result(_ lines: String, _ rules: RuleSet) -> ImportResult {
    var run = ImportRun(formats: [Importer(rules)])
    run.read(Array(lines.utf8), name: "export.csv")
    return run.finish()
  }

  private func fault(_ read: () throws -> RuleSet) -> String {
    do {
      _ = try read()
      return ""
    } catch {
      return (error as? LedgerFaults)?.diagnostics.map(\.message).joined(separator: "; ") ?? ""
    }
  }

  @Test("a list in a pattern or in a column's name means each of its texts")
  func lists() throws {
    let rules = try rules()
    for (column, word) in [("Date", "Buy"), ("Datum", "Koop")] {
      let result = result(
        """
        \(column),Text,Ticker,Net
        2024-01-02,In,,100
        2024-01-03,\(word) 10 at 5,ACME,-50

        """, rules)
      #expect(result.findings.errors.isEmpty, "\(result.findings.text())")
      #expect(result.contents.groups.map(\.type) == [.deposit, .stockTrade])
      #expect(result.contents.groups.flatMap(\.stockLegs).map(\.quantity) == [10])
    }
    let other = result("Date,Text,Ticker,Net\n2024-01-03,<buy> 10 at 5,ACME,-50\n", rules)
    #expect(other.findings.diagnostics.map(\.code.rawValue).contains("F503"))
  }

  @Test("a file without lists has angle brackets as they are")
  func plain() throws {
    let rules = try rules(
      "", Self.table.replacing("<day>", with: "Date").replacing("<buy> <trade>", with: "<x>"))
    let result = result("Date,Text,Ticker,Net\n2024-01-03,<x>,ACME,-50\n", rules)
    #expect(!result.findings.diagnostics.map(\.code.rawValue).contains("F503"))
  }

  @Test("a list that is not there, and one that makes too many texts, are faults")
  func listFaults() {
    #expect(
      fault {
        try rules(#""lists": {"day": "Date", "bye": "x", "trade": "y"},"#)
      } == "there is no list \"buy\"")
    let many = Array(repeating: "\"a\"", count: 40).joined(separator: ", ")
    let lists = #""lists": {"day": "Date", "buy": [\#(many)], "trade": [\#(many)]},"#
    #expect(fault { try rules(lists) }.contains("more than 1000 texts"))
    let rows = (0..<600).map { #"{"if": {"text": "<buy> x\#($0)"}, "is": "buy"}"# }
    let table = Self.table.replacing(
      #"{"if": {"text": "<buy> <trade>"}, "is": "buy"}"#, with: rows.joined(separator: ", "))
    let plain = #""lists": {"day": "Date", "buy": [\#(many)]},"#
    #expect(fault { try rules(plain, table) }.contains("more than 20000 texts in this file"))
  }

  @Test("a table that is like another has its members, and its own instead")
  func like() throws {
    let second = #"""
      {"name": "fees", "like": "trades", "header": ["date", "kind"],
       "columns": {"kind": "Kind"}, "set": {"currency": "USD"},
       "rows": [{"if": {"kind": "Fee"}, "is": "fee"}, {"if": {"kind": "In"}, "is": "deposit"}]}
      """#
    let rules = try rules(Self.lists, Self.table + "," + second)
    let result = result("Datum,Kind,Net\n2024-01-02,In,100\n2024-01-03,Fee,-3\n", rules)
    #expect(result.findings.errors.isEmpty, "\(result.findings.text())")
    let legs = result.contents.groups.flatMap(\.cashLegs)
    #expect(legs.map(\.currency) == ["USD", "USD"])
    #expect(legs.map(\.amount) == [100, 3])
  }

  @Test("a table can only be like an earlier one")
  func likeFaults() {
    let table = Self.table.replacing(#""name": "trades","#, with: #""like": "trades","#)
    #expect(fault { try rules(Self.lists, table) } == "no earlier table has this name")
  }
}
