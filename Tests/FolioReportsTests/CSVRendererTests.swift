import FolioNumbers
import FolioReports
import Testing

@testable import TestSupport

struct CSVRendererTests {
  @Test func `a header of keys, exact values, quotes where needed, CRLF`() throws {
    let lines = [
      #"symbol,name,acquired,quantity,gain,price,weight,count,group_id"#,
      #"AAPL,Apple Inc.,2024-03-01,10.5,1892.625,180.25,0.1234567,3,g|1"#,
      #"7203.T,トヨタ自動車,2023-12-29,100,-1234567,2590.5,-0.5,-12,"a ""b"", c\#nd""#,
      #"CAFÉ,Café <b>& *Söhne*</b>👩‍💻,,0.00000001,-0.004,,,,=1+1"#,
    ]
    let expected = lines.map { $0 + "\r\n" }.joined()
    expectSame(try SampleReport.make().text(as: .csv), expected)
  }

  @Test(arguments: [
    (Report.Cell.null, ""), (.text(""), "\"\""), (.text("a"), "a"), (.text(" a"), "\" a\""),
    (.text("a\r"), "\"a\r\""), (.text("\""), "\"\"\"\""), (.text("=1+1"), "=1+1"),
    (.integer(7), "7"),
  ])
  func `a field is quoted only where it must be`(cell: Report.Cell, field: String) {
    let columns: [Report.Column] = [.init("a", "A", .text), .init("b", "B", .text)]
    let report = Report(name: "n", title: "N", columns: columns, rows: [[cell]])
    expectSame(report.text(as: .csv), "a,b\r\n\(field),\r\n")
  }
}
