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
    guard let part = try parts.next() else { return nil }
    switch part {
    case .head(let draft):
      check = BatchCheck(draft)
      if let head = check?.head { return .head(head) }
    case .groups(let batch):
      if let ledger = check?.ledger(of: batch) { return .groups(ledger) }
    case .end(let rest):
      if let ledger = check?.finish(rest) { return .end(ledger) }
    case .indivisible: break
    }
    throw NeedsWholeLedger()
  }

  /// The document from its beginning, to be read as a whole.
  consuming func again() -> LedgerSource { parts.again() }
}
