/// Renders one JSON object: properties of the report, `rows` with one row per line, `totals` and
/// `warnings`.
///
/// Amounts, quantities and rates are strings of exact digits, so that readers do not convert them
/// to binary fractions by accident. Counts are JSON numbers, and unknown values are `null`.
///
/// `as_of` and `base_currency` are always present. `from` and `to` are present if they are set or
/// the report always has them, `date_basis` only for settlement date, and `rates` only if there are
/// any.
struct JSONRenderer {
  typealias Member = (key: String, value: Report.Cell)

  /// Whether the whole report is on one line.
  private let isOneLine: Bool

  static func render(
    _ report: Report, options: RenderingOptions, into sink: inout TextSink
  ) throws(SinkFailure) {
    let renderer = JSONRenderer(isOneLine: options.portfolio != nil)
    if let portfolio = options.portfolio {
      append(("portfolio", .text(portfolio)), after: "{", to: &sink.buffer)
      appendKey("report", after: ", ", to: &sink.buffer)
    }
    try renderer.append(report, into: &sink)
    try sink.append(options.portfolio == nil ? "\n" : "}\n")
  }

  /// Renders several reports of a portfolio as one line.
  static func render(
    _ reports: [Report], of portfolio: String, into sink: inout TextSink
  ) throws(SinkFailure) {
    append(("portfolio", .text(portfolio)), after: "{", to: &sink.buffer)
    appendKey("reports", after: ", ", to: &sink.buffer)
    for (index, report) in reports.enumerated() {
      appendKey(report.name, after: index == 0 ? "{" : ", ", to: &sink.buffer)
      try JSONRenderer(isOneLine: true).append(report, into: &sink)
    }
    try sink.append("}}\n")
  }

  private func append(_ report: Report, into sink: inout TextSink) throws(SinkFailure) {
    for (index, member) in Self.head(of: report).enumerated() {
      Self.append(member, after: index == 0 ? "{" + start(1) : next(1), to: &sink.buffer)
    }
    try appendLists(of: report, into: &sink)
    try sink.append(start(0) + "}")
  }

  private static func head(of report: Report) -> [Member] {
    var head: [Member] = [
      ("report", .text(report.name)), ("as_of", .day(orNull: report.asOf)),
      ("base_currency", .text(orNull: report.baseCurrency?.code)),
    ]
    if report.dateBasis == .settlement {
      head.append(("date_basis", .text(report.dateBasis.rawValue)))
    }
    if report.from != nil || report.alwaysHasPeriod.first {
      head.append(("from", .day(orNull: report.from)))
    }
    if report.to != nil || report.alwaysHasPeriod.last {
      head.append(("to", .day(orNull: report.to)))
    }
    if let condition = report.condition { head.append(("where", .text(condition))) }
    return head
  }

  private func appendLists(
    of report: Report, into sink: inout TextSink
  ) throws(SinkFailure) {
    if let rows = report.renderedRows, rows.count > 0 {
      try append(rows, into: &sink)
    } else {
      let starts = Self.starts(of: report)
      try appendList("rows", "[", report.rowCount, "]", into: &sink) { index, bytes in
        Self.append(report.row(index), starts, to: &bytes)
      }
    }
    try appendList("totals", "{", report.totals.count, "}", into: &sink) { index, bytes in
      let total = report.totals[index]
      Self.append((total.key, total.value), after: "", to: &bytes)
    }
    let partial = report.totals.filter(\.isPartial)
    if !partial.isEmpty {
      try appendList("known_total", "{", partial.count, "}", into: &sink) { index, bytes in
        Self.append((partial[index].key, partial[index].visible), after: "", to: &bytes)
      }
    }
    if !report.missing.isEmpty {
      try appendList("missing", "[", report.missing.count, "]", into: &sink) { index, bytes in
        Self.append(report.missing[index].members, to: &bytes)
      }
    }
    if !report.rates.isEmpty {
      try appendList("rates", "[", report.rates.count, "]", into: &sink) { index, bytes in
        Self.append(report.rates[index].members, to: &bytes)
      }
    }
    if !report.conventions.isEmpty {
      try appendList("conventions", "{", report.conventions.count, "}", into: &sink) {
        let convention = report.conventions[$0]
        Self.append((convention.key, .text(convention.rule)), after: "", to: &$1)
      }
    }
    try appendList("warnings", "[", report.warnings.count, "]", into: &sink) { index, bytes in
      let warning = report.warnings[index]
      Self.append(
        [("code", .text(warning.code.rawValue)), ("message", .text(warning.message))], to: &bytes)
    }
  }

  /// The text before the value of each column: `{"symbol": `, then `, "name": `.
  private static func starts(of report: Report) -> [[UInt8]] {
    report.columns.enumerated().map { index, column in
      var bytes: [UInt8] = []
      appendKey(column.key, after: index == 0 ? "{" : ", ", to: &bytes)
      return bytes
    }
  }

