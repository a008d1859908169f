// Books that are closed until a day keep their figures up to it (Specs/decisions/closed-books.md).
extension StoreContents {
  /// The day until which the books are closed.
  var closedUntil: Day? {
    guard let head, head.row.contains(Self.closingKey) else { return nil }
    return StoreCheck.draft(of: [head.row]).tables.settings.closedUntil
  }

  private static let closingKey = Array("\"closed_until\"".utf8)

  /// Rejects contents that alter a figure of closed books.
  /// - Throws: `invalid` with a fault for each altered figure.
  func protectClosedBooks(from after: StoreCheck) throws(StoreFailure) {
    guard let day = closedUntil else { return }
    let before = LedgerCheck(of: StoreCheck.draft(of: [headRow] + groups.map(\.row)))
    let altered = ClosedFigures(of: before, until: day)
      .alterations(to: ClosedFigures(of: after.check, until: day))
    if altered.isEmpty { return }
    let faults = altered.map { figure in
      Diagnostic(
        .closedBooks, "the books are closed until \(day); \(figure)",
        help: figure == altered.last
          ? "Correct it by an entry after that day, move closed_until, or force the change." : "",
        at: .none)
    }
    throw .invalid(LedgerFaults(faults, sources: []))
  }
}
