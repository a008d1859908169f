/// A page with all reports on a portfolio: one HTML file without a reference to any other, for
/// screens of all sizes and for paper.
///
/// All its figures come from reports; it adds only sums and shares of rows that it shows. The same
/// ledger and request give the same bytes.
public struct PortfolioPage: Sendable {
  let reports: PageReports
  let request: PageRequest
  private(set) var head: PageHead

  /// Books a ledger and creates the reports of the page.
  /// - Parameters:
  ///   - options: The booking options. The page overrides which data is kept.
  /// - Throws: `LedgerFaults` of booking, or an `ArithmeticFault` if a sum exceeds the precision of
  ///   `ExactDecimal`.
  public init(
    of ledger: Ledger, _ options: BookingOptions, _ request: PageRequest,
    progress: WorkProgress.Receiver? = nil
  ) throws {
    let fingerprints = request.isRedacted ? nil : Fingerprints(of: ledger.tables.sources)
    let reports = try PageReports(
      of: ledger, options, request.report, progress: progress)
    // Amounts that show whether the page reconciles are compared before they are left out.
    head = PageHead(reports, fingerprints)
    if !request.isRedacted { head.noteImports(of: ledger.tables) }
    self.reports = request.isRedacted ? reports.redacted : reports
    self.request = request
  }

  /// The warnings of all reports, each once, in the order of the page. Those about single periods
  /// of a chart are apart, because a ledger without prices has one for each month.
  var warnings: (main: [Report.Warning], ofSteps: [Report.Warning]) {
    var seen: Set<Report.Warning> = []
    let main = reports.main.flatMap(\.warnings).filter { seen.insert($0).inserted }
    let steps = reports.steps.flatMap(\.warnings).filter { seen.insert($0).inserted }
    return (main, steps)
  }

  /// Writes the page. Rethrows errors of the sink. The caller must call `finish()` on the sink.
  public func write(into sink: inout TextSink) throws(SinkFailure) {
    let style = PageStyle.common + PageStyle.report + PageStyle.paper(head.footer)
    let script = PageScript.text
    let start: Markup = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      style-src 'sha256-\(SHA256.base64(of: style))'; \
      script-src 'sha256-\(SHA256.base64(of: script))'; \
      base-uri 'none'; form-action 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <meta name="generator" content="folio \(FolioVersion.current)">
      <title>\(title)</title>
      <style>\(raw: style)</style>
      </head>
      <body>
      \(raw: Figure.patterns)<a class="skip" href="#main">Skip to the content</a>

      """
    try sink.append(start.bytes)
    let sections = sections
    try sink.append(header(before: sections).bytes)
    try sink.append("<main id=\"main\">\n")
    for section in sections { try sink.append(section.markup.bytes) }
    try sink.append("</main>\n")
    try sink.append(footer.bytes)
    try sink.append("<script>\(script)</script>\n</body>\n</html>\n")
  }

  /// The heading of the page.
  var title: String { request.title ?? "Portfolio report" }

  /// The sections in their order.
  var sections: [Section] {
    [
      keyFigures, valueSection, profitSection, returnsSection, allocationSection,
      positionsSection, gainsSection, incomeSection, cashSection, balanceSection, notesSection,
      definitionsSection,
    ]
  }

  /// A section with its id, which links point to.
  struct Section {
    let id: String
    let title: String
    let markup: Markup

    init(_ id: String, _ title: String, @MarkupBuilder _ content: () -> Markup) {
      (self.id, self.title) = (id, title)
      markup = """
        <section id="\(id)" aria-labelledby="\(id)-h">
        <h2 id="\(id)-h">\(title)</h2>
        \(content())</section>

        """
    }
  }
}
