// The tools that print a report.
extension MCPTool {
  /// The tool of a report.
  init(_ kind: ReportKind) {
    self.init(
      ReportArgument.nameInTools(kind.name), title: kind.title,
      "\(kind.summary). \(kind.description)", Self.parameters(of: kind), output: Self.reportSchema
    ) { call in
      let ledger = try call.ledger()
      let checked = try ledger.ledger()
      var options = try call.bookingOptions()
      options.warnsOfNegativeCash = true
      let request = try call.request(on: checked, options.regime(of: checked))
      options.asOf = request.asOf ?? request.selection.to
      let made = try kind.report(on: checked, options, request)
      guard let (report, _) = made else {
        throw MCPToolFailure(
          "\(kind.name) needs tax rules: add the argument tax_rules with \(TaxForm.choices).")
      }
      return call.answer(try call.filtered(report), of: ledger)
    }
  }

  private static func parameters(of kind: ReportKind) -> [MCPParameter] {
    MCPParameter.list(ReportArgument.ofReports.filter(kind.takes)) + rowParameters
  }

  /// The argument for `PricePolicy.tradesCount`.
  public static let tradePricesParameter = MCPParameter(.tradePrices)

  /// The arguments that say how a ledger is booked. `MCPCall.bookingOptions()` reads them.
  public static let bookingParameters = MCPParameter.list(ReportArgument.ofBooking)

  /// The arguments that select rows of a report. `MCPCall.answer(_:of:)` reads them.
  public static let rowParameters: [MCPParameter] = [
    MCPParameter("limit", .integer(0...10_000), "The number of rows at most; by default 1000."),
    MCPParameter("offset", .integer(0...1_000_000_000), "The number of rows to skip."),
  ]

  /// The JSON Schema of an answer that is a report.
  public static let reportSchema = """
    {"type": "object", "properties": {"ledger": {"type": "string"}, \
    "row_count": {"type": "integer"}, "first_row": {"type": "integer"}, \
    "report": {"type": "object", "properties": {"report": {"type": "string"}, \
    "as_of": {"type": ["string", "null"]}, "base_currency": {"type": ["string", "null"]}, \
    "rows": {"type": "array", "items": {"type": "object"}}, "totals": {"type": "object"}, \
    "warnings": {"type": "array", "items": {"type": "object", "properties": \
    {"code": {"type": "string"}, "message": {"type": "string"}}, \
    "required": ["code", "message"]}}}, \
    "required": ["report", "as_of", "base_currency", "rows", "totals", "warnings"]}, \
    "notes": {"type": "array", "items": {"type": "string"}}}, \
    "required": ["ledger", "row_count", "first_row", "report", "notes"]}
    """
}

extension ReportKind {
  /// The summary with a capital letter, without what follows a colon or a comma.
  fileprivate var title: String {
    let words = summary.prefix { $0 != ":" && $0 != "," }
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}

extension MCPCall {
  /// The options of booking that `MCPTool.bookingParameters` give.
  public func bookingOptions() throws(MCPToolFailure) -> BookingOptions {
    let choices = try choices()
    var options = choices.booking
    options.asOf = choices.asOf?.given
    return options
  }

  /// The request of a report.
  fileprivate func request(
    on ledger: Ledger, _ regime: TaxRegime?
  ) throws(MCPToolFailure) -> ReportRequest {
    let choices = try choices()
    if let fault = choices.faultOfPeriod(ReportArgument.nameInTools) { throw MCPToolFailure(fault) }
    let request = choices.request(under: regime, ledger.tables) { $0?.given }
    if request.beginsAfterEnd {
      throw MCPToolFailure(
        "The period begins after its last day or after as_of: exchange the two, or correct one.")
    }
    for (_, kind, given, known) in choices.names(in: ledger.tables, withCurrencies: true) {
      try check(given, kind, known)
    }
    return request
  }

  /// Throws if the ledger does not have a name.
  func check(
    _ names: [String], _ kind: String, _ known: [String]
  ) throws(MCPToolFailure) {
    guard let name = names.first(where: { !known.contains($0) }) else { return }
    let hint = Suggestions.question(for: name, among: known).map { " \($0)" } ?? ""
    throw MCPToolFailure("The ledger has no \(kind) '\(name)'.\(hint)")
  }

  /// The rows of a report that meet the condition of `where`.
  fileprivate func filtered(_ report: Report) throws(MCPToolFailure) -> Report {
    guard let condition = text("where") else { return report }
    do throws(ConditionFault) {
      return try report.filtered(where: RowCondition(condition))
    } catch {
      throw MCPToolFailure("where: \(error)")
    }
  }

  /// A report as an answer, with the rows that `MCPTool.rowParameters` select.
  public func answer(_ whole: Report, of ledger: MCPLedger) -> [UInt8] {
    var report = whole
    let first = min(integer("offset") ?? 0, whole.rowCount)
    report.rowCount = min(integer("limit") ?? 1_000, whole.rowCount - first)
    report.row = { [row = whole.row] in row($0 + first) }
    return JSONText.object { json in
      json.text("ledger", ledger.name)
      json.json("row_count".utf8, "\(whole.rowCount)".utf8)
      json.json("first_row".utf8, "\(first)".utf8)
      // A text in JSON has no line breaks, so these and the blanks after them only part the values.
      let lines = report.text(as: .json).split(separator: "\n").map { $0.drop { $0 == " " } }
      json.json("report".utf8, lines.joined(separator: " ").utf8)
      json.list("notes", whole.notes)
    }
  }
}
