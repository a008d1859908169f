extension ReportKind {
  /// Returns the columns that the rows of the report may have: those of the report on an empty
  /// ledger, and then those that only some ledgers fill. A row has all of them in this order, apart
  /// from the latter.
  /// - Parameter regime: The tax rules in effect, which determine the columns of a tax form.
  /// - Returns: The columns, or `nil` if the report requires tax rules and there are none.
  /// - Throws: nothing for any report of this library; `LedgerFaults` and `ArithmeticFault` are
  ///   those of `report(on:_:_:progress:)`.
  public func columns(
    under regime: TaxRegime?, _ request: ReportRequest = ReportRequest()
  ) throws -> [Report.Column]? {
    var options = BookingOptions()
    options.ownRegime = regime
    // A tax form has its columns in its own currency.
    options.baseCurrency = try regime?.form.map { try Currency($0.currency) }
    let empty = LedgerCheck(of: LedgerDraft()).validPart
    let made = try report(on: empty, options, request)
    return made.map { $0.report.columns + optionalColumns }
  }
}
