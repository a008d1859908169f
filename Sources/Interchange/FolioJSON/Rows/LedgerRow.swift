import Diagnostics
import LedgerModel

/// A record whose columns are being read, in whatever order they come.
protocol LedgerRow {
  /// Which columns it has.
  static var kind: RowKind { get }
  /// Their keys, in the order of their numbers.
  static var keys: [String] { get }
  /// Reads the value of a column, which comes next in the window. `null` is no value at all.
  mutating func take(
    _ column: Int, _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) throws(ScanStop)
}

extension DocumentReader {
  /// Reads the object that comes next into a row.
  ///
  /// `number` is the row's number in its table, for the columns that are only kept; `record` is
  /// where the record starts that its faults are shown from, if not here. Afterwards `place` is
  /// still that of the row.
  /// - Returns: Whether the row counts: false where it belongs to a user that was not chosen.
  @inline(__always)
  mutating func readMembers<Row: LedgerRow>(
    of row: inout Row, number: UInt32, _ bytes: Span<UInt8>, depth: Int, record: Int? = nil
  ) throws(ScanStop) -> Bool {
    let firstKey = scanner.keys.count
    place = Place(
      record: record ?? scanner.index, slot: Row.kind.firstSlot, depth: depth &+ 1,
      lot: record == nil ? -1 : place.lot)
    guard scanner.opensNonEmpty(closing: "}", bytes) else { return true }
    var seen: UInt32 = 0
    var previous = ColumnBook.start
    var counts = true
    repeat {
      guard let column = try nextColumn(of: Row.kind, after: previous, bytes) else {
        try takeUnknown(of: Row.kind, number: number, bytes)
        continue
      }
      if seen & 1 &<< UInt32(truncatingIfNeeded: column) != 0 { throw repeatedKey() }
      seen |= 1 &<< UInt32(truncatingIfNeeded: column)
      previous = column
      place.slot = Row.kind.firstSlot &+ column
      if column < SharedColumn.userID.rawValue {
        try row.take(column, bytes, &self)
      } else if try !takeShared(column, of: Row.kind, number: number, bytes) {
        counts = false
      }
    } while try scanner.isFollowedByMore(closing: "}", bytes)
    if scanner.keys.count > firstKey { try checkUnknownKeys(from: firstKey, bytes) }
    return counts
  }

  /// Past the next key and its colon; the number of its column, or nil for an unknown key.
  @inline(__always)
  private mutating func nextColumn(
    of kind: RowKind, after previous: Int, _ bytes: Span<UInt8>
  ) throws(ScanStop) -> Int? {
    let slot = kind.firstSlot &+ previous
    let expected = Int(book.following[slot])
    keyOffset = scanner.index
    if book.keys[expected].stands(in: bytes, at: scanner.index) {
      scanner.index &+= book.keys[expected].length
      scanner.blanks(bytes)
      return expected &- kind.firstSlot
    }
    guard let column = try lookUpKey(of: kind, bytes) else { return nil }
    book.following[slot] = UInt16(truncatingIfNeeded: kind.firstSlot &+ column)
    return column
  }

  @inline(never)
  private mutating func lookUpKey(
    of kind: RowKind, _ bytes: Span<UInt8>
  ) throws(ScanStop) -> Int? {
    let key = try scanner.key(bytes)
    try scanner.colon(bytes)
    unknownKey = key
    let column: Int?
    if key.hasEscapes {
      var text: [UInt8] = []
      unescape(bytes, key, into: &text)
      column = book.column(PackedWord(text), length: text.count, of: kind)
    } else {
      let length = min(key.range.count, PackedWord.capacity)
      let text = PackedWord(bytes, at: key.range.lowerBound, count: length)
      column = book.column(text, length: key.range.count, of: kind)
    }
    if column == nil { scanner.keys.add(key, bytes) }
    return column
  }

  private func repeatedKey() -> ScanStop {
    scanner.stop(.duplicateKey, at: keyOffset)
  }

  private mutating func checkUnknownKeys(
    from first: Int, _ bytes: Span<UInt8>
  ) throws(ScanStop) {
    if let offset = scanner.keys.closeObject(from: first, bytes) {
      throw scanner.stop(.duplicateKey, at: offset)
    }
  }

  private mutating func takeUnknown(
    of kind: RowKind, number: UInt32, _ bytes: Span<UInt8>
  ) throws(ScanStop) {
    var key: [UInt8] = []
    unescape(bytes, unknownKey, into: &key)
    if let table = kind.table {
      try keepUnknown(key, in: table, row: number, bytes)
      return
    }
    try scanner.skipValue(bytes, depth: place.depth)
    if kind.isEntry { warn(ofUnknownKey: String(decoding: key, as: UTF8.self), in: kind) }
  }

  /// A column that all tables have; false where it is a user who was not chosen.
  @inline(never)
  private mutating func takeShared(
    _ column: Int, of kind: RowKind, number: UInt32, _ bytes: Span<UInt8>
  ) throws(ScanStop) -> Bool {
    let start = scanner.index
    var counts = true
    if column == SharedColumn.userID.rawValue {
      if let user = try identifier(bytes) {
        counts = users.admits(user, at: position(place.record))
      }
    } else {
      try scanner.skipValue(bytes, depth: place.depth)
    }
    if let table = kind.table, let shared = SharedColumn(rawValue: column) {
      stage(
        shared.key.utf8, start..<scanner.index, in: table, row: number, isKnown: true, bytes)
    }
    return counts
  }
}
