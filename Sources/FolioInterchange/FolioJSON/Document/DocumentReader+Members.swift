extension DocumentReader {
  /// A member of the document's own object, or the end of the object.
  mutating func memberStep(_ bytes: Span<UInt8>) throws(ScanStop) {
    guard try records.scanner.hasNext(isFirst: stage == .firstMember, closing: "}", bytes) else {
      reportUnknownKeys()
      stage = .afterDocument
      return
    }
    let offset = records.scanner.index
    let key = unescaped(bytes, try records.scanner.key(bytes))
    try records.scanner.colon(bytes)
    let name = String(decoding: key, as: UTF8.self)
    let table = LedgerTable(key: name)
    if keys.contains(key) { throw records.scanner.stop(.duplicateKey, at: offset) }
    if let table, tables.contains(table) { throw records.scanner.stop(.aliasedKey, at: offset) }
    // The document may be long, so faults show its members from their own keys.
    records.place = Place(record: offset)
    var next = Stage.afterMember
    if let table {
      next = try readTable(table, name, bytes)
      tables.insert(table)
    } else if name == "format" {
      try checkFormat(bytes)
    } else {
      let start = records.scanner.index
      try records.scanner.skipValue(bytes, depth: 1)
      if records.refuses(key) {
        unknownKeys.append((name, records.position(offset)))
      } else {
        records.keep(.unknown(key), start..<records.scanner.index, of: .document, row: 0, bytes)
      }
    }
    keys.insert(key)
    stage = next
  }

  /// The highest number of unknown keys of the document that are listed.
  private static let unknownKeyLimit = 4

  /// Reports the unknown keys of the document at its end: a fault of its syntax comes first.
  private mutating func reportUnknownKeys() {
    for (key, position) in unknownKeys.prefix(Self.unknownKeyLimit) {
      records.report(
        Messages.unknownKey(key, in: "a ledger", among: LedgerTable.allKeys), at: position,
        field: [.length(key.utf8.count + 2)])
    }
    let more = unknownKeys.count - Self.unknownKeyLimit
    if more > 0 {
      records.report(
        Messages.moreUnknownKeys(more), at: unknownKeys[Self.unknownKeyLimit].position)
    }
    unknownKeys.removeAll()
  }

  /// - Returns: The stage after the value, or after the opening bracket of an array.
  private mutating func readTable(
    _ table: LedgerTable, _ name: String, _ bytes: Span<UInt8>
  ) throws(ScanStop) -> Stage {
    let start = records.position(records.scanner.index)
    records.refusesUnknownSettings = name == LedgerTable.settings.rawValue
    if records.scanner.takeNull(bytes) { return .afterMember }
    if records.scanner.take("[", bytes) {
      self.table = table
      return .firstRow
    }
    if table == .settings, bytes.byte(at: records.scanner.index) == UInt8(ascii: "{") {
      try records.readRow(of: .settings, bytes, depth: 1)
    } else {
      let kind = try records.anyValue(bytes).kind
      records.report(Messages.notATable(name, kind), at: start)
    }
    return .afterMember
  }

  private mutating func checkFormat(_ bytes: Span<UInt8>) throws(ScanStop) {
    let start = records.position(records.scanner.index)
    let value = try records.anyValue(bytes)
    if value.kind == .null { return }
    if value.kind == .string, unescaped(bytes, value.text) == Array("folio/1".utf8) { return }
    records.report(Messages.unknownFormat(records.quoted(value, bytes)), at: start)
  }
}
