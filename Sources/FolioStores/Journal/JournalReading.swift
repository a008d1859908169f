/// The contents of a journal: all confirmed changes, and all damaged places.
package struct JournalReading: Sendable {
  /// The head and the groups from all valid lines.
  package let contents: StoreContents
  /// The damaged places, in order. An incomplete change at the end of the file is not damage: it
  /// was never confirmed.
  package let damage: [StoreDamage.Place]
  /// The format of a journal written by a later version of Folio; nil if this version can read it.
  package let laterFormat: String?
  /// Where the rows of the contents are, if nothing is damaged.
  let places: JournalText.Places
  /// The point at which the last complete change ends.
  let point: JournalPoint
  /// Single bytes before `end` that a write lost, with their correct values.
  let repairs: [JournalRepair]

  /// Reads the bytes of a journal.
  package init(_ bytes: [UInt8]) {
    var scanner = JournalScanner(bytes)
    scanner.scan()
    laterFormat = scanner.laterFormat
    repairs = scanner.repairs
    point = JournalPoint(
      offset: scanner.end, checksum: scanner.lastChecksum, lastSequence: scanner.lastSequence)
    var damage = scanner.damage
    if !scanner.hasLines && !damage.isEmpty { damage = [Self.nothing(in: bytes)] }
    let rows = scanner.order.compactMap { scanner.rows[$0] }
    let reading = StoreContents.reading(
      head: scanner.head?.head, rows: rows.map(\.row), lastSequence: scanner.lastSequence)
    contents = reading.contents
    places = JournalText.Places(
      head: scanner.head.map { .init($0.place) }, groups: rows.map { .init($0.place) })
    for fault in reading.faults {
      guard let place = fault.row.map({ rows[$0].place }) ?? scanner.head?.place else { continue }
      damage.append(.init(offset: place.offset, line: place.line, reason: fault.reason))
    }
    self.damage = damage.sorted { $0.offset < $1.offset }
  }

  /// The offset in bytes at which the last complete change ends.
  var end: Int { point.offset }

  /// The error for a file without a single journal line.
  private static func nothing(in bytes: [UInt8]) -> StoreDamage.Place {
    let reason =
      bytes.isEmpty
      ? "the file is empty" : "this is not a journal; 'folio init' creates one from a ledger"
    return StoreDamage.Place(offset: 0, line: 1, reason: reason)
  }

  /// What a sound file is that is not a journal, with the address to use; nil if it may be a
  /// journal that is damaged.
  static func otherFormat(_ bytes: [UInt8], at path: String) -> String? {
    if bytes.starts(with: Array("SQLite format 3".utf8)) {
      return "this is an SQLite database, not a journal; its address is sqlite:\(path)"
    }
    let start = bytes.drop { $0 == 0x0A || $0 == 0x0D || $0 == 0x20 || $0 == 0x09 }
    // A line of a journal begins with its checksum and its record, of which one may be damaged.
    let words = String(decoding: start.prefix(64), as: UTF8.self)
    if words.hasPrefix("{"), !words.contains("crc32"), !words.contains("record") {
      return "this is a document, not a store; 'folio init STORE \(path)' creates a store from it"
    }
    return nil
  }
}

extension JournalText.Place {
  fileprivate init(_ place: JournalScanner.Place) {
    self.init(offset: place.offset, length: place.length)
  }
}
