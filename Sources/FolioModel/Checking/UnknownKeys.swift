/// The uses of unknown keys, counted by table and key: a file may have one in each of a million
/// rows.
package struct UnknownKeys: Sendable {
  /// The uses of one key in one table.
  struct Use: Sendable {
    let name: Name
    var count = 1
    /// The position of the first row with it.
    var first: SourcePosition
  }

  struct Name: Hashable {
    let table: LedgerTable
    let key: String
  }

  /// A key as an index of the texts.
  private struct Index: Hashable {
    let table: LedgerTable
    let key: UInt32
  }

  /// The uses in the order of the documents.
  private(set) var uses: [Use] = []
  private var numbers: [Name: Int] = [:]

  /// No uses.
  package init() {}

  /// Some uses, in the order of the documents.
  init(_ uses: [Use]) { self.uses = uses }

  /// Counts the unknown keys among some columns.
  package mutating func add(_ columns: [PassthroughColumn], _ texts: TextTable) {
    // An index is much faster to look up than a text.
    var known: [Index: Int] = [:]
    for column in columns where !column.isKnown && column.key != TextTable.none {
      let index = Index(table: column.table, key: column.key)
      if let number = known[index] {
        add(column, number)
      } else if let key = texts[column.key] {
        known[index] = add(column, Name(table: column.table, key: key))
      }
    }
  }

  private mutating func add(_ column: PassthroughColumn, _ name: Name) -> Int {
    if let number = numbers[name] {
      add(column, number)
      return number
    }
    numbers[name] = uses.count
    uses.append(Use(name: name, first: column.position))
    return uses.count - 1
  }

  private mutating func add(_ column: PassthroughColumn, _ number: Int) {
    uses[number].count += 1
    uses[number].first = min(uses[number].first, column.position)
  }
}

extension LedgerTable {
  /// Keys under which an import keeps what a ledger has no table for, and where a group is from.
  private static let keysOfModels: Set<String> = ["coinflip", "simple_dates", "import"]

  /// Whether a key is an extension of the format, which Folio never warns of.
  package static func isExtension(_ key: String) -> Bool {
    key == "$schema" || key.hasPrefix("x_") || keysOfModels.contains(key)
  }

  /// Columns that rows of the systems have beside those of the format (Specs/ledger-format.md).
  private static let columnsOfSystems: Set<String> = [
    "local_id", "device_id", "auth_user_id", "portfolio_id", "deleted_at", "synced_at",
    "coin_id", "coin_symbol", "coin_name",
  ]

  /// Whether a key is a column of one of the systems that Folio reads. Folio warns of it only under
  /// strict rules.
  func isColumnOfSystems(_ key: String) -> Bool {
    if Self.columnsOfSystems.contains(key) { return true }
    switch self {
    case .settings, .prices, .rates, .balances: return key == "id"
    // On a leg, a price or a rate it would be meant to change the figures.
    case .cashAccounts, .stocks: return key == "is_deleted"
    case .document, .groups, .stockLegs, .cashLegs, .storedPositions, .storedHoldings: return false
    }
  }
}

extension LedgerChecker {
  /// The highest number of unknown keys that are listed.
  private static let unknownKeyLimit = 100

  /// Warns once of each unknown key of a table.
  mutating func warn(of unknown: UnknownKeys) {
    let uses = unknown.uses.filter { Self.isWarned($0.name.table, $0.name.key, strict) }
    for use in uses.prefix(Self.unknownKeyLimit) { warn(unknownKey(use)) }
    if uses.count > Self.unknownKeyLimit {
      warn(unlistedKeys(uses.count - Self.unknownKeyLimit))
    }
  }

  mutating func warnOfUnknownKeys() {
    guard !tables.kept.isEmpty else { return }
    var unknown = UnknownKeys()
    unknown.add(tables.kept, tables.texts)
    warn(of: unknown)
    guard draft.changesStore else { return }
    // No command could correct such a column of a store later, and each would warn of it.
    let (strict, texts) = (strict, tables.texts)
    tables.kept.removeAll { column in
      Self.isDropped(column.table, at: column.position) && !column.isKnown
        && column.key != TextTable.none
        && texts[column.key].map { Self.isWarned(column.table, $0, strict) } ?? false
    }
  }

  /// Whether Folio warns of an unknown key.
  private static func isWarned(_ table: LedgerTable, _ key: String, _ strict: Bool) -> Bool {
    !LedgerTable.isExtension(key) && (strict || !table.isColumnOfSystems(key))
  }

  /// Whether a row that changes a store keeps no unknown columns: it is in a table of which no
  /// command replaces a row.
  private static func isDropped(_ table: LedgerTable, at position: SourcePosition) -> Bool {
    switch table {
    case .cashAccounts, .stocks, .prices, .rates, .balances:
      position.isKnown && position.file > 0
    case .document, .settings, .groups, .stockLegs, .cashLegs, .storedPositions, .storedHoldings:
      false
    }
  }

  private func unknownKey(_ use: UnknownKeys.Use) -> Diagnostic {
    let (table, key) = (use.name.table, use.name.key)
    let place = table == .document ? "the document" : table.rawValue
    let shown = key.count > 40 ? key.prefix(39) + "…" : Substring(key)
    let times = use.count == 1 ? "" : "; it occurs \(use.count) times, first here"
    let question = NearestKey.question(for: key, among: draft.columnNames[table] ?? [])
    let isDropped = draft.changesStore && Self.isDropped(table, at: use.first)
    let fate = isDropped ? "not stored" : "kept and not used"
    return Diagnostic(
      .unknownKey, "\"\(shown)\" is not a known column of \(place)\(times)",
      help: question.isEmpty
        ? "It is \(fate). If it should have an effect, correct its spelling."
        : question + "The key is \(fate).",
      at: use.first, field: [.name(key)])
  }

  private func unlistedKeys(_ count: Int) -> Diagnostic {
    Diagnostic(
      .unknownKey, "\(count) more unknown \(count == 1 ? "key is" : "keys are") not listed",
      help: "Correct the keys above, then check again.", at: .none)
  }
}
