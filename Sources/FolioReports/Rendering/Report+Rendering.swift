import FolioDiagnostics

extension Report {
  /// Writes the report in a format, one row at a time. Throws what the sink throws; the caller
  /// calls `finish()` on the sink.
  public func render(
    as format: ReportFormat, options: RenderingOptions = RenderingOptions(),
    into sink: inout TextSink
  ) throws(SinkFailure) {
    if let portfolio = options.portfolio, format != .json {
      try named(portfolio, as: format, into: &sink)
        .render(as: format, options: options.withoutPortfolio, into: &sink)
      return
    }
    switch format {
    case .table: try TableRenderer.render(self, options: options, into: &sink)
    case .json: try JSONRenderer.render(self, options: options, into: &sink)
    case .csv: try CSVRenderer.render(shown(options), options: options, into: &sink)
    case .markdown: try MarkdownRenderer.render(shown(options), options: options, into: &sink)
    case .html: try HTMLRenderer.render(shown(options), options: options, into: &sink)
    }
  }

  private func shown(_ options: RenderingOptions) -> Report {
    options.escapesText ? forTerminal : self
  }

  /// The report with the name of its portfolio: in front of each row of CSV, and above all else.
  private func named(
    _ portfolio: String, as format: ReportFormat, into sink: inout TextSink
  ) throws(SinkFailure) -> Report {
    guard format == .csv else {
      let name = DiagnosticPrinter.printable(portfolio)
      try sink.append(format == .table ? "\(name)\n\n" : "")
      return self
    }
    var report = self
    report.columns.insert(Column("portfolio", "Portfolio", .text), at: 0)
    report.row = { [row] in [.text(portfolio)] + row($0) }
    return report
  }

  /// The whole text of the report; for a long one, render into a sink instead.
  public func text(
    as format: ReportFormat, options: RenderingOptions = RenderingOptions()
  ) -> String {
    let page = CollectedBytes()
    var sink = TextSink { block throws(SinkFailure) in page.bytes.append(contentsOf: block) }
    do {
      try render(as: format, options: options, into: &sink)
      try sink.finish()
    } catch {
      return error.reason
    }
    return String(decoding: page.bytes, as: UTF8.self)
  }
}

/// The receiver of a report that is wanted as one text.
private final class CollectedBytes {
  var bytes: [UInt8] = []
}

extension RenderingOptions {
  fileprivate var withoutPortfolio: RenderingOptions {
    var options = self
    options.portfolio = nil
    return options
  }
}
