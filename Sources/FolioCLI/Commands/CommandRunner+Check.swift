extension CommandRunner {
  /// Lists all diagnostics of the ledger: from reading, from checking, and from booking the valid
  /// part.
  ///
  /// With `--derived`, also lists the stored rows that differ from the computed figures, provided
  /// that there are no other errors.
  func check(_ invocation: Invocation) throws {
    let options = invocation.options
    let check = try check(of: invocation)
    var found = check.diagnostics(bookingOptions(options), progress: receiver)
    if options.derived, found.errors.isEmpty {
      found.diagnostics += try differences(check.validPart, options)
    }
    let failure = failure(found, options)
    if !found.errors.isEmpty { throw failure }
    environment.writeError(failure.text)
  }

  private func differences(_ ledger: Ledger, _ options: Options) throws -> [Diagnostic] {
    let rows = ledger.tables.derivedRows()
    if !options.quiet { printComparisonLimits(of: rows) }
    do {
      return try DerivedCheck(of: ledger, bookingOptions(options)).differences(in: rows)
    } catch let faults as LedgerFaults {
      return faults.errors
    }
  }

  /// Reports the tables and columns that were not compared, so that a partial check does not look
  /// like a complete one.
  private func printComparisonLimits(of rows: [DerivedRow]) {
    if rows.isEmpty {
      return environment.writeError(
        "folio: check: nothing to compare: the ledger has no rows of portfolio_positions or "
          + "portfolio_holdings\n")
    }
    for (table, columns) in DerivedCheck.columnsLeftOut(of: rows) {
      environment.writeError(
        "folio: check: not compared in \(table.rawValue): \(columns.joined(separator: ", "))\n")
    }
  }

  /// Writes a ledger as a document.
  func write(_ ledger: Ledger, _ layout: LedgerWriter.Layout) throws {
    try withOutput { sink, _ throws(SinkFailure) in
      try LedgerWriter(ledger).write(layout) { bytes throws(SinkFailure) in try sink.append(bytes) }
    }
  }
}
