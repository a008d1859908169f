/// The subject of an explanation. New minor versions may add cases.
public enum ExplanationSubject: Sendable, Hashable {
  /// A transaction group: its realized gains, the lots that it opened, and its other changes.
  case group(GroupIndex)
  /// An instrument: its complete history.
  case instrument(InstrumentIndex)

  /// Returns the group and the instrument with this name, which is the id of a group or the symbol
  /// of an instrument. The group comes first if both exist.
  public static func named(_ name: String, in tables: LedgerTables) -> [ExplanationSubject] {
    guard !name.isEmpty, let id = tables.names.existingIdentifier(of: name) else { return [] }
    let group = tables.groups.firstIndex { $0.id == id }
    let instrument = tables.instruments.firstIndex { $0.symbol == id }
    return [
      group.map { .group(GroupIndex($0)) }, instrument.map { .instrument(InstrumentIndex($0)) },
    ].compactMap { $0 }
  }

  /// Returns all names of subjects in a ledger: symbols, then the ids of groups.
  package static func names(in tables: LedgerTables) -> [String] {
    tables.instruments.map { tables.text($0.symbol) } + tables.groups.map { tables.text($0.id) }
  }
}
