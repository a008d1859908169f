extension CommandRunner {
  /// Explains a group or a symbol.
  func explain(_ invocation: Invocation) throws {
    let name = invocation.operand ?? ""
    var booking = bookingOptions(invocation.options)
    booking.keepsPostings = false
    booking.keepsTrace = true
    let booked = try booked(try checked(invocation), invocation, keeping: booking)
    let found = try subjects(name, booked.ledger.tables)
    guard let subject = found.first else { throw unknown(name, booked.ledger.tables) }
    var report = Report.explanation(of: subject, booked)
    if found.count > 1 && !invocation.options.quiet {
      report.notes.append(
        "'\(name)' is the id of a group and a symbol; this is the group. "
          + "'folio lots' and 'folio gains' take --symbol \(name).")
    }
    try show(report, of: booked, invocation.options)
  }

  /// The group and the instrument with this name, or the group whose id starts with it.
  private func subjects(_ name: String, _ tables: LedgerTables) throws -> [ExplanationSubject] {
    let named = ExplanationSubject.named(name, in: tables)
    if !named.isEmpty { return named }
    let prefixes = IDPrefixes(of: tables.groups.map { tables.text($0.id) })
    return try prefixes.id(of: name).map { ExplanationSubject.named($0, in: tables) } ?? []
  }

  private func unknown(_ name: String, _ tables: LedgerTables) -> CommandFailure {
    let hint = Suggestions.question(for: name, among: candidates(for: name, tables))
    return .usage(
      "explain: the ledger has no group and no symbol '\(name)'.\(hint.map { " \($0)" } ?? "")")
  }

  /// The names of similar length, and those with the same prefix. A ledger has too many groups to
  /// compute the edit distance to every name.
  private func candidates(for name: String, _ tables: LedgerTables) -> [String] {
    ExplanationSubject.names(in: tables).filter {
      abs($0.utf8.count - name.utf8.count) <= 3 || $0.hasPrefix(name)
    }
  }
}
