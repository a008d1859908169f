import FolioDiagnostics
import FolioModel
import FolioNumbers

/// An entry of a `cost_basis_method` that is a list.
struct MethodEntryRow: LedgerRow {
  static let kind = RowKind.methodEntry
  static let keys = ["method", "from", "symbol", "symbols"]

  private(set) var entry = MethodEntry(.fifo)
  var present: UInt32 = 0

  mutating func take(
    _ column: Int, _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) throws(ScanStop) {
    switch column {
    case 0:
      let word = try reader.word(bytes)
      let method = reader.known(reader.words.methods[word], word, .badSetting, bytes)
      entry.method = method ?? .fifo
    case 1: entry.from = try reader.day(bytes)
    case 2: if let symbol = try reader.identifier(bytes) { entry.symbols.append(symbol) }
    default: entry.symbols += try reader.identifiers(bytes)
    }
  }

  /// Records the column that the entry lacks.
  func check(_ reader: inout DocumentReader) {
    if present & 1 == 0, RowRule.methodOfEntry.isOn {
      reader.reportRow(Wording.missing("method", in: "entry of cost_basis_method"))
    }
  }
}

extension DocumentReader {
  /// An array of ids or symbols.
  mutating func identifiers(_ bytes: Span<UInt8>) throws(ScanStop) -> [Identifier] {
    guard bytes.byte(at: scanner.index) == UInt8(ascii: "[") else {
      refuse(try anyValue(bytes), wanted: .symbols)
      return []
    }
    guard scanner.opensNonEmpty(closing: "]", bytes) else {
      // Nothing named would mean all instruments, and is more likely a slip.
      report(Wording.emptyText(columnName))
      return []
    }
    var found: [Identifier] = []
    repeat {
      if let symbol = try identifier(bytes) { found.append(symbol) }
    } while try scanner.isFollowedByMore(closing: "]", bytes)
    return found
  }

  /// The value of `cost_basis_method`, where it is a list.
  mutating func methodEntries(_ bytes: Span<UInt8>) throws(ScanStop) -> [MethodEntry] {
    let outer = place
    var entries: [MethodEntry] = []
    if scanner.opensNonEmpty(closing: "]", bytes) {
      repeat {
        place = outer
        place.lot = entries.count
        entries.append(try methodEntry(bytes))
      } while try scanner.isFollowedByMore(closing: "]", bytes)
    }
    place = outer
    return entries
  }

  private mutating func methodEntry(_ bytes: Span<UInt8>) throws(ScanStop) -> MethodEntry {
    var row = MethodEntryRow()
    let record = place.record
    guard bytes.byte(at: scanner.index) == UInt8(ascii: "{") else {
      let kind = try element(bytes)
      report(
        Wording.notARow(
          "an entry of cost_basis_method", kind, example: "{\"method\": \"fifo\"}"),
        at: position(record),
        field: [.key(RowKind.methodEntry.listKey), .index(place.lot)])
      return row.entry
    }
    // Faults of an entry are shown from the settings that it belongs to.
    _ = try readMembers(of: &row, number: 0, bytes, depth: place.depth + 1, record: record)
    row.check(&self)
    return row.entry
  }

  /// The method of some settings, a word or a list; two that differ contradict each other.
  mutating func mergeMethods(_ new: LedgerSettings, at position: SourcePosition) {
    let column = SettingsRow.keys[1]
    let old = draft.tables.settings
    let isSame =
      new.costBasisMethod == old.costBasisMethod && new.methodEntries == old.methodEntries
    if let earlier = Self.name(old), var later = Self.name(new) {
      if !new.methodEntries.isEmpty, !old.methodEntries.isEmpty { later = "another list" }
      if !isSame {
        report(Wording.contradictorySettings(column, earlier, later), column: column)
      }
      return
    }
    if new.costBasisMethod != nil { draft.tables.settings.costBasisMethod = new.costBasisMethod }
    if new.methodEntries.isEmpty { return }
    draft.tables.settings.methodEntries = new.methodEntries
    draft.tables.settings.methodsPosition = position
  }

  /// What settings say of the method, in words; nil where they say nothing.
  private static func name(_ settings: LedgerSettings) -> String? {
    if !settings.methodEntries.isEmpty { return "a list" }
    return settings.costBasisMethod?.rawValue
  }
}