  private static func append(
    _ cells: [Report.Cell], _ starts: [[UInt8]], to bytes: inout [UInt8]
  ) {
    if starts.isEmpty { bytes.append(UInt8(ascii: "{")) }
    for (index, start) in starts.enumerated() {
      bytes.append(contentsOf: start)
      append(cells.cell(index), to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// Renders the rows alone, each after the separator from the one before. The report must not be
  /// on one line.
  static func rows(of report: Report) -> [UInt8] {
    let (separator, starts) = (JSONRenderer(isOneLine: false).next(2), starts(of: report))
    var bytes = report.roomForRows
    for index in 0..<report.rowCount {
      bytes.append(contentsOf: separator.utf8)
      append(report.row(index), starts, to: &bytes)
    }
    return bytes
  }

  /// Appends rows that were rendered alone. The first of them has another separator.
  private func append(_ rows: ByteSpool, into sink: inout TextSink) throws(SinkFailure) {
    Self.appendKey("rows", after: next(1), to: &sink.buffer)
    try sink.append("[" + start(2))
    try sink.append(rows, from: next(2).utf8.count)
    try sink.append(start(1) + "]")
  }

  /// Appends a member that is an array or an object, with one element per line.
  private func appendList(
    _ key: String, _ open: String, _ count: Int, _ close: String, into sink: inout TextSink,
    _ append: (Int, inout [UInt8]) -> Void
  ) throws(SinkFailure) {
    Self.appendKey(key, after: next(1), to: &sink.buffer)
    sink.buffer.append(contentsOf: open.utf8)
    let (start, next) = (start(2), next(2))
    for index in 0..<count {
      sink.buffer.append(contentsOf: (index == 0 ? start : next).utf8)
      append(index, &sink.buffer)
      try sink.drainIfFull()
    }
    sink.buffer.append(contentsOf: (count == 0 ? close : self.start(1) + close).utf8)
  }

  /// The separator before the first value at a depth, or before the closing bracket.
  private func start(_ depth: Int) -> String {
    isOneLine ? "" : "\n" + String(repeating: "  ", count: depth)
  }

  /// The separator before a further value.
  private func next(_ depth: Int) -> String { isOneLine ? ", " : "," + start(depth) }

  /// Appends an object on one line.
  static func append(_ members: [Member], to bytes: inout [UInt8]) {
    for (index, member) in members.enumerated() {
      append(member, after: index == 0 ? "{" : ", ", to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  static func append(_ member: Member, after separator: String, to bytes: inout [UInt8]) {
    appendKey(member.key, after: separator, to: &bytes)
    append(member.value, to: &bytes)
  }

  static func appendKey(_ key: String, after separator: String, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: separator.utf8)
    append(.text(key), to: &bytes)
    bytes.append(contentsOf: ": ".utf8)
  }

  private static func append(_ cell: Report.Cell, to bytes: inout [UInt8]) {
    switch cell {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .integer: CellText.append(cell, to: &bytes)
    case .text(let text):
      bytes.append(UInt8(ascii: "\""))
      text.withUTF8Span { text in
        // Few texts need escapes, and appending all bytes at once is faster than one by one.
        if mustBeEscaped(text) {
          for index in text.indices { appendEscaped(text[index], to: &bytes) }
        } else {
          bytes.append(text)
        }
      }
      bytes.append(UInt8(ascii: "\""))
    case .day, .number, .money:
      bytes.append(UInt8(ascii: "\""))
      CellText.append(cell, to: &bytes)
      bytes.append(UInt8(ascii: "\""))
    }
  }

  private static func mustBeEscaped(_ text: Span<UInt8>) -> Bool {
    text.containsWord { word in
      word.bytes(below: 0x20) | word.bytes(equalTo: 0x7F) | word.bytes(equalTo: UInt8(ascii: "\""))
        | word.bytes(equalTo: UInt8(ascii: "\\")) != 0
    }
  }

  private static func appendEscaped(_ byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
    case 0x09: bytes.append(contentsOf: "\\t".utf8)
    case 0x0A: bytes.append(contentsOf: "\\n".utf8)
    case 0x0D: bytes.append(contentsOf: "\\r".utf8)
    case 0..<0x20, 0x7F:
      let digits = String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      bytes.append(contentsOf: "\\u00\(digits)".utf8)
    default: bytes.append(byte)
    }
  }
}

extension Report.Missing {
  fileprivate var members: [JSONRenderer.Member] {
    switch subject {
    case .rate(let from, let to):
      [
        ("kind", .text("rate")), ("symbol", .null), ("from", .text(from.code)),
        ("to", .text(to.code)), ("since", .day(day)),
      ]
    case .price(let symbol):
      [
        ("kind", .text("price")), ("symbol", .text(symbol)), ("from", .null), ("to", .null),
        ("since", .day(day)),
      ]
    }
  }
}

extension Report.UsedRate {
  fileprivate var members: [JSONRenderer.Member] {
    [
      ("from", .text(orNull: rate.path.first?.code)), ("to", .text(orNull: rate.path.last?.code)),
      ("on", .day(on)), ("rate", value(places: Precision.costPlaces).map { .number($0) } ?? .null),
      ("rate_date", .day(orNull: rate.day)), ("rate_kind", .text(kind.rawValue)),
      ("rate_via", .text(rate.path.map(\.code).joined(separator: "/"))),
    ]
  }
}
