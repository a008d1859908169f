import Folio

extension CommandRunner {
  /// Lists every fault of the ledger, and nothing else: those of reading, of checking, and of
  /// booking in what is sound.
  ///
  /// With --derived also what is stored and differs from what is computed, where there is no other
  /// fault.
  func check(_ invocation: Invocation) throws -> Int32 {
    let options = invocation.options
    let check = LedgerCheck(of: try draft(invocation), strict: options.strict)
    var found = check.diagnostics(bookingOptions(options))
    if options.derived, found.errors.isEmpty {
      found.diagnostics += try differences(check.soundPart, options)
    }
    surroundings.writeError(text(found, options))
    return found.errors.isEmpty ? ExitStatus.fine : ExitStatus.faults
  }

  private func differences(_ ledger: Ledger, _ options: Options) throws -> [Diagnostic] {
    let rows = ledger.tables.derivedRows()
    if rows.isEmpty && !options.quiet {
      surroundings.writeError(
        "folio: check: nothing to compare: the ledger has no rows of portfolio_positions or "
          + "portfolio_holdings\n")
    }
    do {
      return try DerivedCheck(of: ledger, bookingOptions(options)).differences(in: rows)
    } catch let faults as LedgerFaults {
      return faults.errors
    } catch is ArithmeticFault {
      throw CommandFailure.tooManyDigits
    }
  }

  /// Writes the ledger in another format.
  func export(_ invocation: Invocation) throws {
    if invocation.options.salvage { return try salvage(invocation) }
    let ledger = try checked(invocation)
    try withOutput(invocation.options) { sink throws(SinkFailure) in
      let layout: LedgerWriter.Layout = invocation.operand == "folio-ndjson" ? .lines : .json
      try LedgerWriter(ledger).write(layout) { bytes throws(SinkFailure) in
        try sink.append(bytes)
      }
    }
  }
}
