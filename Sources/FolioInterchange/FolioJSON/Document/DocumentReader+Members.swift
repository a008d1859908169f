import FolioDiagnostics
import FolioModel

extension DocumentReader {
  /// A member of the document's own object, or the object's end.
  mutating func memberStep(_ bytes: Span<UInt8>) throws(ScanStop) {
    guard try hasNext(isFirst: stage == .firstMember, closing: "}", bytes) else {
      stage = .afterDocument
      return
    }
    let offset = scanner.index
    let key = try scanner.key(bytes)
    try scanner.colon(bytes)
    let text = unescaped(bytes, key)
    try refuseRepeated(text, at: offset)
    // The document may be long: its members are shown from their own keys.
    place = Place(record: offset, slot: RowKind.document.firstSlot, depth: 1)
    let known = TopLevelKey(rawValue: String(decoding: text, as: UTF8.self))
    stage = try member(known, text, bytes)
    topLevelKeys.insert(text)
    if let rows = known?.rows { topLevelTables |= 1 << rows.rawValue }
  }

  private func refuseRepeated(_ text: [UInt8], at offset: Int) throws(ScanStop) {
    if topLevelKeys.contains(text) { throw scanner.stop(.duplicateKey, at: offset) }
    let known = TopLevelKey(rawValue: String(decoding: text, as: UTF8.self))
    if let rows = known?.rows, topLevelTables & 1 << rows.rawValue != 0 {
      throw scanner.stop(.aliasedKey, at: offset)
    }
  }

  /// The value of a member; gives the stage after it.
  private mutating func member(
    _ known: TopLevelKey?, _ text: [UInt8], _ bytes: Span<UInt8>
  ) throws(ScanStop) -> Stage {
    guard let known else {
      let start = scanner.index
      try scanner.skipValue(bytes, depth: place.depth)
      stage(
        text, start..<scanner.index, in: .document, row: 0, isKnown: false,
        position(place.record), bytes)
      return .afterMember
    }
    guard let rows = known.rows else {
      try checkFormat(bytes)
      return .afterMember
    }
    if scanner.takeNull(bytes) { return .afterMember }
    if bytes.byte(at: scanner.index) == UInt8(ascii: "[") {
      scanner.index &+= 1
      table = rows
      return .firstRow
    }
    if rows == .settings, bytes.byte(at: scanner.index) == UInt8(ascii: "{") {
      try row(of: .settings, bytes, depth: 1)
      return .afterMember
    }
    let start = position(scanner.index)
    let value = try anyValue(bytes)
    report(Messages.notATable(known.rawValue, value.kind), at: start)
    return .afterMember
  }

  private mutating func checkFormat(_ bytes: Span<UInt8>) throws(ScanStop) {
    let start = position(scanner.index)
    let value = try anyValue(bytes)
    if value.kind == .null { return }
    if value.kind == .string, text(of: value, bytes) == Array("folio/1".utf8) { return }
    report(Messages.unknownFormat(quoted(value, bytes)), at: start)
  }

  /// Past an element of an array that is no object, and should be one.
  @inline(never)
  mutating func refuseElement(_ row: String, _ bytes: Span<UInt8>) throws(ScanStop) {
    let start = scanner.index
    let kind = try element(bytes)
    report(Messages.notARow(row, kind), at: position(start))
  }

  /// Past an element of an array. A key is none: it says that the array was never closed.
  mutating func element(_ bytes: Span<UInt8>) throws(ScanStop) -> ValueKind {
    let start = scanner.index
    let kind = try anyValue(bytes).kind
    guard kind == .string, place.depth > 0 else { return kind }
    scanner.blanks(bytes)
    if bytes.byte(at: scanner.index) == UInt8(ascii: ":") {
      throw scanner.stop(.unclosedArray, at: start)
    }
    if scanner.index >= scanner.end, !scanner.isLast { throw .needMore }
    return kind
  }

  /// One row of a table.
  @inline(__always)
  mutating func row(
    of table: DocumentTable, _ bytes: Span<UInt8>, depth: Int
  ) throws(ScanStop) {
    guard bytes.byte(at: scanner.index) == UInt8(ascii: "{") else {
      place.depth = depth
      try refuseElement("a row", bytes)
      return
    }
    switch table {
    case .groups: try readGroup(bytes, depth: depth)
    case .cashLegs: try readLeg(CashLegRow.self, isFlat: true, bytes, depth: depth)
    case .stockLegs: try readLeg(StockLegRow.self, isFlat: true, bytes, depth: depth)
    case .accounts: try readAccount(bytes, depth: depth)
    case .stocks: try readInstrument(bytes, depth: depth)
    case .prices: try readPrice(bytes, depth: depth)
    case .rates: try readRate(bytes, depth: depth)
    case .settings: try readSettings(bytes, depth: depth)
    case .positions: try readStored(.storedPositions, bytes, depth: depth)
    case .holdings: try readStored(.storedHoldings, bytes, depth: depth)
    }
  }
}
