import FolioModel
import FolioNumbers

/// One JSON object: the question, `rows` with one row a line, `totals` and `warnings`.
///
/// Amounts, quantities and rates are strings of plain digits, exact and never rounded, so that no
/// reader turns them into binary fractions by accident; counts are JSON numbers; what is not known
/// is `null`. `as_of` and `base_currency` are always there, `from` and `to` only when they are set
/// or when the report always has them, `date_basis` only when it is not the trade's, `rates` only
/// where there are some.
enum JSONRenderer {
  static func render(
    _ report: Report, options: RenderingOptions, into sink: inout TextSink
  ) throws(SinkFailure) {
    let layout = Layout(isOneLine: options.portfolio != nil)
    if let portfolio = options.portfolio {
      appendKey("portfolio", after: "{", to: &sink.buffer)
      appendString(portfolio, to: &sink.buffer)
      appendKey("report", after: ", ", to: &sink.buffer)
    }
    appendHead(of: report, layout, to: &sink.buffer)
    try appendRows(of: report, layout, into: &sink)
    appendTotals(of: report, layout, to: &sink.buffer)
    appendRates(of: report, layout, to: &sink.buffer)
    appendWarnings(of: report, layout, to: &sink.buffer)
    try sink.append(layout.start(0) + (options.portfolio == nil ? "}\n" : "}}\n"))
  }

  /// What stands between values: a line for each, or all on one.
  private struct Layout {
    let isOneLine: Bool

    /// Before the first value of so many brackets, or before the last bracket.
    func start(_ depth: Int) -> String {
      isOneLine ? "" : "\n" + String(repeating: "  ", count: depth)
    }

    /// Before a further one.
    func next(_ depth: Int) -> String { isOneLine ? ", " : "," + start(depth) }
  }

  private static func appendHead(
    of report: Report, _ layout: Layout, to bytes: inout [UInt8]
  ) {
    appendKey("report", after: "{" + layout.start(1), to: &bytes)
    appendString(report.name, to: &bytes)
    appendKey("as_of", after: layout.next(1), to: &bytes)
    appendValue(report.asOf.map { .day($0) } ?? .null, to: &bytes)
    appendKey("base_currency", after: layout.next(1), to: &bytes)
    appendValue(.text(orNull: report.baseCurrency?.code), to: &bytes)
    if report.dateBasis == .settlement {
      appendKey("date_basis", after: layout.next(1), to: &bytes)
      appendString(report.dateBasis.rawValue, to: &bytes)
    }
    if report.from != nil || report.tellsPeriod.first {
      appendKey("from", after: layout.next(1), to: &bytes)
      appendValue(.day(orNull: report.from), to: &bytes)
    }
    if report.to != nil || report.tellsPeriod.last {
      appendKey("to", after: layout.next(1), to: &bytes)
      appendValue(.day(orNull: report.to), to: &bytes)
    }
  }

  private static func appendRows(
    of report: Report, _ layout: Layout, into sink: inout TextSink
  ) throws(SinkFailure) {
    let (start, next) = (layout.start(2), layout.next(2))
    let starts = rowStarts(of: report.columns)
    appendKey("rows", after: layout.next(1), to: &sink.buffer)
    sink.buffer.append(UInt8(ascii: "["))
    for index in 0..<report.rowCount {
      sink.buffer.append(contentsOf: (index == 0 ? start : next).utf8)
      appendRow(report.row(index), starts: starts, to: &sink.buffer)
      try sink.drainIfFull()
    }
    sink.buffer.append(contentsOf: (report.rowCount == 0 ? "]" : layout.start(1) + "]").utf8)
  }

  /// The bytes that stand before the value of each column: `{"symbol": `, then `, "name": `.
  private static func rowStarts(of columns: [Report.Column]) -> [[UInt8]] {
    columns.indices.map { index in
      var bytes = Array((index == 0 ? "{" : ", ").utf8)
      appendString(columns[index].key, to: &bytes)
      bytes.append(contentsOf: ": ".utf8)
      return bytes
    }
  }

