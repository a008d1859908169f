extension ReportKind {
  /// The lines of a tax return.
  public static let taxReturn = ReportKind(
    name: "tax-return", summary: "the lines of the tax return, and what is carried forward",
    description: """
      For each tax year, the amounts for the lines of the return under the rules \
      \(TaxForm.returns): gains and losses by the kinds that the law keeps apart, dividends, \
      interest and tax withheld, allowances, and the losses that go into the next year. Losses of \
      years before the ledger, and other amounts that no transaction gives, come from tax_inputs \
      in the settings. A return needs every amount in the currency of the country, and the kind of \
      each instrument where the law asks for it; what is missing is listed. It is no advice: read \
      the notes. Uses the ledger's tax_rules or --tax-rules.
      """,
    examples: [
      Example(
        "Lines for the German return of a year",
        "folio tax-return --tax-rules de --tax-year 2025 ledger.json"),
      Example(
        "The same of all years, for a spreadsheet",
        "folio tax-return --tax-rules pl --base PLN -f csv ledger.json"),
    ],
    options: [.period], needsTaxRules: true,
    needs: [.disposals, .income, .movements, .laterGroups],
    source: .books { booked, request in try .taxReturn(booked, request.selection) })
}

/// A line of a tax return.
struct TaxLine: Sendable {
  var year: TaxYear
  /// The form, such as `KAP`.
  var form: String
  /// The number of the line or the box; empty for a step of the calculation.
  var line: String
  /// What the amount is.
  var item: String
  var amount: ExactDecimal
}

/// The tax return of a year while it is filled in.
struct TaxReturn {
  /// What happened in the year.
  let figures: TaxYearFigures
  /// The losses that came from earlier years; in the end, those that go into the next.
  var carried: CarriedLosses
  private(set) var lines: [TaxLine] = []
  private(set) var notes: [String] = []

  init(_ figures: TaxYearFigures, _ carried: CarriedLosses) {
    self.figures = figures
    self.carried = carried
  }

  /// The calendar year in which the tax year begins.
  var year: Int { figures.year.firstYear }

  /// Adds a line of a form.
  mutating func add(_ form: String, _ line: String, _ item: String, _ amount: ExactDecimal) {
    lines.append(
      TaxLine(year: figures.year, form: form, line: line, item: item, amount: amount))
  }

  /// Adds a step of the calculation.
  mutating func add(_ item: String, _ amount: ExactDecimal) { add("", "", item, amount) }

  /// Says what a person still has to do.
  mutating func note(_ text: String) { notes.append(text) }

  /// Takes losses of earlier years off an amount above zero, the oldest first.
  /// - Parameters:
  ///   - years: the number of years after a loss in which it may be used; nil for no limit.
  ///   - limit: the most that may be used of the losses of one year.
  /// - Returns: the losses that were used.
  mutating func use(
    _ item: TaxItem, against amount: ExactDecimal, within years: Int? = nil,
    upTo limit: (CarriedLoss) throws -> ExactDecimal = \.left
  ) throws -> ExactDecimal {
    carried.dropExpired(item, in: year, after: years)
    return try carried.use(item, against: amount, upTo: limit)
  }

  /// Adds the lines of what goes into the next year.
  /// - Parameter years: the number of years after a loss in which it may be used; nil for no limit.
  mutating func addCarried(_ names: [TaxItem: String], within years: Int? = nil) {
    for (item, loss) in carried.all where !loss.left.isZero {
      if let years, year + 1 - loss.year > years { continue }
      guard let name = names[item] else { continue }
      add("next year", "", "\(name) of \(loss.year)", loss.left)
    }
  }
}

extension Report {
  /// The lines of the tax returns of the selected years, in the base currency. Returns `nil`
  /// without tax rules.
  /// - Throws: `LedgerFaults` if the base currency is not that of the country (`F451`), if the
  ///   rules have no return (`F452`), or if amounts, kinds of instruments or prices are missing
  ///   (`F453`, `F454`, `F455`); an `ArithmeticFault` if a sum exceeds the precision of
  ///   `ExactDecimal`.
  public static func taxReturn(
    _ booked: BookedLedger, _ selection: Selection = Selection()
  ) throws -> Report? {
    guard let regime = booked.regime, let form = regime.form else { return nil }
    try form.requireBase(of: booked)
    guard let assess = form.assess else { throw LedgerFaults([form.noReturn], sources: []) }
    var (lines, notes): ([TaxLine], [String]) = ([], [])
    let history = TaxHistory(booked, selection)
    var carried = CarriedLosses()
    notes += history.ineffectiveInputs
    for year in history.years where form.carriesLosses || history.isSelected(year) {
      carried.take(booked.ledger.tables.settings.taxInputs, upTo: year.firstYear)
      var made = TaxReturn(try history.figures(of: year), carried)
      try assess(&made)
      carried = made.carried
      if !history.isSelected(year) { continue }
      if !made.figures.interestPaid.isZero, !form.deductsInterest {
        made.note("Interest that was paid is not taken off these amounts.")
      }
      lines += made.lines
      notes += made.notes.filter { !notes.contains($0) }
    }
    let fields: [ReportField<TaxLine>] = [
      .text("tax_year", "Tax year", priority: 90) { $0.year.name(under: regime) }
        .meaning("the tax year"),
      .text("form", "Form", priority: 95) { $0.form }
        .meaning("the form; null for a step of the calculation"),
      .text("line", "Line", priority: 95) { $0.line }
        .meaning("the number of the line or box; null if it has none"),
      .text("item", "Item", priority: .max) { $0.item }.meaning("what the amount is"),
      .base("amount", "Amount", priority: .max, isSummed: false) { $0.amount }
        .meaning("in the currency of the country"),
    ]
    var report = Report("tax-return", form.title, fields, of: lines, on: booked)
    (report.from, report.to) = (selection.from, selection.to)
    report.notes += notes
    return report
  }
}

extension TaxHistory {
  /// Says which entries of `tax_inputs` no return can use.
  fileprivate var ineffectiveInputs: [String] {
    let symbols = Set(tables.instruments.map { tables.text($0.symbol) })
    return tables.settings.taxInputs.compactMap { input in
      let name = "\(input.item.rawValue) of \(input.year) in tax_inputs"
      if let symbol = input.symbol, !symbols.contains(symbol) {
        return "\(name) names \(symbol), which is not in the ledger."
      }
      if input.item.isOfInstrument == (input.symbol != nil) { return nil }
      let need = input.item.isOfInstrument ? "needs a symbol" : "takes no symbol"
      return "\(name) has no effect: it \(need)."
    }
  }
}
