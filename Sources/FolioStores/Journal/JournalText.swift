/// The encoded lines of a change or of a whole journal.
struct JournalText {
  private(set) var bytes: [UInt8] = []
  /// The checksum of the last line.
  private(set) var checksum: UInt32

  /// Encodes a change that follows a line with the checksum `after`.
  init(_ change: StoreChange, after: UInt32) {
    let clear = JournalLine(
      kind: .clear, sequence: change.lastSequence, row: Array("null".utf8))
    self.init(change.clears ? clear : nil, change.head, change.groups, after: after)
  }

  /// Encodes a whole journal as a single change, so that an incomplete one is ignored.
  init(of contents: StoreContents) {
    let first = JournalLine(
      kind: .journal, sequence: contents.lastSequence, row: JournalLine.formatRow)
    self.init(first, contents.head, contents.groups, after: 0)
  }

  private init(
    _ first: JournalLine?, _ head: StoredHead?, _ groups: [StoredGroup], after: UInt32
  ) {
    checksum = after
    let head = head.map {
      JournalLine(kind: .head, sequence: $0.sequence, row: $0.row, time: $0.updatedAt)
    }
    let last = groups.isEmpty ? (head == nil ? 0 : 1) : groups.count + 1
    for (number, line) in [first, head].enumerated() { append(line, isLast: number == last) }
    for (number, group) in groups.enumerated() {
      let line = JournalLine(
        kind: .group, sequence: group.sequence, row: group.row, time: group.updatedAt,
        deletedAt: group.deletedAt)
      append(line, isLast: number + 2 == last)
    }
  }

  private mutating func append(_ line: JournalLine?, isLast: Bool) {
    guard var line else { return }
    (line.after, line.endsChange) = (checksum, isLast)
    let (text, checksum) = line.written()
    bytes += text
    self.checksum = checksum
  }
}

extension JournalStorage {
  /// The approximate size of a line without its row, in bytes.
  private static let envelope = 160

  /// The approximate size in bytes of a journal with these contents.
  static func size(of contents: StoreContents) -> Int {
    contents.groups.reduce(2 * envelope + (contents.head?.row.count ?? 0)) {
      $0 + envelope + $1.row.count
    }
  }

  /// The approximate number of bytes that a change adds to the size without outdated lines.
  static func growth(of change: StoreChange, from before: StoreContents) -> Int {
    let head = change.head.map { $0.row.count - (before.head?.row.count ?? -envelope) } ?? 0
    return change.groups.reduce(head) { sum, group in
      let old = before.number(of: group.id).map { before.groups[$0].row.count }
      return sum + group.row.count - (old ?? -envelope)
    }
  }
}
