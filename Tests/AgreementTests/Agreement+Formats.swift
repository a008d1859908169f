import Folio
import FolioNumbers
import Testing

@testable import FolioPage
@testable import FolioQuery
@testable import FolioReports
@testable import FolioSpreadsheet

// The same figures in the tables of queries, in workbooks and on the page.
extension Agreement {
  func compareFormats(_ shown: ShownReports) throws {
    try compareQueries(shown)
    try compareWorkbook(shown)
    try comparePage(shown)
  }

  // MARK: Queries

  private func compareQueries(_ shown: ShownReports) throws {
    let booked = try BookedLedger(booking: shown.ledger, shown.options)
    var books = QueryBooks(booked, ReportRequest())
    books.journal = try booked.onBookBasis()
    let whole = shown.until(shown.to)
    let tables: [(table: String, kind: ReportKind, labels: [String], keys: [String])] = [
      ("holdings", .holdings, ["symbol", "currency"], ["quantity", "cost_basis"]),
      (
        "positions", .positions, ["symbol", "currency"],
        ["quantity", "market_value_base", "unrealized_gain_base", "cost_basis_base"]
      ),
      ("lots", .lots, ["symbol", "currency"], ["quantity", "cost_basis", "cost_basis_base"]),
      ("cash", .cash, ["account"], ["balance", "settled", "available", "balance_base"]),
      (
        "disposals", .gains, ["symbol", "currency"],
        ["quantity", "proceeds", "cost_basis", "gain", "gain_base", "taxable_gain"]
      ),
      (
        "income", .income, ["symbol", "kind", "currency"],
        ["gross", "net", "gross_base", "net_base"]
      ),
    ]
    for (name, kind, labels, keys) in tables {
      let rows = try books.rows(of: name)
      let report = try whole.report(kind) { $0.selection = Selection() }
      for key in keys {
        same(
          rows.sums(key, by: labels), report.sums(key, by: labels), "\(key) in the table \(name)")
      }
    }
    let journal = try whole.report(.journal) { $0.selection = Selection() }
    same(
      try books.rows(of: "postings").sums("amount", by: ["account", "currency"]),
      journal.sums("amount", by: ["account", "currency"]), "the table postings")
  }

  // MARK: Workbooks

  private func compareWorkbook(_ shown: ShownReports) throws {
    var request = shown.request(.profitAndLoss)
    request.returns.step = .year
    let sheets = try Workbook.reports(on: shown.ledger, shown.options, request)
    for (sheet, _) in sheets {
      guard let kind = ReportKind.all.first(where: { $0.name == sheet.name }) else { continue }
      let report = try shown.report(kind) { $0.returns.step = .year }
      same(ExactDecimal(sheet.rowCount), ExactDecimal(report.rowCount), "rows of \(sheet.name)")
      for total in report.totals {
        same(sheet.total(total.key), total.value.figure, "\(total.key) in the sheet \(sheet.name)")
      }
      var styles = WorkbookStyles()
      let cells = SheetCells(String(decoding: Worksheet.xml(sheet, &styles), as: UTF8.self))
      let columns = report.withStandaloneHeadings.columns
      for index in 0..<report.rowCount {
        for (cell, column) in zip(report.row(index), columns) {
          guard let figure = cell.figure else { continue }
          let found = cells.figure(inRow: index + 2, column.heading, column.key)
          same(found, figure, "\(column.key) in a cell of the sheet \(sheet.name)")
        }
      }
    }
  }

  // MARK: The page

