import Folio

extension CommandRunner {
  /// Lists every fault of the ledger, and nothing else: those of reading, of checking, and of
  /// booking in what is sound.
  func check(_ invocation: Invocation) throws(CommandFailure) -> Int32 {
    let options = invocation.options
    let check = LedgerCheck(of: try draft(invocation), strict: options.strict)
    let found = check.diagnostics(bookingOptions(options))
    surroundings.writeError(text(found, options))
    return found.errors.isEmpty ? ExitStatus.fine : ExitStatus.faults
  }

  /// Writes the ledger in another format.
  func export(_ invocation: Invocation) throws {
    let ledger = try checked(invocation)
    try withOutput(invocation.options) { sink throws(SinkFailure) in
      let layout: LedgerWriter.Layout = invocation.operand == "folio-ndjson" ? .lines : .json
      try LedgerWriter(ledger).write(layout) { bytes throws(SinkFailure) in
        try sink.append(bytes)
      }
    }
  }
}
