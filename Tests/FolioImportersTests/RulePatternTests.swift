import Folio
import Testing

@testable import FolioImporters

/// Patterns of rules, and the faults of rule files.
struct RulePatternTests {
  private func match(_ pattern: String, _ text: String) throws -> [String]? {
    var slots = RuleSlots()
    let pattern = try RulePattern(pattern) { slots.slot($0) }
    let bytes = Array(text.utf8)
    return pattern.match(bytes, types: slots)?.map { capture in
      "\(slots.names[capture.slot])=\(String(decoding: bytes[capture.range], as: UTF8.self))"
    }
  }

  @Test("patterns take what their holes can hold")
  func holes() throws {
    let buy = "Buy {quantity} [{title}]@[ ]{price} {price_currency}[ ({isin})]"
    #expect(
      try match(buy, "Buy 5 Quixa Inc@21.31 USD (US0000000QX1)") == [
        "quantity=5", "title=Quixa Inc", "price=21.31", "price_currency=USD", "isin=US0000000QX1",
      ])
    #expect(
      try match(buy, "buy 1 @ 33,9 EUR") == ["quantity=1", "price=33,9", "price_currency=EUR"])
    #expect(try match(buy, "Buy many @ 33,9 EUR") == nil)
    #expect(try match("*fee*", "A FEE of 1") == [])
    #expect(try match("?*x", "x") == nil)
    #expect(try match("exact", "Exact") == [])
    #expect(try match("exact", "exactly") == nil)
  }

  @Test("a pattern that fits nowhere ends quickly")
  func bounded() throws {
    let text = String(repeating: "a ", count: 2000)
    #expect(try match("*a*a*a*a*a*a*a*a*b", text) == nil)
  }

  @Test("patterns and rule files with mistakes are refused, with all mistakes")
  func faults() {
    for pattern in ["{open", "[open", "close]"] {
      #expect(throws: RuleFault.self) { try match(pattern, "") }
    }
    let text = """
      {"format": "folio-rules/1", "name": "x", "tables": [{"header": ["date"], "colums": {},
       "read": {"date": ["what"]}, "rows": [{"if": {"kind": "a"}, "is": "buys"},
       {"is": "skip"}, {"is": "part"}]}]}
      """
    do {
      _ = try RuleSet(reading: Array(text.utf8), name: "rules.json")
      Issue.record("the rules were taken")
    } catch {
      #expect(error.errors.count == 7, "\(error.text())")
      #expect(Set(error.errors.map(\.code)) == [.unreadableRule])
    }
  }
}
