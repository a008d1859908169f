/// A column of a report whose rows all have one type: its definition, the source of its cells, and
/// whether it has a total.
package struct ReportField<Row>: Sendable {
  /// The source of the cells.
  enum Value: Sendable {
    case cell(@Sendable (Row) -> Report.Cell)
    /// An amount in the currency of the row.
    case own(@Sendable (Row) -> ExactDecimal?)
    /// An amount in the base currency. `isZeroBlank` makes zero a null cell.
    case base(@Sendable (Row) -> ExactDecimal?, isZeroBlank: Bool)
  }

  private(set) var column: Report.Column
  let value: Value
  /// Whether the column has a total.
  var isSummed = false

  /// Returns the function that makes the cells of the column. It is taken once for all rows, since
  /// a copy of a column for each cell costs more than most cells.
  func cells(
    in currency: @escaping @Sendable (Row) -> Currency?, base: Currency?
  ) -> @Sendable (Row) -> Report.Cell {
    switch value {
    case .cell(let cell): cell
    case .own(let amount): { row in amount(row).map { .money($0, currency(row)) } ?? .null }
    case .base(let amount, let isZeroBlank):
      { row in
        let amount = amount(row)
        return isZeroBlank && amount?.isZero == true ? .null : .base(amount, base)
      }
    }
  }

  /// The same field with the meaning of its column: the unit, the sign, and when a cell is null.
  func meaning(_ text: String) -> ReportField {
    var field = self
    field.column.meaning = text
    return field
  }

  fileprivate func amount(of row: Row) -> ExactDecimal? {
    switch value {
    case .cell: nil
    case .own(let amount), .base(let amount, _): amount(row)
    }
  }

  /// Whether the amount of a row is unknown.
  fileprivate func isUnknown(in row: Row) -> Bool { isSummed && amount(of: row) == nil }

  /// Whether people see amounts in the base currency.
  fileprivate var showsBase: Bool {
    if case .base = value { column.isInTable } else { false }
  }

  fileprivate var isOwn: Bool {
    if case .own = value { true } else { false }
  }
}

// The kinds of columns. Each column has a key for programs and a heading for people.
extension ReportField {
  package static func cell(
    _ key: String, _ heading: String, _ kind: Report.Column.Kind, isInTable: Bool = true,
    priority: Int = 100, displayPlaces: Int? = nil, _ cell: @escaping @Sendable (Row) -> Report.Cell
  ) -> ReportField {
    let column = Report.Column(
      key, heading, kind, isInTable: isInTable, priority: priority, displayPlaces: displayPlaces)
    return ReportField(column: column, value: .cell(cell))
  }

  /// A text column. A missing or empty text is null. People see `blank` for it.
  package static func text(
    _ key: String, _ heading: String, isInTable: Bool = true, priority: Int = 100,
    blank: String = "-", _ text: @escaping @Sendable (Row) -> String?
  ) -> ReportField {
    var column = Report.Column(key, heading, .text, isInTable: isInTable, priority: priority)
    column.blank = blank
    return ReportField(column: column, value: .cell { .text(orNull: text($0) ?? "") })
  }

  /// A column of keywords, which people see in words.
  package static func keyword(
    _ key: String, _ heading: String, isInTable: Bool = true, priority: Int = 100,
    _ keyword: @escaping @Sendable (Row) -> String?
  ) -> ReportField {
    cell(key, heading, .keyword, isInTable: isInTable, priority: priority) {
      .text(orNull: keyword($0))
    }
  }

  package static func day(
    _ key: String, _ heading: String, isInTable: Bool = true, priority: Int = 100,
    _ day: @escaping @Sendable (Row) -> Day?
  ) -> ReportField {
    cell(key, heading, .day, isInTable: isInTable, priority: priority) { .day(orNull: day($0)) }
  }

  /// A column of quantities. With the kind `percent`, a column of ratios.
  package static func number(
    _ key: String, _ heading: String, _ kind: Report.Column.Kind = .quantity,
    isInTable: Bool = true, priority: Int = 100,
    _ number: @escaping @Sendable (Row) -> ExactDecimal?
  ) -> ReportField {
    cell(key, heading, kind, isInTable: isInTable, priority: priority) {
      number($0).map { .number($0) } ?? .null
    }
  }

  /// A column of amounts in the currency of the row. It has a total if all rows share the currency.
  package static func amount(
    _ key: String, _ heading: String, isInTable: Bool = true, priority: Int = 100,
    isSummed: Bool = true, _ amount: @escaping @Sendable (Row) -> ExactDecimal?
  ) -> ReportField {
    let column = Report.Column(key, heading, .amount, isInTable: isInTable, priority: priority)
    return ReportField(column: column, value: .own(amount), isSummed: isSummed)
  }

