import FolioBooking
import FolioModel
import FolioNumbers

extension ReportKind {
  /// Returns the columns that the rows of the report may have: those of the report on an empty
  /// ledger, and then those that only some ledgers fill. A row has all of them in this order, apart
  /// from the latter.
  /// - Parameter rules: The tax rules in effect, which determine the columns of a tax form.
  /// - Returns: The columns, or `nil` if the report requires tax rules and there are none.
  /// - Throws: nothing for any report of this library; `LedgerFaults` and `ArithmeticFault` are
  ///   those of `report(on:_:_:under:progress:)`.
  public func columns(
    under rules: TaxRules, _ request: ReportRequest = ReportRequest()
  ) throws -> [Report.Column]? {
    var options = BookingOptions()
    options.taxRules = rules
    // A tax form has its columns in its own currency.
    options.baseCurrency = try rules.form.map { try Currency($0.currency) }
    let empty = LedgerCheck(of: LedgerDraft()).validPart
    let made = try report(on: empty, options, request, under: rules)
    return made.map { $0.report.columns + optionalColumns }
  }
}
