extension Report {
  /// Writes the report in a format, one row at a time. Throws what the sink throws; the caller
  /// calls `finish()` on the sink.
  public func render(
    as format: ReportFormat, options: RenderingOptions = RenderingOptions(),
    into sink: inout TextSink
  ) throws(SinkFailure) {
    switch format {
    case .table: try TableRenderer.render(self, options: options, into: &sink)
    case .json: try JSONRenderer.render(self, options: options, into: &sink)
    case .csv: try CSVRenderer.render(self, options: options, into: &sink)
    case .markdown: try MarkdownRenderer.render(self, options: options, into: &sink)
    case .html: try HTMLRenderer.render(self, options: options, into: &sink)
    }
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
