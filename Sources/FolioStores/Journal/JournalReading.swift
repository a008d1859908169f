import FolioModel
import FolioNumbers

/// The contents of a journal: all confirmed changes, and all damaged places.
package struct JournalReading: Sendable {
  /// The head and the groups from all valid lines.
  package let contents: StoreContents
  /// The damaged places, in order. An incomplete change at the end of the file is not damage: it
  /// was never confirmed.
  package let damage: [StoreDamage.Place]
  /// The format of a journal written by a later version of Folio; nil if this version can read it.
  package let laterFormat: String?
  /// The offset in bytes at which the last complete change ends.
  let end: Int
  /// The checksum of the last line before `end`.
  let lastChecksum: UInt32
  /// Single bytes before `end` that a write lost, with their correct values.
  let repairs: [JournalRepair]

  /// Reads the bytes of a journal.
  package init(_ bytes: [UInt8]) {
    var walk = JournalScanner(bytes)
    walk.go()
    laterFormat = walk.laterFormat
    (end, lastChecksum, repairs) = (walk.end, walk.lastChecksum, walk.repairs)
    var damage = walk.damage
    if !walk.hasLines && !damage.isEmpty { damage = [Self.nothing(in: bytes)] }
    let places = walk.order.compactMap { walk.rows[$0] }
    let reading = StoreContents.reading(
      head: walk.head?.head, rows: places.map(\.row), lastSequence: walk.lastSequence)
    contents = reading.contents
    for fault in reading.faults {
      guard let place = fault.row.map({ places[$0].place }) ?? walk.head?.place else { continue }
      damage.append(.init(offset: place.offset, line: place.line, reason: fault.reason))
    }
    self.damage = damage.sorted { $0.offset < $1.offset }
  }

  /// The error for a file without a single journal line.
  private static func nothing(in bytes: [UInt8]) -> StoreDamage.Place {
    let reason =
      if bytes.isEmpty {
        "the file is empty"
      } else if bytes.starts(with: Array("SQLite format 3".utf8)) {
        "this is an SQLite database, not a journal"
      } else {
        "this is not a journal; 'folio init' creates one from a ledger"
      }
    return StoreDamage.Place(offset: 0, line: 1, reason: reason)
  }
}
