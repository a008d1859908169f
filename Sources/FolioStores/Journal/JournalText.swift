/// The encoded lines of a change or of a whole journal.
struct JournalText {
  private(set) var bytes: [UInt8] = []
  /// The checksum of the last line.
  private(set) var checksum: UInt32
  /// Where the lines of the head and of the groups are in the file.
  private(set) var places = Places()
  /// The offset of the bytes in the file.
  private let offset: Int

  /// Where a line is in a file.
  struct Place: Hashable {
    /// The offset of its first byte.
    var offset: Int
    /// The number of its bytes, without the line break.
    var length: Int

    /// The offset after its line break.
    var end: Int { offset + length + 1 }
  }

  /// Where the rows of a store are in a file.
  struct Places {
    var head: Place?
    /// The lines of the groups, in their order.
    var groups: [Place] = []
  }

  /// Encodes a change that is written at an offset, after a line with the checksum `after`.
  init(_ change: StoreChange, after: UInt32, at offset: Int) {
    let clear = JournalLine(
      kind: .clear, sequence: change.lastSequence, row: Array("null".utf8))
    self.init(change.clears ? clear : nil, change.head, change.groups, after: after, at: offset)
  }

  /// Encodes a whole journal as a single change, so that an incomplete one is ignored.
  init(of contents: StoreContents) {
    let first = JournalLine(
      kind: .journal, sequence: contents.lastSequence, row: JournalLine.formatRow)
    self.init(first, contents.head, contents.groups, after: 0, at: 0)
  }

  private init(
    _ first: JournalLine?, _ head: StoredHead?, _ groups: [StoredGroup], after: UInt32,
    at offset: Int
  ) {
    checksum = after
    self.offset = offset
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
    let place = Place(offset: offset + bytes.count, length: text.count - 1)
    switch line.kind {
    case .head: places.head = place
    case .group: places.groups.append(place)
    case .journal, .clear: break
    }
    bytes += text
    self.checksum = checksum
  }
}
