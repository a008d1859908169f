import Folio

extension CommandRunner {
  /// Lists every fault of the ledger, and nothing else: those of reading, of checking, and of
  /// booking in what is sound.
  ///
  /// With --derived also what is stored and differs from what is computed, where there is no other
  /// fault.
  func check(_ invocation: Invocation) throws {
    let options = invocation.options
    let check = LedgerCheck(of: try draft(invocation), strict: options.strict)
    var found = check.diagnostics(bookingOptions(options), progress: receiver)
    if options.derived, found.errors.isEmpty {
      found.diagnostics += try differences(check.soundPart, options)
    }
    let failure = failure(found, options)
    if !found.errors.isEmpty { throw failure }
    environment.writeError(failure.text)
  }

  private func differences(_ ledger: Ledger, _ options: Options) throws -> [Diagnostic] {
    let rows = ledger.tables.derivedRows()
    if !options.quiet { tellLimits(of: rows) }
    do {
      return try DerivedCheck(of: ledger, bookingOptions(options)).differences(in: rows)
    } catch let faults as LedgerFaults {
      return faults.errors
    }
  }

  /// Says what is not compared: a check that passes over something must not look like one of all.
  private func tellLimits(of rows: [DerivedRow]) {
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
  func write(
    _ ledger: Ledger, _ layout: LedgerWriter.Layout
  ) throws {
    try withOutput { sink, _ throws(SinkFailure) in
      try LedgerWriter(ledger).write(layout) { bytes throws(SinkFailure) in
        try sink.append(bytes)
      }
    }
  }
}
