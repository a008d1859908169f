import ExactNumbers
import Reports
import Testing

struct EmptyReportTests {
  private let report = Report(
    name: "lots", title: "Open lots",
    columns: [.init("symbol", "Symbol", .text), .init("quantity", "Quantity", .quantity)],
    rows: [])

  @Test func `the table says that there is nothing`() {
    expectSame(
      report.text(as: .table),
      "Open lots\n\nSymbol  Quantity\n----------------\nNothing to show.\n")
  }

  @Test func `JSON has empty rows, totals and warnings`() {
    let expected = """
      {
        "report": "lots",
        "as_of": null,
        "base_currency": null,
        "rows": [],
        "totals": {},
        "warnings": []
      }

      """
    expectSame(report.text(as: .json), expected)
  }

  @Test func `CSV has its header`() {
    expectSame(report.text(as: .csv), "symbol,quantity\r\n")
  }

  @Test func `Markdown has its head`() {
    expectSame(
      report.text(as: .markdown),
      "## Open lots\n\n| Symbol | Quantity |\n| --- | ---: |\n")
  }

  @Test func `HTML has a table without rows`() {
    #expect(report.text(as: .html).contains("</thead>\n<tbody>\n</tbody>\n</table>\n</body>"))
  }

  @Test(arguments: ReportFormat.allCases)
  func `a report without columns is no fault`(format: ReportFormat) {
    let report = Report(name: "n", title: "N", columns: [], rows: [[], []])
    #expect(!report.text(as: format).isEmpty)
  }

  @Test func `a row that is too short is filled up`() {
    var short = report
    short.rowCount = 1
    short.row = { _ in [.text("A")] }
    #expect(short.text(as: .csv).hasSuffix("A,\r\n"))
    #expect(short.text(as: .json).contains("{\"symbol\": \"A\", \"quantity\": null}"))
    #expect(short.text(as: .table).hasSuffix("A              -\n"))
  }
}
