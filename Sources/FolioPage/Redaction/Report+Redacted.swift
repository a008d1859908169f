/// Turns reports into percentages of the value of the portfolio, for sharing.
///
/// Amounts in the base currency become a share of the value at the end. Everything else that says
/// how much there is, or whose it is, is left out: other amounts, quantities, prices, counts, ids,
/// names of accounts, and the texts of warnings about the ledger.
struct Redaction {
  /// The value at the end; `nil` if it is unknown or not positive. Amounts are then left out.
  private let whole: ExactDecimal?
  /// The numbers of the accounts, in place of their ids.
  private var accounts: [String: Int] = [:]

  init(_ reports: PageReports) {
    let value = reports.profit.total("end_value").exact
    whole = value?.isPositive == true ? value : nil
    let ids = [reports.cash, reports.profitByAccount, reports.balanceSheet, reports.lots]
      .flatMap { $0.cells("account").compactMap(\.text) }
    for id in ids where accounts[id] == nil { accounts[id] = accounts.count + 1 }
  }

  /// Returns a report without amounts.
  func applied(to report: Report) -> Report {
    var redacted = report
    let kept = report.columns.indices.filter { isKept(report.columns[$0], in: report) }
    redacted.columns = kept.map { index in
      var column = report.columns[index]
      if column.kind == .amount { column.kind = .percent }
      column.displayPlaces = column.kind == .percent ? 2 : column.displayPlaces
      return column
    }
    redacted.row = { [row = report.row] index in
      let cells = row(index)
      return kept.map { applied(to: cells.cell($0), in: report.columns[$0]) }
    }
    redacted.totals = report.totals.compactMap { total in
      guard isInBase(total.key, in: report) else { return nil }
      var share = total
      share.kind = .percent
      share.value = self.share(of: total.value)
      return share.value == .null ? nil : share
    }
    redacted.rates = []
    redacted.notes = []
    redacted.warnings = report.warnings.map(Self.applied)
    return redacted
  }

  private func isKept(_ column: Report.Column, in report: Report) -> Bool {
    switch column.kind {
    case .percent, .day, .keyword: true
    case .amount: isInBase(column.key, in: report)
    case .quantity, .rate, .integer: false
    case .text:
      !["group_id", "disallowed_to", "basis", "description", "matched"].contains(column.key)
        && !(report.name == "cash" && column.key == "name")
    }
  }

  /// Whether the amounts of a column are in the base currency.
  private func isInBase(_ key: String, in report: Report) -> Bool {
    switch report.name {
    case "pnl", "performance": !["difference", "gain_difference"].contains(key)
    case "gains": key.hasSuffix("_base") || ["disallowed", "taxable_gain"].contains(key)
    case "balance-sheet": key != "balance" && key != "difference"
    case "tax-form": true
    default: key.hasSuffix("_base") || key == "gain_ratio"
    }
  }

  private func applied(to cell: Report.Cell, in column: Report.Column) -> Report.Cell {
    switch cell {
    case .text(let id) where column.key == "account":
      return .text("Account \(accounts[id].map(String.init) ?? "")")
    case .text, .day, .null: return cell
    case .number(let ratio, _) where column.kind == .percent:
      return .number(ratio.rounded(toPlaces: 4, .halfEven))
    case .money: return share(of: cell)
    case .number, .integer: return .null
    }
  }

  /// A share with as many digits as people see, so that no other share can be computed from it.
  private func share(of cell: Report.Cell) -> Report.Cell {
    guard let share = ExactDecimal.ratio(cell.exact, of: whole) else { return .null }
    return .number(share.rounded(toPlaces: 4, .halfEven))
  }

  /// The warnings whose texts have symbols, days and percentages alone.
  private static let harmless: Set<DiagnosticCode> = [
    .unknownPrice, .oldPrice, .tradePrice, .inKindAtCost, .approximateReturn, .undefinedReturn,
    .noMoneyWeightedReturn, .severalMoneyWeightedReturns, .noRate,
  ]

  private static func applied(to warning: Report.Warning) -> Report.Warning {
    if harmless.contains(warning.code) { return warning }
    return Report.Warning(
      code: warning.code,
      message: "a warning about the ledger; its text is left out, because it may have amounts")
  }
}

extension PageReports {
  /// The reports without amounts.
  var redacted: PageReports {
    let redaction = Redaction(self)
    var reports = self
    reports.accountNames = [:]
    reports.settlements = Report(name: "settlements", title: "", columns: [], rows: [])
    for path in Self.mainPaths + Self.stepPaths {
      reports[keyPath: path] = redaction.applied(to: self[keyPath: path])
    }
    return reports
  }
}
