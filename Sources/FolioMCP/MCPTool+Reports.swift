import Folio
import FolioInterchange

// The tools that print a report.
extension MCPTool {
  /// The tool of a report.
  init(_ kind: ReportKind) {
    self.init(
      String(kind.name.map { $0 == "-" ? "_" : $0 }), title: kind.title,
      "\(kind.summary). \(kind.description)", Self.parameters(of: kind), output: Self.reportSchema
    ) { call in
      let ledger = try call.ledger()
      let checked = try ledger.ledger()
      var options = try call.bookingOptions()
      options.warnsOfNegativeCash = true
      let request = try call.request(kind, on: checked, options.regime(of: checked))
      options.asOf = request.asOf ?? request.selection.to
      let made = try kind.report(on: checked, options, request)
      guard let (report, _) = made else {
        throw MCPToolFailure(
          "\(kind.name) needs tax rules: add the argument tax_rules with \(TaxForm.choices).")
      }
      return call.answer(try call.filtered(report), of: ledger)
    }
  }

  /// The arguments of a report: those that all reports take, then its own.
  private static func parameters(of kind: ReportKind) -> [MCPParameter] {
    var parameters = bookingParameters
    if kind.options.contains(.period) {
      parameters += [
        MCPParameter("from", .day, "The first day of the period."),
        MCPParameter("to", .day, "The last day of the period."),
        MCPParameter(
          "tax_year", .integer(1...9998),
          "The year in which a tax year begins, instead of from and to."),
      ]
    }
    if !kind.refusedOptions.contains("symbol") {
      parameters.append(MCPParameter("symbols", .texts, "Only these instruments."))
    }
    if !kind.refusedOptions.contains("account") {
      parameters.append(
        MCPParameter("accounts", .texts, "Only these cash or securities accounts, by id."))
    }
    for group in ReportKind.OptionGroup.allCases where kind.options.contains(group) {
      parameters += own(of: group)
    }
    parameters.append(
      MCPParameter(
        "where", .text,
        "Only the rows that meet a condition on columns, with their totals; as in the WHERE of "
          + "SQL: \"symbol = 'NVLT' and gain < 0\"."))
    return parameters + rowParameters
  }

  private static func own(of group: ReportKind.OptionGroup) -> [MCPParameter] {
    switch group {
    case .period: []
    case .prices:
      [
        MCPParameter(
          "max_price_age", .integer(0...100_000), "Warn of prices that are older, in days."),
        tradePricesParameter,
      ]
    case .returns:
      [
        MCPParameter("per", .choice(ReturnScope.words), "Returns of the whole, or of each part."),
        MCPParameter(
          "by", .choice(PeriodStep.words), "The length of the periods; one if left out."),
        MCPParameter("benchmark", .text, "The symbol of an instrument to compare with."),
      ]
    case .profitRows: [MCPParameter("per", .choice(ProfitGrouping.words), "What each row is.")]
    case .incomeRows: [MCPParameter("by", .choice(IncomeGrouping.words), "What each row is.")]
    case .cashGains: [MCPParameter("include_cash", .flag, "Also gains on foreign cash.")]
    case .cashAccount: [MCPParameter("cash", .text, "Only this cash account, by id.")]
    }
  }

  /// The argument for `PricePolicy.tradesCount`.
  public static let tradePricesParameter = MCPParameter(
    "trade_prices", .flag, "Value instruments without a price at their last trade price.")

  /// The arguments that say how a ledger is booked. `MCPCall.bookingOptions()` reads them.
  public static let bookingParameters: [MCPParameter] = [
    MCPParameter("as_of", .day, "The last day that counts; by default the last day of the ledger."),
    MCPParameter("base", .text, "The base currency, such as EUR."),
    MCPParameter("method", .choice(CostBasisMethod.words), "Which lots a sale uses first."),
    MCPParameter("lot_scope", .choice(LotScope.words), "Where lots are matched."),
    MCPParameter(
      "fee_treatment", .choice(FeeTreatment.words), "Whether fees are part of the cost."),
    MCPParameter("tax_rules", .choice(TaxRules.words), "The tax rules that determine gains."),
    MCPParameter("date_basis", .choice(DateBasis.words), "Which date of a trade counts."),
  ]

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

extension RawRepresentable where RawValue == String, Self: CaseIterable {
  static var words: [String] { allCases.map(\.rawValue) }
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
    var options = BookingOptions()
    if let code = text("base") {
      guard let currency = try? Currency(code) else {
        throw MCPToolFailure("'\(code.prefix(80))' is no currency: write a code such as EUR.")
      }
      options.baseCurrency = currency
    }
    options.method = choice("method")
    options.lotScope = choice("lot_scope")
    options.feeTreatment = choice("fee_treatment")
    options.taxRules = choice("tax_rules")
    options.dateBasis = choice("date_basis") ?? .trade
    options.asOf = day("as_of")
    return options
  }

  /// The request of a report.
  fileprivate func request(
    _ kind: ReportKind, on ledger: Ledger, _ regime: TaxRegime?
  ) throws(MCPToolFailure) -> ReportRequest {
    var request = ReportRequest()
    request.asOf = day("as_of")
    (request.selection.from, request.selection.to) = (day("from"), day("to"))
    if let year = integer("tax_year").flatMap({ TaxYear($0) }) {
      if request.selection.from != nil || request.selection.to != nil {
        throw MCPToolFailure("tax_year and from or to both set the period: leave one out.")
      }
      (request.selection.from, request.selection.to) = year.period(under: regime)
    }
    if request.beginsAfterEnd {
      throw MCPToolFailure(
        "The period begins after its last day or after as_of: exchange the two, or correct one.")
    }
    let tables = ledger.tables
    let symbols = tables.instruments.map { tables.text($0.symbol) }
    let accounts = tables.cashAccounts.map { tables.text($0.id) }
    let securities = tables.securitiesAccounts.all.map { tables.text($0) }.filter { !$0.isEmpty }
    try check(texts("symbols"), "symbol", symbols + tables.currencies.all.map(\.code))
    try check(texts("accounts"), "account", accounts + securities)
    try check([text("cash")].compactMap { $0 }, "cash account", accounts)
    request.selection.symbols = Set(texts("symbols"))
    request.selection.accounts = Set(texts("accounts") + [text("cash")].compactMap { $0 })
    request.prices.maximumAge = integer("max_price_age")
    request.prices.tradesCount = flag("trade_prices")
    request.includesCash = flag("include_cash")
    if kind.options.contains(.returns) {
      request.returns.scope = choice("per") ?? .portfolio
      request.returns.step = choice("by")
      if let symbol = text("benchmark") {
        try check([symbol], "symbol", symbols)
        request.returns.benchmark = symbols.firstIndex(of: symbol).map { InstrumentIndex($0) }
      }
    }
    if kind.options.contains(.profitRows) { request.profitGrouping = choice("per") ?? .symbol }
    if kind.options.contains(.incomeRows) { request.incomeGrouping = choice("by") ?? .date }
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
    var json = JSONText()
    json.open("{")
    json.text("ledger", ledger.name.utf8)
    json.json("row_count".utf8, "\(whole.rowCount)".utf8)
    json.json("first_row".utf8, "\(first)".utf8)
    // A text in JSON has no line breaks, so these and the blanks after them only part the values.
    let lines = report.text(as: .json).split(separator: "\n").map { $0.drop { $0 == " " } }
    json.json("report".utf8, lines.joined(separator: " ").utf8)
    json.key("notes".utf8)
    json.open("[")
    for note in whole.notes { json.string(note.utf8) }
    json.close("]")
    json.close("}")
    return json.bytes
  }
}
