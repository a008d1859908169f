import Synchronization

/// The rows of a report that are rendered while the ledger is read.
///
/// Problem: the rows of the journal are the groups themselves, and nothing may be printed before it
/// is known that the ledger has no fault. Decision: the text of the rows waits in a spool, not the
/// groups in memory. It is written after the text that comes before the rows, which also depends on
/// the end of the ledger.
package final class RowSpool: Sendable {
  /// Renders the rows of a batch from its books; nil if that needs the whole ledger.
  let render: @Sendable (BookedLedger) -> [UInt8]?
  private let spool = Mutex(ByteSpool())

  /// Creates an empty spool.
  /// - Parameter render: the rows of a batch from its books; nil if that needs the whole ledger.
  package init(render: @escaping @Sendable (BookedLedger) -> [UInt8]?) { self.render = render }

  /// Adds the rows of the next batch. Throws if they could not be rendered, or if the disk has no
  /// room for them.
  func append(_ rows: [UInt8]?) throws(NeedsWholeLedger) {
    guard let rows, spool.withLock({ $0.append(rows) }) else { throw NeedsWholeLedger() }
  }

  /// The rendered rows.
  package var bytes: ByteSpool { spool.withLock { $0 } }
}
