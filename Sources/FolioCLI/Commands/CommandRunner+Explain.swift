import Folio

extension CommandRunner {
  /// Tells the story of a group or of a symbol.
  func explain(_ invocation: Invocation) throws {
    let name = invocation.operand ?? ""
    var booking = bookingOptions(invocation.options)
    booking.keepsPostings = false
    booking.keepsTrace = true
    let booked = try booked(try checked(invocation), invocation, keeping: booking)
    let found = ExplanationSubject.named(name, in: booked.ledger.tables)
    guard let subject = found.first else { throw unknown(name, booked.ledger.tables) }
    var report = Report.explanation(of: subject, booked)
    if found.count > 1 && !invocation.options.quiet {
      report.notes.append(
        "'\(name)' is the id of a group and a symbol; this is the group. "
          + "'folio lots' and 'folio gains' take --symbol \(name).")
    }
    try show(report, of: booked, invocation.options)
  }

  private func unknown(_ name: String, _ tables: LedgerTables) -> CommandFailure {
    let near = Suggestions.near(name, among: candidates(for: name, tables)).map { "'\($0)'" }
    let hint = near.isEmpty ? "" : " Did you mean \(near.joined(separator: " or "))?"
    return .usage("explain: the ledger has no group and no symbol '\(name)'.\(hint)")
  }

  /// The names that can be near: a slip changes the length by little, and a ledger has many groups.
  private func candidates(for name: String, _ tables: LedgerTables) -> [String] {
    ExplanationSubject.names(in: tables).filter {
      abs($0.utf8.count - name.utf8.count) <= 3 || $0.hasPrefix(name)
    }
  }
}
