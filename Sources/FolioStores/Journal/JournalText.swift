/// The lines of a change, or of a whole journal.
struct JournalText {
  private var bytes: [UInt8] = []
  private var last: UInt32

  /// The text, and the checksum of its last line.
  var written: (bytes: [UInt8], checksum: UInt32) { (bytes, last) }

  /// The lines of a change, to stand after a line with this checksum.
  init(_ change: StoreChange, after: UInt32) {
    last = after
    let count = (change.clears ? 1 : 0) + (change.head == nil ? 0 : 1) + change.groups.count
    var left = count
    if change.clears {
      left -= 1
      append(.clear, change.lastSequence, Array("null".utf8), endsChange: left == 0)
    }
    if let head = change.head {
      left -= 1
      append(head, endsChange: left == 0)
    }
    for group in change.groups {
      left -= 1
      append(group, endsChange: left == 0)
    }
  }

  /// A whole journal of what is kept. It counts as one change, so that half of it counts for
  /// nothing.
  init(of contents: StoreContents) {
    last = 0
    let rows = (contents.head == nil ? 0 : 1) + contents.groups.count
    append(
      .journal, contents.lastSequence, JournalLine.formatRow, endsChange: rows == 0)
    if let head = contents.head { append(head, endsChange: contents.groups.isEmpty) }
    for (number, group) in contents.groups.enumerated() {
      append(group, endsChange: number == contents.groups.count - 1)
    }
  }

  private mutating func append(_ head: StoredHead, endsChange: Bool) {
    append(
      JournalLine(
        after: last, sequence: head.sequence, endsChange: endsChange, kind: .head,
        time: head.updatedAt, deletedAt: nil, row: head.row))
  }

  private mutating func append(_ group: StoredGroup, endsChange: Bool) {
    append(
      JournalLine(
        after: last, sequence: group.sequence, endsChange: endsChange, kind: .group,
        time: group.updatedAt, deletedAt: group.deletedAt, row: group.row))
  }

  private mutating func append(
    _ kind: JournalLine.Kind, _ sequence: Int, _ row: [UInt8], endsChange: Bool
  ) {
    append(
      JournalLine(
        after: last, sequence: sequence, endsChange: endsChange, kind: kind, time: nil,
        deletedAt: nil, row: row))
  }

  private mutating func append(_ line: JournalLine) {
    let (text, checksum) = line.written()
    bytes += text
    last = checksum
  }
}

extension JournalKeeper {
  /// What a line has beside its row.
  private static let envelope = 160

  /// About how many bytes a journal of this takes.
  static func size(of contents: StoreContents) -> Int {
    contents.groups.reduce(2 * envelope + (contents.head?.row.count ?? 0)) {
      $0 + envelope + $1.row.count
    }
  }

  /// About how many bytes longer a change makes it.
  static func growth(of change: StoreChange, from before: StoreContents) -> Int {
    let head = change.head.map { $0.row.count - (before.head?.row.count ?? -envelope) } ?? 0
    return change.groups.reduce(head) { sum, group in
      let old = before.number(of: group.id).map { before.groups[$0].row.count }
      return sum + group.row.count - (old ?? -envelope)
    }
  }
}
