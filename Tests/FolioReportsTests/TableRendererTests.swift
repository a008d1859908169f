import FolioNumbers
import Testing

@testable import FolioReports
@testable import TestSupport

struct TableRendererTests {
  @Test func `a pipe gets plain aligned columns of full width`() throws {
    let expected = #"""
      Realized gains, 2024-01-01 to 2024-12-31, in USD

      Symbol  Name                     Acquired        Quantity           Gain     Price   \#
      Weight  Count
      ------------------------------------------------------\#
      --------------------------------------------
      AAPL    Apple Inc.               2024-03-01   10.5              1,892.62    180.25   \#
      12.35%      3
      7203.T  トヨタ自動車             2023-12-29  100           -1,234,567     2,590.5   -50.00%    -12
      CAFÉ    Café <b>& *Söhne*</b>👩‍💻  -             0.00000001           0.00         -       \#
       -      -
      ------------------------------------------------------\#
      --------------------------------------------
      Total                                                      12,345,678.90                   \#
            3

      Net worth: -1,234.50 USD
      Return: 7.12%

      Warning: no price for "CAFÉ" [W501]
      Method: FIFO.
      Amounts are rounded to the minor unit; totals sum the exact ones (--format csv).

      """#
    expectSame(try SampleReport.make().text(as: .table), expected)
  }

  @Test func `a terminal gets colour, and columns that fit it`() throws {
    let expected = #"""
      \#u{1B}[1mRealized gains, 2024-01-01 to 2024-12-31, in USD\#u{1B}[0m

      \#u{1B}[1mSymbol\#u{1B}[0m  \#u{1B}[1mName\#u{1B}[0m           \#u{1B}[1mAcquired\#u{1B}[0m \#
             \#u{1B}[1mQuantity\#u{1B}[0m           \#u{1B}[1mGain\#u{1B}[0m     \#
      \#u{1B}[1mPrice\#u{1B}[0m   \#u{1B}[1mWeight\#u{1B}[0m
      ─────────────────────────────────────────────────────────────────────────────────
      AAPL    Apple Inc.     2024-03-01   10.5              1,892.62    180.25   12.35%
      7203.T  トヨタ自動車   2023-12-29  100           \#u{1B}[31m-1,234,567\#u{1B}[0m     2,590.5   \#
      \#u{1B}[31m-50.00%\#u{1B}[0m
      CAFÉ    Café <b>&      -             0.00000001           0.00         -        -
              *Söhne*</b>👩‍💻
      ─────────────────────────────────────────────────────────────────────────────────
      Total                                            12,345,678.90

      Count: 3
      Net worth: -1,234.50 USD
      Return: 7.12%

      Warning: no price for "CAFÉ" [W501]
      Method: FIFO.
      Amounts are rounded to the minor unit; totals sum the exact ones (--format csv).
      Not shown, the terminal is too narrow: Count. --format csv has every column.

      """#
    let options = RenderingOptions(width: 81, color: true, isTerminal: true)
    expectSame(try SampleReport.make().text(as: .table, options: options), expected)
  }

  @Test func `a narrow terminal loses the least needed columns and says so`() throws {
    let expected = #"""
      Realized gains, 2024-01-01 to
        2024-12-31, in USD

      Symbol  Acquired             Gain
      ─────────────────────────────────
      AAPL    2024-03-01       1,892.62
      7203.T  2023-12-29  -1,234,567
      CAFÉ    -                    0.00
      ─────────────────────────────────
      Total               12,345,678.90

      Count: 3
      Net worth: -1,234.50 USD
      Return: 7.12%

      Warning: no price for "CAFÉ" [W501]
      Method: FIFO.
      Amounts are rounded to the minor unit;
        totals sum the exact ones (--format
        csv).
      Not shown, the terminal is too narrow:
        Quantity, Price, Name, Weight, Count.
        --format csv has every column.

      """#
    let options = RenderingOptions(width: 40, isTerminal: true)
    expectSame(try SampleReport.make().text(as: .table, options: options), expected)
  }

  @Test(arguments: 33...120) func `no row is wider than the terminal`(width: Int) throws {
    let options = RenderingOptions(width: width, isTerminal: true)
    let text = try SampleReport.make().text(as: .table, options: options)
    let rows = text.split(separator: "\n").dropFirst().prefix(6)
    #expect(rows.count == 6)
    for row in rows { #expect(TextWidth.of(String(row)) <= width, "\(row)") }
  }

  @Test func `essential numbers are never cut, however narrow it is`() throws {
    let text = try SampleReport.make().text(
      as: .table, options: RenderingOptions(width: 5, isTerminal: true))
    #expect(text.contains("AAPL         1,892.62\n"))
    #expect(text.contains("Total   12,345,678.90\n"))
  }

  @Test func `no line ends in blanks`() throws {
    let text = try SampleReport.make().text(as: .table)
    #expect(!text.contains(" \n"))
  }

  @Test func `the total of a column that is not shown keeps its heading and kind`() throws {
    let columns: [Report.Column] = [
      .init("symbol", "Symbol", .text), .init("share", "Weight", .percent, isInTable: false),
    ]
    var report = Report(name: "n", title: "N", columns: columns, rows: [])
    report.totals = [.init("share", .number(ExactDecimal("0.5")))]
    #expect(report.text(as: .table).hasSuffix("\nWeight: 50.00%\n"))
    #expect(report.text(as: .markdown).hasSuffix("\n- Weight: 50.00%\n"))
  }
}
