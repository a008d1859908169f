import Folio
import Testing

@testable import FolioReports
@testable import FolioSpreadsheet
@testable import TestSupport

@Suite("Workbooks")
struct WorkbookTests {
  private let usd = Currency("USD")

  private func sheet(_ report: Report) -> String {
    var styles = WorkbookStyles()
    return String(decoding: Worksheet.xml(report, &styles), as: UTF8.self)
  }

  private func report(_ rows: [[Report.Cell]], totals: [Report.Total] = []) -> Report {
    var report = Report(
      name: "sample", title: "Sample",
      columns: [
        .init("name", "Name", .text), .init("day", "Day", .day), .init("gain", "Gain", .amount),
        .init("share", "Share", .percent),
      ], rows: rows)
    report.totals = totals
    return report
  }

  @Test("name columns as spreadsheets do")
  func columnNames() {
    let names = [
      (0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (701, "ZZ"), (702, "AAA"),
    ]
    for (number, name) in names { #expect(Worksheet.name(number) == name) }
    #expect(Worksheet.name(16_383) == "XFD")
  }

  @Test("write 15 digits of a number, and all others as text beside it")
  func digits() throws {
    let numbers = [
      ("1", "1"), ("-12.50", "-12.5"), ("123456789012345", "123456789012345"),
      ("1234567890.12345", "1234567890.12345"), ("1234567890.123456", "1234567890.12346"),
      ("1234567890.123455", "1234567890.12346"), ("1234567890.123445", "1234567890.12344"),
      ("0.1234567890123456789", "0.123456789012346"), ("1234567890123456", "1234567890123456"),
      ("0.000000000000000000000000000000000001", "0.000000000000000000000000000000000001"),
    ]
    for (text, expected) in numbers {
      #expect(try ExactDecimal(text).sheetDigits == expected, "\(text)")
    }
    let long = "1234567890.123456"
    let text = try sheet(
      report([
        [.text("a"), .null, .money(try ExactDecimal(long), usd), .null],
        [.text("b"), .null, .money(1, usd), .null],
      ]))
    #expect(text.contains(">Gain, exact<"))
    #expect(text.contains("<v>1234567890.12346</v>"))
    #expect(text.contains(">\(long)</t>"))
    #expect(!sheet(report([[.text("a"), .null, .money(1, usd), .null]])).contains("exact"))
  }

  @Test("write days as numbers with a date format, and old ones as texts")
  func days() throws {
    for (day, serial) in [("1970-01-01", 25_569), ("2024-02-29", 45_351), ("1900-03-01", 61)] {
      guard case .day(let number)? = Report.Cell.day(try Day(day)).sheetValue else {
        Issue.record("\(day) is no number")
        continue
      }
      #expect(number == serial, "\(day)")
    }
    let old = sheet(report([[.text("a"), .day(Day("1900-02-28")), .null, .null]]))
    #expect(old.contains(">1900-02-28</t>"))
    var styles = WorkbookStyles()
    _ = Worksheet.xml(report([[.null, .day(Day("2024-01-01")), .null, .null]]), &styles)
    #expect(styles.xml().contains("formatCode=\"yyyy\\-mm\\-dd\""))
  }

  @Test("write totals that are sums as formulas, and others as values")
  func totals() throws {
    let rows: [[Report.Cell]] = [
      [.text("a"), .null, .money(ExactDecimal("1.10"), usd), .number(ExactDecimal("0.5"))],
      [.text("b"), .null, .money(ExactDecimal("2.20"), usd), .null],
    ]
    let sum = Report.Total("gain", .money(ExactDecimal("3.30"), usd))
    let text = sheet(report(rows, totals: [sum]))
    #expect(text.contains("<f>SUM(C2:C3)</f><v>3.3</v>"))
    #expect(text.contains(">Total</t>"))
    let other = Report.Total("gain", .money(ExactDecimal("3.31"), usd))
    #expect(!sheet(report(rows, totals: [other])).contains("<f>"))
    let unknown = Report.Total("gain", .null)
    #expect(!sheet(report(rows, totals: [unknown])).contains("<f>"))
    // A total that is under no column has a label.
    let worth = Report.Total("net_worth", .money(5, usd))
    let labelled = sheet(report(rows, totals: [worth]))
    #expect(labelled.contains(">Net worth</t>"))
    #expect(!labelled.contains("<f>"))
    #expect(!sheet(report([], totals: [sum])).contains("<f>"))
  }

  @Test("have headings that are clear by themselves, each once")
  func headings() throws {
    let way = try #require(Way.of(.us).first)
    let history = try #require(way.histories(501..<502, areAll: true).first)
    let booked = try Booked(history).result
    for (report, _) in try Workbook.reports(on: booked.ledger, booked.options, ReportRequest()) {
      let headings = report.withStandaloneHeadings.columns.map(\.heading)
      #expect(Set(headings).count == headings.count, "\(report.name): \(headings)")
      for heading in headings {
        #expect(heading.first?.isUppercase == true, "\(report.name): \(heading)")
      }
    }
  }

  @Test("name partial totals, whose numbers have no mark")
  func partialTotals() throws {
    var total = Report.Total("gain", .null)
    total.known = .money(1, usd)
    let text = sheet(report([[.text("a"), .null, .null, .null]], totals: [total]))
    #expect(text.contains(">These totals are partial, because they omit unknown amounts: Gain.<"))
    #expect(!text.contains("*"))
  }

  @Test("keep texts as texts")
  func texts() {
    let text = sheet(
      report([
        [.text("=1+1"), .null, .null, .null], [.text("<a & \"b\">"), .null, .null, .null],
        [.text("\u{7}_x0041_\u{FFFF}\r"), .null, .null, .null],
        [.text(String(repeating: "é", count: 40_000)), .null, .null, .null],
      ]))
    #expect(!text.contains("<f>"))
    #expect(text.contains("xml:space=\"preserve\">=1+1</t>"))
    #expect(text.contains("&lt;a &amp; &quot;b&quot;&gt;"))
    #expect(text.contains(">_x0007__x005F_x0041__xFFFF__x000D_<"))
    #expect(text.contains("éé…<"))
    #expect(text.unicodeScalars.count { $0 == "é" } == 32_766)
  }

  @Test("freeze the header, and say what the sheet is about")
  func frame() {
    let text = sheet(report([[.text("a"), .null, .null, .null]]))
    #expect(text.contains("<pane ySplit=\"1\" topLeftCell=\"A2\""))
    #expect(text.contains("state=\"frozen\""))
    #expect(text.contains("<autoFilter ref=\"A1:D2\"/>"))
    #expect(text.contains(">Sample</t>"))
  }

  @Test("have formats by currency")
  func formats() {
    var styles = WorkbookStyles()
    let yen = Currency("JPY")
    _ = Worksheet.xml(
      report([
        [.null, .null, .money(1, usd), .number(ExactDecimal("0.5"))],
        [.null, .null, .money(1, yen), .null],
      ]), &styles)
    let text = styles.xml()
    #expect(text.contains("#,##0.00\\ &quot;USD&quot;;[Red]\\-#,##0.00\\ &quot;USD&quot;"))
    #expect(text.contains("#,##0\\ &quot;JPY&quot;"))
    #expect(text.contains("0.00%"))
  }

  @Test("name sheets after the reports, each by another name")
  func sheetNames() throws {
    var long = report([])
    long.title = "A title that is longer than the names of sheets can be"
    long.name = "tax-form"
    var odd = report([])
    odd.name = String(repeating: "x", count: 40)
    #expect(
      Workbook.sheetNames(of: [report([]), report([]), long, odd]) == [
        "Sample", "Sample 2", "Tax form", "X" + String(repeating: "x", count: 30),
      ])
  }

  @Test("do not end in silence")
  func tooLong() throws {
    var long = report([])
    long.rowCount = 1_048_575
    #expect(throws: ExportFault.self) { try Workbook.bytes(of: [long]) }
  }

  @Test("have all reports of a ledger, and the same bytes each time")
  func ledgers() throws {
    let way = try #require(Way.of(.us).first)
    let history = try #require(way.histories(501..<502, areAll: true).first)
    let booked = try Booked(history).result
    let reports = try Workbook.reports(on: booked.ledger, booked.options, ReportRequest())
    // The United States have a form, and no return.
    #expect(
      reports.map(\.report.name) == ReportKind.all.map(\.name).filter { $0 != "tax-return" })
    let bytes = try Workbook.bytes(of: reports.map(\.report))
    #expect(try Workbook.bytes(of: reports.map(\.report)) == bytes)
    #expect(bytes.count > 10_000)
    var options = booked.options
    options.taxRules = TaxRules.none
    let others = try Workbook.reports(on: booked.ledger, options, ReportRequest())
    #expect(others.count == ReportKind.all.count { !$0.needsTaxRules })
  }
}
