import FolioModel

extension GroupRow {
  /// The columns that a plain group may have beside its legs: all others.
  fileprivate static let plainColumns: UInt32 = 0b1_0011_1111

  /// Reads the columns that were found, but for the legs; false where one is not plain.
  fileprivate mutating func takeLocated(
    _ row: LocatedRow, _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) -> Bool {
    var (row, index) = (row, 0)
    guard unsafe row.finds(Column.id.rawValue, &index, reader.book, bytes),
      let id = unsafe QuickValue.identifier(bytes, &index),
      unsafe row.finds(Column.occurredAt.rawValue, &index, reader.book, bytes),
      let time = unsafe reader.days.quickTimestamp(bytes, &index)
    else { return false }
    (self.id, occurredAt) = (id, time)
    if unsafe row.finds(Column.type.rawValue, &index, reader.book, bytes) {
      guard let type = unsafe reader.words.groupTypes.quick(bytes, &index) else { return false }
      self.type = type
    }
    if unsafe row.finds(Column.status.rawValue, &index, reader.book, bytes) {
      guard let status = unsafe reader.words.statuses.quick(bytes, &index) else { return false }
      self.status = status
    }
    present = row.given
    return takeRare(row, bytes, &reader)
  }

  /// Reads the columns that many groups lack.
  @inline(never)
  private mutating func takeRare(
    _ row: LocatedRow, _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) -> Bool {
    var (row, index) = (row, 0)
    if unsafe row.finds(Column.notes.rawValue, &index, reader.book, bytes) {
      guard bytes.byte(at: index) == UInt8(ascii: "\""),
        let end = JSONScanner.endOfPlainText(bytes, from: index &+ 1)
      else { return false }
      notes = bytes.copy(index &+ 1..<end)
    }
    if unsafe row.finds(Column.isDeleted.rawValue, &index, reader.book, bytes) {
      // A literal, if it is no number and no text: others were refused.
      isDeleted = bytes.byte(at: index) == UInt8(ascii: "t")
      guard isDeleted || bytes.byte(at: index) == UInt8(ascii: "f") else { return false }
    }
    if unsafe row.finds(Column.settledAt.rawValue, &index, reader.book, bytes) {
      guard let time = unsafe reader.days.quickTimestamp(bytes, &index) else { return false }
      settledAt = time
    }
    return true
  }
}

extension DocumentReader {
  /// Reads a group that has its columns in any order, its legs as they come; false, and nothing has
  /// happened, where it is not plain.
  mutating func readLocatedGroup(
    _ row: inout GroupRow, number: UInt32, _ bytes: Span<UInt8>, depth: Int
  ) -> Bool {
    guard locationPatience.tries(.group) else { return false }
    let start = scanner.index
    let before = RowMark(self)
    place = Place(record: start, slot: RowKind.group.firstSlot, depth: depth &+ 1)
    isTrying = true
    let end = takeLocated(&row, number: number, bytes)
    isTrying = false
    locationPatience.note(end != nil, .group)
    scanner.index = end ?? start
    if end != nil { return true }
    row = GroupRow()
    before.drop(&self)
    scanner.keys.reset()
    return false
  }

  /// Where a plain group ends.
  private mutating func takeLocated(
    _ group: inout GroupRow, number: UInt32, _ bytes: Span<UInt8>
  ) -> Int? {
    guard let row = locateGroup(bytes), group.takeLocated(row, bytes, &self) else { return nil }
    if row.kept.count > 0 {
      let isKept = keep(
        row.kept, of: .group, row: place.record, number: Int(number), bytes)
      guard isKept else { return nil }
    }
    return row.end
  }

  /// Finds the members of a group, as `ColumnBook.locate` does, and reads its legs.
  private mutating func locateGroup(_ bytes: Span<UInt8>) -> LocatedRow? {
    let start = place.record
    guard var at = JSONScanner.firstKey(bytes, behind: start) else { return nil }
    var found = FoundColumns()
    var arrays: UInt32 = 0
    while true {
      // Legs may have covered other bytes.
      quoteMap.cover(bytes, from: at)
      guard at < quoteMap.end else { return nil }
      let next = unsafe QuoteMap.quotes(quoteMap.words.span, from: at &- quoteMap.start)
      guard let member = unsafe book.prefixes[RowKind.group.rawValue].member(bytes, at: at, next)
      else { return nil }
      let isArray = bytes.byte(at: member.value) == UInt8(ascii: "[")
      if isArray { arrays |= 1 &<< UInt32(truncatingIfNeeded: member.column) }
      let valueEnd =
        isArray
        ? found.add(member) ? endOfLegs(member, bytes) : nil
        : found.end(of: member, bytes, row: start)
      guard let valueEnd else { return nil }
      book.places[RowKind.group.firstSlot &+ member.column] = member.value
      guard let next = JSONScanner.nextKey(bytes, behind: valueEnd) else { return nil }
      at = next.offset
      if next.isEnd {
        // Legs are arrays, and nothing else is; what is null is not given.
        let isWanted = found.given & ~GroupRow.plainColumns == arrays && !found.isInOrder
        return isWanted ? LocatedRow(.group, found, end: at) : nil
      }
    }
  }

  /// Where a group's legs end, which are read; nil where they have a fault that ends the reading:
  /// the grammar tells it, and what comes before it.
  private mutating func endOfLegs(_ member: FoundMember, _ bytes: Span<UInt8>) -> Int? {
    let isOfStocks = member.column == GroupRow.Column.stockLegs.rawValue
    guard isOfStocks || member.column == GroupRow.Column.cashLegs.rawValue else { return nil }
    scanner.index = member.value
    place.slot = RowKind.group.firstSlot &+ member.column
    do throws(ScanStop) {
      try readLegs(ofStocks: isOfStocks, bytes)
    } catch {
      return nil
    }
    return scanner.index
  }
}
