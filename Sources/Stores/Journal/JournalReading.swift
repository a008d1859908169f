import ExactNumbers
import LedgerModel

/// What a journal holds: everything that was confirmed, and every place that is damaged.
public struct JournalReading: Sendable {
  /// The groups and the head of all sound lines.
  public let contents: StoreContents
  /// The damaged places, in order. There are none where a change was only cut off at the end of the
  /// file: it was never confirmed.
  public let damage: [StoreDamage.Place]
  /// Where the last complete change ends, in bytes from the start.
  let end: Int
  /// The checksum of the last line before that.
  let lastChecksum: UInt32

  /// Reads the bytes of a journal.
  public init(_ bytes: [UInt8]) {
    var walk = JournalWalk()
    walk.go(over: bytes)
    if !walk.hasLines && !walk.damage.isEmpty { walk.damage = [Self.nothing(in: bytes)] }
    let (head, rows) = (walk.head, walk.order.compactMap { walk.rows[$0] })
    end = walk.end
    lastChecksum = walk.lastChecksum
    do throws(LedgerFaults) {
      contents = try StoreContents(head: head, rows: rows, lastSequence: walk.lastSequence)
    } catch {
      let reason = error.diagnostics.first?.message ?? "its rows are no ledger"
      walk.damage.append(StoreDamage.Place(offset: 0, line: 1, reason: reason))
      contents = StoreContents(lastSequence: walk.lastSequence)
    }
    damage = walk.damage
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

/// Goes over the lines of a journal.
private struct JournalWalk {
  var head: StoredHead?
  /// By the bytes of the id, as the row has them.
  var rows: [ArraySlice<UInt8>: StoredRow] = [:]
  var order: [ArraySlice<UInt8>] = []
  var lastSequence = 0
  var damage: [StoreDamage.Place] = []
  var end = 0
  var lastChecksum: UInt32 = 0
  /// Whether any line is one of a journal.
  var hasLines = false

  /// The lines of the change that is not complete yet.
  private var open: [JournalLine] = []
  /// The checksum of the line before, as that line says it.
  private var previous: UInt32 = 0
  /// Whether a line was unreadable, so that nothing is known of the one before the next.
  private var isBroken = false
  /// The first line that was never wholly written, in the change that is not complete yet or was
  /// the last.
  private var torn: StoreDamage.Place?
  /// Whether the torn change has come to its end: it has to be the last.
  private var tornIsOver = false

  mutating func go(over bytes: [UInt8]) {
    var start = 0
    var number = 1
    while let stop = bytes[start...].firstIndex(of: 0x0A) {
      if tornIsOver, let place = torn {
        damage.append(place)
        (torn, tornIsOver) = (nil, false)
      }
      take(bytes[start..<stop], number: number, end: stop + 1)
      start = stop + 1
      number += 1
    }
    if end == 0 && damage.isEmpty {
      damage.append(.init(offset: 0, line: 1, reason: "there is no journal in this file"))
    }
    // After damage nothing is cut off: whoever salvages wants all lines that can be read.
    if !damage.isEmpty && torn == nil { apply(open) }
  }

  private mutating func take(
    _ bytes: ArraySlice<UInt8>, number: Int, end lineEnd: Int
  ) {
    do throws(JournalLineFault) {
      let (line, checksum) = try JournalLine.read(bytes)
      if !isBroken && line.after != previous {
        damage.append(place(bytes, number, "lines are missing before this one"))
      }
      (isBroken, previous, hasLines) = (false, checksum, true)
      if !line.hasItsColumns {
        damage.append(place(bytes, number, "the row does not begin with its id, or has no time"))
      }
      open.append(line)
      if line.endsChange { closeChange(at: lineEnd, checksum) }
    } catch {
      isBroken = true
      // JSON has no zeros: they are what a disk holds where a write never came to.
      if bytes.contains(0) {
        torn = torn ?? place(bytes, number, error.words)
      } else {
        damage.append(place(bytes, number, error.words))
      }
    }
  }

  private func place(
    _ bytes: ArraySlice<UInt8>, _ number: Int, _ reason: String
  ) -> StoreDamage.Place {
    .init(offset: bytes.startIndex, line: number, reason: reason)
  }

  private mutating func closeChange(at lineEnd: Int, _ checksum: UInt32) {
    if torn == nil {
      apply(open)
      (end, lastChecksum) = (lineEnd, checksum)
    } else {
      tornIsOver = true
    }
    open = []
  }

  private mutating func apply(_ lines: [JournalLine]) {
    for line in lines { apply(line) }
  }

  private mutating func apply(_ line: JournalLine) {
    lastSequence = max(lastSequence, line.sequence)
    switch line.kind {
    case .journal: break
    case .clear: (head, rows, order) = (nil, [:], [])
    case .head:
      guard let time = line.time else { return }
      head = StoredHead(row: line.row, updatedAt: time, sequence: line.sequence)
    case .group:
      guard let time = line.time, let id = line.rowID else { return }
      let row = StoredRow(
        text: line.row, updatedAt: time, deletedAt: line.deletedAt, sequence: line.sequence)
      if rows.updateValue(row, forKey: id) == nil { order.append(id) }
    }
  }
}

extension JournalLine {
  /// Whether the line has what lines of its kind are read by.
  fileprivate var hasItsColumns: Bool {
    switch kind {
    case .journal, .clear: true
    case .head: time != nil
    case .group: time != nil && rowID != nil
    }
  }

  /// The id of a group's row as it is written, escapes and all: the writer puts it first, and
  /// writes equal ids equally.
  fileprivate var rowID: ArraySlice<UInt8>? {
    let start = Array("{\"id\": \"".utf8)
    guard row.starts(with: start) else { return nil }
    var index = start.count
    while index < row.count, row[index] != UInt8(ascii: "\"") {
      index += row[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return row[start.count..<min(index, row.count)]
  }
}
