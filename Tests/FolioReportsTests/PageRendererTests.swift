import FolioDiagnostics
import FolioNumbers
@testable import FolioReports
import Testing

@testable import TestSupport

struct PageRendererTests {
  @Test func `Markdown is a GitHub table with everything escaped`() throws {
    let expected = #"""
      ## Realized gains, 2024-01-01 to 2024-12-31, in USD

      | Symbol | Name | Acquired | Quantity | Gain | Price | Weight | Count |
      | --- | --- | --- | ---: | ---: | ---: | ---: | ---: |
      | AAPL | Apple Inc. | 2024-03-01 | 10.5 | 1,892.62 | 180.25 | 12.35% | 3 |
      | 7203.T | トヨタ自動車 | 2023-12-29 | 100 | -1,234,567 | 2,590.5 | -50.00% | -12 |
      | CAFÉ | Café &lt;b&gt;&amp; \*Söhne\*&lt;/b&gt;👩‍💻 | - | 0.00000001 | 0.00 | - | - | - |
      | **Total** |  |  |  | **12,345,678.90** |  |  | **3** |

      - Net worth: -1,234.50 USD
      - Return: 7.12%
      - Warning: no price for "CAFÉ" \[W501\]
      - Method: FIFO.
      - Amounts are rounded to the minor unit; totals sum the exact ones (--format csv).

      """#
    expectSame(try SampleReport.make().text(as: .markdown), expected)
  }

  @Test func `Markdown keeps a cell in its line`() {
    let report = Report(
      name: "n", title: "N", columns: [.init("a", "A", .text)], rows: [[.text("x|y\n`z`\t_")]])
    #expect(report.text(as: .markdown).hasSuffix("| x\\|y<br>\\`z\\` \\_ |\n"))
  }

  @Test func `on a terminal no text of any page steers it or begins a line`() {
    let hostile = "a\u{1B}[2J\nFORGED\u{9B}\u{202E}"
    var report = Report(
      name: "n", title: hostile, columns: [.init("a", hostile, .text)],
      rows: [[.text(hostile)], [.text("👩‍💻")]])
    report.totals = [.init("t", .text(hostile), heading: hostile)]
    report.warnings = [.init(code: .unknownPrice, message: hostile)]
    report.notes = [hostile]
    report.passages = [
      .init(
        heading: hostile, steps: [.init(lead: hostile, paragraphs: [hostile])], closing: [hostile])
    ]
    var options = RenderingOptions(portfolio: hostile)
    options.escapesText = true
    for format in [ReportFormat.csv, .markdown, .html] {
      let text = report.text(as: format, options: options)
      #expect(!text.unicodeScalars.contains { "\u{1B}\u{9B}\u{202E}".unicodeScalars.contains($0) })
      #expect(
        !text.split(whereSeparator: \.isNewline).contains { $0.hasPrefix("FORGED") }, "\(text)")
      #expect(report.text(as: format).contains("\u{1B}") == (format != .html))
    }
    #expect(report.text(as: .csv, options: options).contains("\r\na\\u001b[2J\\nFORGED\\u009b"))
    #expect(report.text(as: .csv, options: options).contains("👩‍💻"))
  }

  @Test func `HTML is a complete page with everything escaped`() throws {
    let text = try SampleReport.make().text(as: .html)
    let style = try #require(text.firstRange(of: "<style>"))
    let afterStyle = try #require(text.firstRange(of: "</style>\n"))
    let expected = #"""
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src \#
      'unsafe-inline'; base-uri 'none'; form-action 'none'">
      <meta name="viewport" content="width=device-width">
      <title>Realized gains, 2024-01-01 to 2024-12-31, in USD</title>
      </head>
      <body>
      <main>
      <h1>Realized gains, 2024-01-01 to 2024-12-31, in USD</h1>
      <div class="wide" role="region" tabindex="0" aria-label="Table">
      <table>
      <thead>
      <tr><th scope="col">Symbol</th><th scope="col">Name</th><th scope="col">Acquired</th><th \#
      scope="col" class="n">Quantity</th><th scope="col" class="n">Gain</th><th scope="col" \#
      class="n">Price</th><th scope="col" class="n">Weight</th><th scope="col" \#
      class="n">Count</th></tr>
      </thead>
      <tbody>
      <tr><th scope="row">AAPL</th><td>Apple Inc.</td><td class="d">2024-03-01</td><td \#
      class="n">10.5</td><td class="n"><data value="1892.625" title="1892.625" \#
      tabindex="-1">1,892.62</data></td><td class="n">180.25</td><td class="n"><data \#
      value="0.1234567" title="0.1234567" tabindex="-1">12.35%</data></td><td \#
      class="n">3</td></tr>
      <tr><th scope="row">7203.T</th><td dir="auto">トヨタ自動車</td><td \#
      class="d">2023-12-29</td><td class="n">100</td><td class="n neg">-1,234,567</td><td \#
      class="n">2,590.5</td><td class="n neg">-50.00%</td><td class="n neg">-12</td></tr>
      <tr><th scope="row" dir="auto">CAFÉ</th><td dir="auto">Café &lt;b&gt;&amp; \#
      *Söhne*&lt;/b&gt;👩‍💻</td><td class="d">-</td><td class="n">0.00000001</td><td \#
      class="n"><data value="-0.004" title="-0.004" tabindex="-1">0.00</data></td><td \#
      class="n">-</td><td class="n">-</td><td class="n">-</td></tr>
      </tbody>
      <tfoot>
      <tr><th scope="row">Total</th><td></td><td></td><td></td><td class="n"><data \#
      value="12345678.905" title="12345678.905" tabindex="-1">12,345,678.90</data></td><td>\#
      </td><td></td><td class="n">3</td></tr>
      </tfoot>
      </table>
      </div>
      <p>Net worth: -1,234.50 USD</p>
      <p>Return: 7.12%</p>
      <p class="warning">Warning: no price for &quot;CAFÉ&quot; [W501]</p>
      <p>Method: FIFO.</p>
      <p>Amounts are rounded to the minor unit; totals sum the exact ones. Point at a number, or \#
      click it, for its exact value.</p>
      </main>
      </body>
      </html>

      """#
    expectSame(String(text[..<style.lowerBound] + text[afterStyle.upperBound...]), expected)
  }

  @Test func `HTML has a style for light and for dark`() throws {
    let text = try SampleReport.make().text(as: .html)
    #expect(text.contains("color-scheme: light dark"))
    #expect(text.contains("@media (prefers-color-scheme: dark)"))
    #expect(text.contains("@media print"))
  }

  @Test func `HTML shows what it forbids as a replacement character`() {
    let report = Report(
      name: "n", title: "'N'", columns: [.init("a", "A", .text)], rows: [[.text("x\u{0}\u{1B}y")]])
    let text = report.text(as: .html)
    #expect(text.contains("<th scope=\"row\">x\u{FFFD}\u{FFFD}y</th>"))
    #expect(text.contains("<title>&#39;N&#39;</title>"))
  }
}
