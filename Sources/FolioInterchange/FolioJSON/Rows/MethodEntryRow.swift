/// An entry of a `cost_basis_method` that is a list.
struct MethodEntryRow: EntryRow {
  static let kind = RowKind.methodEntry
  static let example = "{\"method\": \"fifo\"}"
  static let keys = ["method", "from", "symbol", "symbols", "account"]

  private(set) var entry = MethodEntry(.fifo)
  var present: UInt32 = 0

  mutating func take(
    _ column: Int, _ bytes: Span<UInt8>, _ reader: inout RecordReader
  ) throws(ScanStop) {
    switch column {
    case 0: entry.method = try reader.oneOf(reader.words.methods, .badSetting, bytes) ?? .fifo
    case 1: entry.from = try reader.day(bytes)
    case 2: if let symbol = try reader.identifier(bytes) { entry.symbols.append(symbol) }
    case 4:
      guard let account = try reader.identifier(bytes) else { return }
      entry.account = reader.draft.tables.securitiesAccounts.index(of: account)
    default: entry.symbols += try reader.identifiers(bytes)
    }
  }

  /// Reports a missing method.
  func check(_ reader: inout RecordReader) {
    require(0, of: "entry of cost_basis_method", .methodOfEntry, &reader)
  }
}

extension RecordReader {
  /// An array of ids or symbols.
  mutating func identifiers(_ bytes: Span<UInt8>) throws(ScanStop) -> [Identifier] {
    guard bytes.byte(at: scanner.index) == UInt8(ascii: "[") else {
      refuse(try anyValue(bytes), wanted: .symbols)
      return []
    }
    guard scanner.opensNonEmpty(closing: "]", bytes) else {
      // It could mean all instruments, but is more likely a mistake.
      report(Messages.emptyText(columnName))
      return []
    }
    var found: [Identifier] = []
    repeat {
      if let symbol = try identifier(bytes) { found.append(symbol) }
    } while try scanner.isFollowedByMore(closing: "]", bytes)
    return found
  }

  /// Merges the method of new settings, a word or a list. It must not differ from an earlier one.
  mutating func mergeMethods(_ new: LedgerSettings, at position: SourcePosition) {
    let column = SettingsRow.keys[1]
    let old = draft.tables.settings
    let isSame =
      new.costBasisMethod == old.costBasisMethod && new.methodEntries == old.methodEntries
    if let earlier = Self.name(old), var later = Self.name(new) {
      if !new.methodEntries.isEmpty, !old.methodEntries.isEmpty { later = "another list" }
      if !isSame {
        report(Messages.contradictorySettings(column, earlier, later), column: column)
      }
      return
    }
    if new.costBasisMethod != nil { draft.tables.settings.costBasisMethod = new.costBasisMethod }
    if new.methodEntries.isEmpty { return }
    draft.tables.settings.methodEntries = new.methodEntries
    draft.tables.settings.methodsPosition = position
  }

  /// The method for a message; nil if the settings have none.
  private static func name(_ settings: LedgerSettings) -> String? {
    if !settings.methodEntries.isEmpty { return "a list" }
    return settings.costBasisMethod?.rawValue
  }
}
