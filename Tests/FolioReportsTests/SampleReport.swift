import FolioDiagnostics
import FolioNumbers
import FolioReports

@testable import TestSupport

/// A report with everything that is hard to lay out: numbers of different scale and currency, wide
/// and combining characters, nulls, negative values, and text that each format has to escape.
enum SampleReport {
  static func make() throws -> Report {
    let usd = Currency("USD")
    let jpy = Currency("JPY")
    let rows: [[Report.Cell]] = [
      [
        .text("AAPL"), .text("Apple Inc."), .day(Day("2024-03-01")),
        .number(ExactDecimal("10.50")), .money(ExactDecimal("1892.625"), usd),
        .money(ExactDecimal("180.250000"), usd), .number(ExactDecimal("0.1234567")),
        .integer(3), .text("g|1"),
      ],
      [
        .text("7203.T"), .text("トヨタ自動車"), .day(Day("2023-12-29")), .number(100),
        .money(ExactDecimal("-1234567"), jpy), .money(ExactDecimal("2590.5"), jpy),
        .number(ExactDecimal("-0.5"), places: 4), .integer(-12), .text("a \"b\", c\nd"),
      ],
      [
        .text("CAFÉ"), .text("Cafe\u{301} <b>& *Söhne*</b>\u{1F469}\u{200D}\u{1F4BB}"), .null,
        .number(ExactDecimal("0.00000001")), .money(ExactDecimal("-0.004"), usd),
        .null, .null, .null, .text("=1+1"),
      ],
    ]
    var report = Report(name: "gains", title: "Realized gains", columns: columns, rows: rows)
    report.from = Day("2024-01-01")
    report.to = Day("2024-12-31")
    report.asOf = Day("2024-12-31")
    report.baseCurrency = usd
    report.totals = [
      .init("gain", .money(ExactDecimal("12345678.905"), usd)),
      .init("count", .integer(3)),
      .init("net_worth", .money(ExactDecimal("-1234.5"), usd)),
      .init("twr", .number(ExactDecimal("0.07125")), heading: "Return", kind: .percent),
    ]
    report.warnings = [.init(code: .unknownPrice, message: "no price for \"CAFÉ\"")]
    report.notes = ["Method: FIFO."]
    return report
  }

  static let columns: [Report.Column] = [
    .init("symbol", "Symbol", .text, priority: Report.Column.essential),
    .init("name", "Name", .text, priority: 20),
    .init("acquired", "Acquired", .day),
    .init("quantity", "Quantity", .quantity),
    .init("gain", "Gain", .amount, priority: Report.Column.essential),
    .init("price", "Price", .rate, priority: 50),
    .init("weight", "Weight", .percent, priority: 10),
    .init("count", "Count", .integer, priority: 10),
    .init("group_id", "Group", .text, isInTable: false),
  ]
}
