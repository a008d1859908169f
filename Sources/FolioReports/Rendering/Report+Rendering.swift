extension Report {
  /// Writes the report in a format, one row at a time. Rethrows errors of the sink. The caller must
  /// call `finish()` on the sink.
  public func render(
    as format: ReportFormat, options: RenderingOptions = RenderingOptions(),
    into sink: inout TextSink
  ) throws(SinkFailure) {
    if let portfolio = options.portfolio, format != .json {
      var rest = options
      rest.portfolio = nil
      return try named(portfolio, as: format, into: &sink)
        .render(as: format, options: rest, into: &sink)
    }
    let shown = options.escapesText ? forTerminal : self
    switch format {
    case .table: try TableRenderer.render(self, options: options, into: &sink)
    case .json: try JSONRenderer.render(self, options: options, into: &sink)
    case .csv: try CSVRenderer.render(shown, into: &sink)
    case .markdown: try MarkdownRenderer.render(shown, into: &sink)
    case .html: try HTMLRenderer.render(shown, into: &sink)
    }
  }

  /// Renders the rows alone, for `renderedRows` of a report that is rendered in the same way.
  /// - Returns: the rows, or `nil` if the format needs all rows before it can write the first.
  package func rowsAlone(as format: ReportFormat) -> [UInt8]? {
    switch format {
    case .json: JSONRenderer.rows(of: self)
    case .csv: CSVRenderer.rows(of: self)
    case .table, .markdown, .html: nil
    }
  }

  /// No bytes, with room for the rows of most ledgers: an array that grows by small steps is copied
  /// often.
  var roomForRows: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rowCount * 384)
    return bytes
  }

  /// Writes several reports of a portfolio as one line of JSON,
  /// `{"portfolio": "a", "reports": {"holdings": {...}, "gains": {...}}}`.
  package static func renderLine(
    _ reports: [Report], of portfolio: String, into sink: inout TextSink
  ) throws(SinkFailure) {
    try JSONRenderer.render(reports, of: portfolio, into: &sink)
  }

  /// Adds the name of the portfolio: as the first column of CSV, and above the table.
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

  /// Returns the report as text. For a long report, render into a sink instead.
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

/// Collects the output of a sink.
private final class CollectedBytes {
  var bytes: [UInt8] = []
}
