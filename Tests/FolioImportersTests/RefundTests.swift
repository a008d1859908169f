import Folio
import Testing

@testable import FolioImporters

/// Fees and taxes that are paid back, without a rule of their own.
struct RefundTests {
  private func result(_ rows: String, sign: String) throws -> ImportResult {
    let rules = """
      {"format": "folio-rules/1", "name": "q", "title": "Q", "tables": [{
        "header": ["date", "kind", "amount"], "account": "q",
        "columns": {"date": "Date", "kind": "Kind", "amount": "Amount", "note": "Note"},
        "set": {"currency": "EUR"}, "read": {"decimal": ".", "date": ["iso"]},
        "amounts": {"sign": "\(sign)", "mean": "net"},
        "rows": [{"if": {"kind": "Deposit"}, "is": "deposit"},
          {"if": {"kind": "*tax*"}, "is": "tax"}, {"if": {"kind": "*"}, "is": "fee"}]}]}
      """
    let set = try RuleSet(reading: Array(rules.utf8), name: "q.json")
    var run = ImportRun(formats: [Importer(set)])
    run.read(Array("Date,Kind,Amount,Note\n2024-01-02,Deposit,100,\n\(rows)".utf8), name: "q.csv")
    return run.finish()
  }

  private func legs(_ result: ImportResult) -> [String] {
    result.contents.groups.flatMap(\.cashLegs).dropFirst().map {
      "\($0.type.rawValue) \($0.direction.rawValue) \($0.amount)"
    }
  }

  @Test(arguments: [
    ("Custody fee", "Rebate", "fee in 2"), ("Fee refund", "", "fee in 2"),
    ("Gebührenerstattung", "", "fee in 2"), ("Remboursement de frais", "", "fee in 2"),
    ("tax", "Steuerausgleich", "tax in 2"), ("tax", "Tax Optimisation", "tax in 2"),
  ])
  func aRowThatNamesARefundComesIn(_ kind: String, _ note: String, _ leg: String) throws {
    for sign in ["cash", "none"] {
      let result = try result("2024-02-02,\(kind),2,\(note)\n", sign: sign)
      #expect(result.findings.errors.isEmpty)
      #expect(legs(result) == [leg], "\(sign)")
    }
  }

  @Test func otherRowsKeepTheRuleOfSigns() throws {
    #expect(try legs(result("2024-02-02,Custody fee,-2,\n", sign: "cash")) == ["fee out 2"])
    #expect(try legs(result("2024-02-02,Custody fee,2,\n", sign: "none")) == ["fee out 2"])
    #expect(try legs(result("2024-02-02,Fee refund,-2,\n", sign: "cash")) == ["fee out 2"])
    let wrong = try result("2024-02-02,Custody fee,2,\n", sign: "cash")
    #expect(wrong.findings.errors.map(\.code.rawValue) == ["F506"])
  }
}
