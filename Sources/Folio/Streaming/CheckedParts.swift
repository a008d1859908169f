import FolioBooking
import FolioInterchange
import FolioModel

/// Reads and checks a document in parts. The caller still has to see that no id is used twice, and
/// to book them.
struct CheckedParts: Sendable {
  private var parts: LedgerParts
  private var check: BatchCheck?
  private var isOver = false

  enum Part: Sendable {
    /// The tables before the groups.
    case head(Ledger)
    /// Some groups alone.
    case groups(Ledger)
    /// All tables, without the groups.
    case end(Ledger)
  }

  init(_ parts: LedgerParts) { self.parts = parts }

  /// The next part; nil after the last one, and after an error: a check that failed in the middle
  /// of a batch cannot continue with the next.
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

  /// The document from its beginning, to be read as a whole.
  consuming func again() -> LedgerSource { parts.again() }
}
