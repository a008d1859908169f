import FolioInterchange
import FolioModel

/// The parts of a document, each read and then checked: what is left to do is to see
/// that no id is used twice, and to book them.
struct CheckedParts: Sendable {
  private var parts: LedgerParts
  private var check: BatchCheck?
  private var isOver = false

  enum Part: Sendable {
    /// What stands before the groups.
    case head(Ledger)
    /// Some groups alone.
    case groups(Ledger)
    /// All tables, without the groups.
    case end(Ledger)
    /// The document has to be read as a whole.
    case indivisible
  }

  init(_ parts: LedgerParts) { self.parts = parts }

  /// The next part; nil behind the last one, and behind one that is indivisible: a check that gave
  /// up in the middle of a batch can't go on with the next.
  mutating func next() throws(SourceFailure) -> Part? {
    if isOver { return nil }
    let part = try checkedPart()
    if case .indivisible = part { isOver = true }
    return part
  }

  private mutating func checkedPart() throws(SourceFailure) -> Part? {
    do {
      switch try parts.next() {
      case .head(let draft):
        let new = try BatchCheck(draft)
        check = new
        return .head(new.head)
      case .groups(let batch): return (try check?.ledger(of: batch)).map { .groups($0) }
      case .end(let rest): return (check?.finish(rest)).map { .end($0) }
      case nil: return nil
      }
    } catch let failure as SourceFailure {
      throw failure
    } catch {
      return .indivisible
    }
  }

  /// The document from its beginning, to be read as a whole.
  consuming func again() -> LedgerSource { parts.again() }
}
