/// A row of an answer.
public struct QuoteRow: Sendable, Hashable {
  /// The day that it is of.
  public var day: Day
  /// The price of one unit, or the units of `to` for one of `from`.
  public var value: ExactDecimal
  /// The currency of a price, or a hundredth of it such as GBX; nil: that of the instrument.
  public var currency: Currency?
}

/// The rows of an answer, by day.
public struct QuoteAnswer: Sendable {
  /// One row for each day, oldest first.
  public var rows: [QuoteRow] = []
  /// The number of rows without a value, which are left out.
  public var emptyRows = 0
}

extension QuoteSource {
  /// Reads the answer to a request.
  /// - Parameter status: The status of HTTP; nil for a program.
  /// - Throws: The answer is no data, or the source says why it has none.
  public func read(
    _ bytes: [UInt8], status: Int? = nil, for request: QuoteRequest
  ) throws(QuoteFault) -> QuoteAnswer {
    if let status, request.emptyStatuses.contains(status) { return QuoteAnswer() }
    if let status, !(200..<300).contains(status) {
      throw QuoteFault("the answer has the status \(status)\(Self.beginning(of: bytes, ": "))")
    }
    switch answer.form {
    case .json: return try readJSON(bytes, request)
    case .csv: return try readCSV(bytes, request)
    }
  }

  /// The beginning of an answer, as it may be shown.
  static func beginning(of bytes: [UInt8], _ start: String) -> String {
    let text = String(decoding: bytes.prefix(120), as: UTF8.self)
    let line = text.split { $0.isNewline || $0 == "\t" || $0 == " " }.joined(separator: " ")
    return line.isEmpty ? "" : "\(start)\(line.prefix(80))\(line.count > 80 ? "…" : "")"
  }

  private func readJSON(
    _ bytes: [UInt8], _ request: QuoteRequest
  ) throws(QuoteFault) -> QuoteAnswer {
    let root: JSONNode
    do throws(Diagnostic) {
      root = try JSONNode.parse(bytes)
    } catch {
      throw QuoteFault("the answer is not JSON\(Self.beginning(of: bytes, ": "))")
    }
    let document = JSONRow(node: root)
    for path in answer.errors {
      if let text = document.text(at: path, in: root), !text.isEmpty {
        throw QuoteFault("the source says\(Self.beginning(of: text, ": "))")
      }
    }
    if document.rows(at: answer.needed).isEmpty {
      throw QuoteFault("the answer has no \(text(of: answer.needed))")
    }
    var reading = QuoteReading(self, request)
    if let splits = answer.splits {
      for row in document.rows(at: splits.rows) {
        try reading.take(
          split: row.text(at: splits.day, in: root), row.text(at: splits.new, in: root),
          row.text(at: splits.old, in: root), offset(of: row, root))
      }
    }
    for row in document.rows(at: answer.rows) {
      try reading.take(
        row.text(at: answer.day, in: root), row.text(at: answer.value, in: root),
        try currency(request) { row.text(at: $0, in: root) }, offset(of: row, root))
    }
    return try reading.answer()
  }

  private func offset(of row: JSONRow, _ root: JSONNode) -> Int {
    let text = answer.offset.flatMap { row.text(at: $0, in: root) }
    return text.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
  }

  private func text(of path: JSONPath) -> String {
    let words = path.steps.map { step in if case .key(let key) = step { key } else { "*" } }
    return words.isEmpty ? "rows" : "\"\(words.joined(separator: "/"))\""
  }

  private func readCSV(
    _ bytes: [UInt8], _ request: QuoteRequest
  ) throws(QuoteFault) -> QuoteAnswer {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var table = CSVRows(bytes, from: start)
    guard table.next() else { return QuoteAnswer() }
    let names = table.fields.map { String(decoding: table.content($0), as: UTF8.self) }
    func column(_ path: JSONPath) throws(QuoteFault) -> Int {
      if let index = names.firstIndex(of: path.column) { return index }
      throw QuoteFault(
        "the answer has no column \(path.column)\(Self.beginning(of: bytes, "; it begins: "))")
    }
    let (day, value) = (try column(answer.day), try column(answer.value))
    var reading = QuoteReading(self, request)
    while table.next() {
      let fields = table.fields
      func text(_ index: Int) -> [UInt8]? {
        index < fields.count ? Array(table.content(fields[index])) : nil
      }
      try reading.take(
        text(day), text(value),
        try currency(request) { names.firstIndex(of: $0.column).flatMap(text) }, 0)
    }
    return try reading.answer()
  }

  private func currency(
    _ request: QuoteRequest, _ text: (JSONPath) -> [UInt8]?
  ) throws(QuoteFault) -> Currency? {
    switch answer.currency {
    case nil: return nil
    case .path(let path):
      guard let code = text(path), let found = try? code.withSpan(Currency.init(read:)) else {
        throw QuoteFault("the answer does not say in which currency the prices are")
      }
      return found
    case .template(let template):
      let holes = QuoteHoles(subject: request.subject, days: request.days) { _ in nil }
      return try? Currency(try template.filled(holes))
    }
  }
}
