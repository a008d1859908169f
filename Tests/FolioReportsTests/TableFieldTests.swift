import FolioNumbers
import Testing

@testable import FolioReports
@testable import TestSupport

struct TableFieldTests {
  private struct Row: Sendable, CustomTestStringConvertible {
    var cell: Report.Cell
    var kind: Report.Column.Kind
    var places: Int?
    var text: String
    var fraction: Int?

    init(
      _ cell: Report.Cell, _ kind: Report.Column.Kind, places: Int? = nil, _ text: String,
      fraction: Int?
    ) {
      (self.cell, self.kind, self.places) = (cell, kind, places)
      (self.text, self.fraction) = (text, fraction)
    }

    var testDescription: String { "\(kind) \(text)" }
  }

  private static func number(_ text: String, places: Int? = nil) throws -> Report.Cell {
    .number(try ExactDecimal(text), places: places)
  }

  private static func money(_ text: String, _ code: String) throws -> Report.Cell {
    .money(try ExactDecimal(text), try Currency(code))
  }

  @Test func `what the table shows of a value`() throws {
    let (number, money) = (Self.number(_:places:), Self.money)
    let rows = [
      Row(try money("1234.005", "USD"), .amount, "1,234.00", fraction: 3),
      Row(try money("1234.015", "USD"), .amount, "1,234.02", fraction: 3),
      Row(try money("-999999.995", "USD"), .amount, "-1,000,000.00", fraction: 3),
      Row(try money("0.5", "JPY"), .amount, "0", fraction: 0),
      Row(try money("100", "JPY"), .amount, "100", fraction: 0),
      Row(try money("1.23456", "USD"), .rate, "1.23456", fraction: 6),
      Row(try money("1.5", "USD"), .rate, "1.50", fraction: 3),
      Row(try money("1.23456", "USD"), .rate, places: 4, "1.2346", fraction: 5),
      Row(try money("1.23456", "USD"), .rate, places: 0, "1.23", fraction: 3),
      Row(try money("1.23456", "USD"), .amount, places: 4, "1.2346", fraction: 5),
      Row(try number("1000.500", nil), .quantity, "1,000.5", fraction: 2),
      Row(try number("12", 4), .rate, "12.0000", fraction: 5),
      Row(try number("0.123456789", 2), .rate, places: 6, "0.123457", fraction: 7),
      Row(try number("0.12345", nil), .percent, "12.34%", fraction: 4),
      Row(try number("0.12345", nil), .percent, places: 0, "12%", fraction: 1),
      Row(try number("-10", nil), .percent, "-1,000.00%", fraction: 4),
      Row(.integer(-1_234_567), .integer, "-1,234,567", fraction: 0),
      Row(.integer(123), .integer, "123", fraction: 0),
      Row(.day(Day("2024-02-29")), .day, "2024-02-29", fraction: nil),
      Row(.null, .amount, "-", fraction: nil),
      Row(.text("a\u{1B}[31m\nb"), .text, "a?[31m b", fraction: nil),
      Row(.text("\u{202E}abc\t"), .text, "?abc ", fraction: nil),
    ]
    for row in rows {
      let column = Report.Column("k", "H", row.kind, displayPlaces: row.places)
      let field = TableField(row.cell, in: column)
      #expect(field.text == row.text, "\(row.testDescription)")
      #expect(field.fraction == row.fraction, "\(row.testDescription)")
      #expect(field.width == TextWidth.of(row.text), "\(row.testDescription)")
    }
  }

  @Test func `a ratio that is too large for a percentage stays a ratio`() throws {
    let digits = String(repeating: "9", count: 36)
    let field = TableField(try Self.number(digits), in: .init("k", "H", .percent))
    #expect(field.text.hasSuffix(",999"))
  }

  @Test func `what is rounded to nothing is not negative`() throws {
    let amount = Report.Column("k", "H", .amount)
    #expect(!TableField(try Self.money("-0.004", "USD"), in: amount).isNegative)
    #expect(TableField(try Self.money("-0.006", "USD"), in: amount).isNegative)
  }
}
