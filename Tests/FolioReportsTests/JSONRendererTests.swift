import FolioNumbers
import FolioReports
import Foundation
import Testing

@testable import TestSupport

struct JSONRendererTests {
  @Test func `one row a line, all columns, amounts exact`() throws {
    let expected = #"""
      {
        "report": "gains",
        "as_of": "2024-12-31",
        "base_currency": "USD",
        "from": "2024-01-01",
        "to": "2024-12-31",
        "rows": [
          {"symbol": "AAPL", "name": "Apple Inc.", "acquired": "2024-03-01", "quantity": "10.5", \#
      "gain": "1892.625", "price": "180.25", "weight": "0.1234567", "count": 3, "group_id": "g|1"},
          {"symbol": "7203.T", "name": "トヨタ自動車", "acquired": "2023-12-29", "quantity": "100", \#
      "gain": "-1234567", "price": "2590.5", "weight": "-0.5", "count": -12, "group_id": "a \#
      \"b\", c\nd"},
          {"symbol": "CAFÉ", "name": "Café <b>& *Söhne*</b>👩‍💻", "acquired": null, "quantity": \#
      "0.00000001", "gain": "-0.004", "price": null, "weight": null, "count": null, "group_id": \#
      "=1+1"}
        ],
        "totals": {
          "gain": "12345678.905",
          "count": 3,
          "net_worth": "-1234.50",
          "twr": "0.07125"
        },
        "warnings": [
          {"code": "W501", "message": "no price for \"CAFÉ\""}
        ]
      }

      """#
    expectSame(try SampleReport.make().text(as: .json), expected)
  }

  @Test func `the text parses back to the values`() throws {
    let text = try SampleReport.make().text(as: .json)
    let parsed = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let object = try #require(parsed as? [String: Any])
    let rows = try #require(object["rows"] as? [[String: Any]])
    #expect(rows.count == 3)
    #expect(rows[0]["gain"] as? String == "1892.625")
    #expect(rows[1]["count"] as? Int == -12)
    #expect(rows[1]["group_id"] as? String == "a \"b\", c\nd")
    #expect(rows[2]["price"] is NSNull)
    #expect((object["totals"] as? [String: Any])?["net_worth"] as? String == "-1234.50")
  }

  @Test func `every character of a text survives`() throws {
    let scalars = (0...0x2100).compactMap(Unicode.Scalar.init)
    let word = String(String.UnicodeScalarView(scalars)) + "\u{1F600}"
    let report = Report(
      name: "n", title: "N", columns: [.init("a", "A", .text)], rows: [[.text(word)]])
    let data = Data(report.text(as: .json).utf8)
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let rows = try #require(object["rows"] as? [[String: String]])
    #expect(rows[0]["a"].map { Array($0.utf8) } == Array(word.utf8))
  }
}
