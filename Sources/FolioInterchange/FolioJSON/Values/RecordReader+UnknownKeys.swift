/// An unknown key in an entry of a list in a column.
struct UnknownEntryKey {
  let kind: RowKind
  let key: [UInt8]
  let position: SourcePosition
  let entry: Int
}

extension RowKind {
  /// The keys of each table that have a meaning.
  static let columnNames: [LedgerTable: [String]] = {
    var names = [LedgerTable.document: LedgerTable.allKeys]
    for kind in allCases { if let table = kind.table { names[table] = kind.keys } }
    return names
  }()
}

// Unknown keys: faults at the top level and in the settings, where one would change all figures,
// and otherwise warnings.
extension RecordReader {
  /// The highest number of unknown keys of entries that are listed.
  private static let entryKeyLimit = 100

  /// Whether an unknown key at the top level or in the settings is a fault.
  func refuses(_ key: [UInt8]) -> Bool {
    !acceptsUnknownKeys && !LedgerTable.isExtension(String(decoding: key, as: UTF8.self))
  }

  mutating func reportUnknownSetting(_ key: [UInt8]) {
    let name = String(decoding: key, as: UTF8.self)
    report(
      Messages.unknownKey(name, in: "settings", among: SettingsRow.keys),
      at: position(place.record), field: [.name(name)])
  }

  /// Notes an unknown key in an entry of a list.
  mutating func noteUnknown(_ key: [UInt8], in kind: RowKind) {
    entryKeys.append(
      UnknownEntryKey(
        kind: kind, key: key, position: position(place.record), entry: place.lot))
  }

  /// Warns once of each unknown key of the entries of a list.
  mutating func warnOfEntryKeys() {
    var indices: [[UInt8]: [RowKind: Int]] = [:]
    var uses: [(first: UnknownEntryKey, count: Int)] = []
    for use in entryKeys {
      let index = indices[use.key]?[use.kind] ?? uses.count
      indices[use.key, default: [:]][use.kind] = index
      if index == uses.count { uses.append((use, 0)) }
      uses[index].count += 1
    }
    for (use, count) in uses.prefix(Self.entryKeyLimit) {
      let key = String(decoding: use.key, as: UTF8.self)
      let field: [FieldStep] = [.key(use.kind.listKey), .index(use.entry), .name(key)]
      draft.warnings.append(
        Messages.unknownEntryKey(key, count, in: use.kind).at(use.position, field: field))
    }
  }
}
