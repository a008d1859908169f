import FolioModel

/// What a story is about.
public enum ExplanationSubject: Sendable, Hashable {
  /// A group: the gains that it realized, the lots that it opened, or what it changed.
  case group(GroupIndex)
  /// An instrument: everything that happened to it.
  case instrument(InstrumentIndex)

  /// What a name means in a ledger: a group's id or an instrument's symbol, in this order; none,
  /// one or both.
  public static func named(_ name: String, in tables: LedgerTables) -> [ExplanationSubject] {
    guard !name.isEmpty, let id = tables.names.existingIdentifier(of: name) else { return [] }
    let group = tables.groups.firstIndex { $0.id == id }
    let instrument = tables.instruments.firstIndex { $0.symbol == id }
    return [
      group.map { .group(GroupIndex($0)) }, instrument.map { .instrument(InstrumentIndex($0)) },
    ].compactMap { $0 }
  }

  /// Every name that means something in a ledger: symbols, then the ids of the groups.
  public static func names(in tables: LedgerTables) -> [String] {
    tables.instruments.map { tables.text($0.symbol) } + tables.groups.map { tables.text($0.id) }
  }
}
