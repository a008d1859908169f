// What the page says where a price, a rate or the base currency is missing.
extension PortfolioPage {
  /// Why amounts are unknown, and what to add: the end of a sentence. `nil` if nothing is missing.
  var reasonOfUnknown: String? {
    if reports.lacksBaseCurrency { return Report.reasonOfMissingBase }
    let names = [reports.profit, reports.incomeByYear].lazy.compactMap(\.missingNames).first
    return names.map {
      "something is missing: \($0). Add it to the ledger, or give files with --prices and --rates"
    }
  }

  /// The same in a few words.
  var shortReasonOfUnknown: String {
    reports.lacksBaseCurrency ? "there is no base currency" : "a price or a rate is missing"
  }

  /// A sentence that explains unknown figures; empty if nothing is missing.
  /// - Parameter words: the beginning of the sentence, such as "The profit is unknown".
  func explanation(of words: String) -> Markup {
    reasonOfUnknown.map { .remark("\(words), because \($0).") } ?? ""
  }

  /// The meaning of the mark in a row of totals.
  static let noteOnPartialTotals: Markup = """
    <p class="more">A total with * is partial: it omits unknown amounts. \
    <a href="#missing">What is missing</a></p>

    """

  /// A chart, or a sentence that says why there is none.
  func element(of figure: Figure?, on report: Report) -> Markup {
    if let figure, !reports.lacksBaseCurrency { return figure.element }
    let reason =
      report.rowCount == 0 && !reports.lacksBaseCurrency
      ? "nothing happened in the period. Add transactions to the ledger, or choose another period"
      : reasonOfUnknown ?? "no value is known"
    return .remark("There is no chart here, because \(reason).")
  }

  /// A number, or the word "unknown".
  func numberOrUnknown(_ cell: Report.Cell, _ kind: Report.Column.Kind = .amount) -> Markup {
    cell == .null ? "unknown" : number(cell, kind)
  }
}