  /// A column of amounts in the base currency. By default it has a total.
  package static func base(
    _ key: String, _ heading: String, isInTable: Bool = true, priority: Int = 100,
    isSummed: Bool = true, isZeroBlank: Bool = false,
    _ amount: @escaping @Sendable (Row) -> ExactDecimal?
  ) -> ReportField {
    let column = Report.Column(key, heading, .amount, isInTable: isInTable, priority: priority)
    let value = Value.base(amount, isZeroBlank: isZeroBlank)
    return ReportField(column: column, value: value, isSummed: isSummed)
  }
}

extension Array {
  /// Computes the totals of all summed columns in one pass. A column of `own` amounts has no total
  /// if the rows have several currencies. Without rows, every total is zero in the base currency.
  func totals<Row>(
    of rows: some Sequence<Row>, in currency: (Row) -> Currency? = { _ in nil }, base: Currency?,
    only keys: Set<String>? = nil
  ) -> [Report.Total] where Element == ReportField<Row> {
    let summed = filter { $0.isSummed && keys?.contains($0.column.key) ?? true }
    if summed.isEmpty { return [] }
    var sums = [PartialSum](repeating: PartialSum(), count: summed.count)
    var currencies: Set<Currency> = []
    var isEmpty = true
    for row in rows {
      isEmpty = false
      if let currency = currency(row) { currencies.insert(currency) }
      for index in summed.indices {
        sums[index].add(summed[index].amount(of: row))
      }
    }
    let shared = isEmpty ? base : currencies.count == 1 ? currencies.first : nil
    let totals = zip(summed, sums).compactMap { field, sum -> Report.Total? in
      if field.isOwn && shared == nil && !isEmpty { return nil }
      return Report.Total(field.column.key, sum, in: field.isOwn ? shared : base)
    }
    guard let shared, shared != base, summed.contains(where: \.isOwn) else { return totals }
    // The caption names the base currency. Any other currency is named beside its totals.
    return [Report.Total(Report.currencyKey, .text(shared.code), kind: .text)] + totals
  }
}

extension Report {
  /// Creates a report whose cells are made from rows, without totals.
  /// - Parameters:
  ///   - currency: Returns the currency of a row.
  ///   - base: The base currency.
  package init<Rows: RandomAccessCollection & Sendable>(
    _ name: String, _ title: String, _ fields: [ReportField<Rows.Element>], of rows: Rows,
    in currency: @escaping @Sendable (Rows.Element) -> Currency? = { _ in nil }, base: Currency?
  ) where Rows.Index == Int {
    let cells = fields.map { $0.cells(in: currency, base: base) }
    self.init(name: name, title: title, columns: fields.map(\.column), rowCount: rows.count) {
      let row = rows[$0]
      return cells.map { $0(row) }
    }
    baseCurrency = base
  }

  /// Creates a report on booked rows, with the totals of the summed columns.
  /// - Parameters:
  ///   - selection: The selection, if the report covers a period.
  ///   - currency: Returns the currency of a row.
  init<Rows: RandomAccessCollection & Sendable>(
    _ name: String, _ title: String, _ fields: [ReportField<Rows.Element>], of rows: Rows,
    on booked: BookedLedger, over selection: Selection? = nil,
    in currency: @escaping @Sendable (Rows.Element) -> Currency? = { _ in nil }
  ) where Rows.Index == Int {
    let base = booked.baseCurrency
    self.init(name, title, fields, of: rows, in: currency, base: base)
    asOf = booked.options.asOf
    from = selection?.from
    to = selection?.to
    dateBasis = booked.options.dateBasis
    warnings = booked.reportWarnings
    if base == nil, rows.count > 0, fields.contains(where: \.showsBase) {
      warnings += booked.missingBaseCurrency
    }
    totals = fields.totals(of: rows, in: currency, base: base)
    totalsOfRows = { kept in
      fields.totals(of: kept.lazy.map { rows[$0] }, in: currency, base: base)
    }
    if totals.contains(where: \.isPartial) {
      let partial = rows.filter { row in fields.contains { $0.isUnknown(in: row) } }
      addMissing(booked.missingRates(in: Set(partial.compactMap(currency))))
    }
  }

  /// Creates a report on the profit and loss of a period, with its first and last day.
  init<Rows: RandomAccessCollection & Sendable>(
    _ name: String, _ title: String, _ fields: [ReportField<Rows.Element>], of rows: Rows,
    over result: ProfitAndLoss
  ) where Rows.Index == Int {
    self.init(name, title, fields, of: rows, on: result.booked)
    (from, to) = (result.from, result.to)
    alwaysHasPeriod.last = true
  }
}