  private static func appendRow(
    _ cells: [Report.Cell], starts: [[UInt8]], to bytes: inout [UInt8]
  ) {
    if starts.isEmpty { bytes.append(UInt8(ascii: "{")) }
    for (index, start) in starts.enumerated() {
      bytes.append(contentsOf: start)
      appendValue(index < cells.count ? cells[index] : .null, to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private static func appendTotals(
    of report: Report, _ layout: Layout, to bytes: inout [UInt8]
  ) {
    appendKey("totals", after: layout.next(1), to: &bytes)
    bytes.append(UInt8(ascii: "{"))
    for (index, total) in report.totals.enumerated() {
      appendKey(total.key, after: index == 0 ? layout.start(2) : layout.next(2), to: &bytes)
      appendValue(total.value, to: &bytes)
    }
    bytes.append(contentsOf: (report.totals.isEmpty ? "}" : layout.start(1) + "}").utf8)
  }

  private static func appendRates(
    of report: Report, _ layout: Layout, to bytes: inout [UInt8]
  ) {
    if report.rates.isEmpty { return }
    appendKey("rates", after: layout.next(1), to: &bytes)
    for (index, used) in report.rates.enumerated() {
      appendKey(
        "from", after: (index == 0 ? "[" + layout.start(2) : layout.next(2)) + "{", to: &bytes)
      appendValue(.text(orNull: used.rate.path.first?.code), to: &bytes)
      let values: [(String, Report.Cell)] = [
        ("to", .text(orNull: used.rate.path.last?.code)), ("on", .day(used.on)),
        ("rate", used.value(places: Precision.cost).map { .number($0) } ?? .null),
        ("rate_date", .day(orNull: used.rate.day)), ("rate_kind", .text(used.kind.rawValue)),
        ("rate_via", .text(used.rate.path.map(\.code).joined(separator: "/"))),
      ]
      for (key, value) in values {
        appendKey(key, after: ", ", to: &bytes)
        appendValue(value, to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
    bytes.append(contentsOf: (layout.start(1) + "]").utf8)
  }

  private static func appendWarnings(
    of report: Report, _ layout: Layout, to bytes: inout [UInt8]
  ) {
    appendKey("warnings", after: layout.next(1), to: &bytes)
    bytes.append(UInt8(ascii: "["))
    for (index, warning) in report.warnings.enumerated() {
      appendKey("code", after: (index == 0 ? layout.start(2) : layout.next(2)) + "{", to: &bytes)
      appendString(warning.code.rawValue, to: &bytes)
      appendKey("message", after: ", ", to: &bytes)
      appendString(warning.message, to: &bytes)
      bytes.append(UInt8(ascii: "}"))
    }
    bytes.append(contentsOf: (report.warnings.isEmpty ? "]" : layout.start(1) + "]").utf8)
  }

  static func appendKey(
    _ key: String, after separator: String, to bytes: inout [UInt8]
  ) {
    bytes.append(contentsOf: separator.utf8)
    appendString(key, to: &bytes)
    bytes.append(contentsOf: ": ".utf8)
  }

  static func appendValue(_ cell: Report.Cell, to bytes: inout [UInt8]) {
    switch cell {
    case .text(let text): appendString(text, to: &bytes)
    case .null: bytes.append(contentsOf: "null".utf8)
    case .integer: CellText.append(cell, to: &bytes)
    case .day, .number, .money:
      bytes.append(UInt8(ascii: "\""))
      CellText.append(cell, to: &bytes)
      bytes.append(UInt8(ascii: "\""))
    }
  }

  static func appendString(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20, 0x7F: appendEscape(of: byte, to: &bytes)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func appendEscape(of control: UInt8, to bytes: inout [UInt8]) {
    switch control {
    case 0x09: bytes.append(contentsOf: "\\t".utf8)
    case 0x0A: bytes.append(contentsOf: "\\n".utf8)
    case 0x0D: bytes.append(contentsOf: "\\r".utf8)
    default:
      let digits = Array("0123456789abcdef".utf8)
      bytes.append(contentsOf: "\\u00".utf8)
      bytes.append(digits[Int(control >> 4)])
      bytes.append(digits[Int(control & 15)])
    }
  }
}
