import FolioModel
import FolioNumbers

/// What a journal holds: everything that was confirmed, and every place that is damaged.
package struct JournalReading: Sendable {
  /// The groups and the head of all sound lines.
  package let contents: StoreContents
  /// The damaged places, in order. There are none where a change was only cut off at the end of the
  /// file: it was never confirmed.
  package let damage: [StoreDamage.Place]
  /// The format of a journal that a later version of Folio wrote; nil where this one can read it.
  package let laterFormat: String?
  /// Where the last complete change ends, in bytes from the start.
  let end: Int
  /// The checksum of the last line before that.
  let lastChecksum: UInt32
  /// Single bytes before the end that a lost write left out, and what they have to be.
  let mends: [JournalMend]

  /// Reads the bytes of a journal.
  package init(_ bytes: [UInt8]) {
    var walk = JournalWalk(bytes)
    walk.go()
    laterFormat = walk.laterFormat
    (end, lastChecksum, mends) = (walk.end, walk.lastChecksum, walk.mends)
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

  /// What is said of a file that has no line of a journal at all: it is something else.
  private static func nothing(in bytes: [UInt8]) -> StoreDamage.Place {
    let reason =
      if bytes.isEmpty {
        "there is no journal in this file"
      } else if bytes.starts(with: Array("SQLite format 3".utf8)) {
        "this is no journal, but a database of SQLite"
      } else {
        "this is no journal; 'folio init' makes one of a ledger"
      }
    return StoreDamage.Place(offset: 0, line: 1, reason: reason)
  }
}
