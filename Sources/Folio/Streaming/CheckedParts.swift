/// Reads and checks a document in parts. The caller must check that ids are unique, and book the
/// parts.
struct CheckedParts: Sendable {
  private var parts: LedgerParts
  private var check: BatchCheck?
  private var isOver = false

  enum Part: Sendable {
    /// The tables that precede the transaction groups.
    case head(Ledger)
    /// A batch of transaction groups, without the other tables.
    case groups(Ledger)
    /// All tables, without the transaction groups.
    case end(Ledger)
  }

  init(_ parts: LedgerParts) { self.parts = parts }

  /// Returns the next part, or `nil` after the last part or after an error. A check that failed in
  /// the middle of a batch cannot continue with the next batch.
  /// - Throws: `SourceFailure`, or `NeedsWholeLedger`.
  mutating func next() throws -> Part? {
    if isOver { return nil }
    do {
      return try checkedPart()
    } catch {
      isOver = true
      throw error
    }
  }

  private mutating func checkedPart() throws -> Part? {
    switch try parts.next() {
    case .head(let draft):
      let new = try BatchCheck(draft)
      check = new
      return .head(new.head)
    case .groups(let batch): return (try check?.ledger(of: batch)).map { .groups($0) }
    case .end(let rest): return (check?.finish(rest)).map { .end($0) }
    case nil: return nil
    }
  }

  /// Returns the document from its beginning, to be read as a whole.
  consuming func again() -> LedgerSource { parts.again() }
}