  private func comparePage(_ shown: ShownReports) throws {
    var request = PageRequest()
    request.report = shown.request(.profitAndLoss)
    let page = try PortfolioPage(
      of: shown.ledger, shown.options, request)
    let reports = page.reports
    let kinds: [(report: Report, kind: ReportKind, change: (inout ReportRequest) -> Void)] = [
      (reports.positions, .positions, { _ in }), (reports.lots, .lots, { _ in }),
      (reports.cash, .cash, { _ in }), (reports.income, .income, { _ in }),
      (reports.performance, .performance, { _ in }), (reports.profit, .profitAndLoss, { _ in }),
      (reports.profitByAccount, .profitAndLoss, { $0.profitGrouping = .account }),
      (reports.profitByCurrency, .profitAndLoss, { $0.profitGrouping = .currency }),
      (reports.balanceSheet, .balanceSheet, { _ in }), (reports.gains, .gains, { _ in }),
    ]
    var text = ""
    var sink = TextSink { text += String(decoding: $0, as: UTF8.self) }
    try page.write(into: &sink)
    try sink.finish()
    for (onPage, kind, change) in kinds {
      let report = try shown.report(kind, change)
      for total in report.totals {
        same(onPage.total(total.key).figure, total.value.figure, "\(total.key) on the page")
      }
      for key in report.columns.map(\.key) {
        same(onPage.sums(key, by: []), report.sums(key, by: []), "\(key) on the page")
      }
    }
    for key in ["end_value", "profit", "period_realized", "realized_from_cost", "period_gain"] {
      let cell = Report.Cell.money(reports.profit.total(key).figure ?? .zero, shown.base)
      let shownText = HTMLNumber(cell, in: Report.Column("", "", .amount))
      var bytes: [UInt8] = []
      shownText.append(to: &bytes)
      let isThere = text.contains(String(decoding: bytes, as: UTF8.self))
      same(isThere ? .one : .zero, .one, "\(key) in the text of the page")
    }
  }
}

// MARK: - Reading what was written

extension QueryBooks {
  /// The rows of a table that queries read.
  fileprivate func rows(of name: String) throws -> Report {
    let table = try #require(QuerySchema.tables.first { $0.name == name })
    let rows = try table.rows(self)
    let cells = (0..<rows.count).map { index in
      var cells: [Report.Cell] = []
      rows.append(index, Array(table.columns.indices), &cells)
      return cells
    }
    let columns = table.columns.map { Report.Column($0.name, $0.name, .text) }
    return Report(name: name, title: name, columns: columns, rows: cells)
  }
}

/// The cells of a sheet, by the headings of its first row.
private struct SheetCells {
  private var rows: [[String: String]] = []

  init(_ xml: String) {
    for row in xml.components(between: "<row ", and: "</row>") {
      var cells: [String: String] = [:]
      for cell in row.components(between: "<c ", and: "</c>") {
        let name = cell.components(between: "r=\"", and: "\"").first ?? ""
        let column = String(name.prefix { $0.isLetter })
        let value = cell.components(between: "<v>", and: "</v>").first
        let text = cell.components(between: "<t", and: "</t>").first?.split(
          separator: ">", maxSplits: 1, omittingEmptySubsequences: false
        ).last
        cells[column] = value ?? text.map(String.init)
      }
      rows.append(cells)
    }
  }

  /// The number of a cell, with all digits.
  func figure(inRow row: Int, _ heading: String, _ key: String) -> ExactDecimal? {
    guard row <= rows.count, let headings = rows.first else { return nil }
    func value(_ heading: String) -> String? {
      headings.first { $0.value == heading }.flatMap { rows[row - 1][$0.key] }
    }
    let names = [heading, "\(heading) (\(key))"]
    let exact = names.compactMap { value("\($0), exact") ?? value("\(heading), exact (\(key))") }
    let texts = exact.filter { !$0.isEmpty } + names.compactMap(value)
    return texts.first.flatMap { try? ExactDecimal($0) }
  }
}

extension String {
  fileprivate func components(between start: String, and end: String) -> [String] {
    var found: [String] = []
    var rest = self[...]
    while let from = rest.range(of: start) {
      let tail = rest[from.upperBound...]
      guard let to = tail.range(of: end) else { break }
      found.append(String(tail[..<to.lowerBound]))
      rest = tail[to.upperBound...]
    }
    return found
  }
}
