/// The unknown keys of the rows of a ledger: how often each is used, and which group uses it first.
struct KeyUses: Sendable, Hashable {
  /// A place in the ledger: the number of a group, or -1 for the head, and the column.
  private struct Place: Comparable, Hashable {
    var group: Int
    var column: Int
    var offset: Int

    static func < (left: Place, right: Place) -> Bool {
      (left.group, left.column) < (right.group, right.column)
    }
  }

  private struct Use: Hashable {
    var count: Int
    var first: Place
  }

  private var uses: [UnknownKeys.Name: Use] = [:]
  /// The positions of the first uses in the head.
  private var ofHead: [UnknownKeys.Name: SourcePosition] = [:]

  var isEmpty: Bool { uses.isEmpty }

  /// The keys that are used.
  var names: some Sequence<UnknownKeys.Name> { uses.keys }

  /// Adds a use.
  /// - Parameters:
  ///   - number: the number of the use among those of its group, or of the head.
  ///   - group: the number of the group; nil for the head.
  ///   - row: the position of the group's row.
  mutating func add(
    _ name: UnknownKeys.Name, _ number: Int, of group: GroupIndex?, at position: SourcePosition,
    inRowAt row: SourcePosition
  ) {
    let place = Place(
      group: group.map { Int($0) } ?? -1, column: number,
      offset: position.offset - (group == nil ? 0 : row.offset))
    var use = uses[name] ?? Use(count: 0, first: place)
    use.count += 1
    use.first = min(use.first, place)
    uses[name] = use
    if group == nil, ofHead[name] == nil { ofHead[name] = position }
  }

  /// Adds the columns of a row.
  mutating func add(
    _ columns: some Collection<PassthroughColumn>, _ texts: TextTable, of group: GroupIndex?,
    at row: SourcePosition
  ) {
    for (number, column) in columns.enumerated() {
      guard let name = UnknownKeys.Name(column, texts) else { continue }
      add(name, number, of: group, at: column.position, inRowAt: row)
    }
  }

  /// Adds the columns of several rows.
  /// - Parameters:
  ///   - positions: the positions of the rows, ascending.
  ///   - number: the number of a row's group.
  mutating func add(
    _ columns: [PassthroughColumn], _ texts: TextTable, ofRowsAt positions: [SourcePosition],
    number: (Int) -> GroupIndex
  ) {
    for (row, columns) in Self.byRow(columns, positions) {
      add(columns, texts, of: number(row), at: positions[row])
    }
  }

  /// The columns of each row that has any.
  static func byRow(
    _ columns: [PassthroughColumn], _ positions: [SourcePosition]
  ) -> [(row: Int, columns: ArraySlice<PassthroughColumn>)] {
    var found: [(row: Int, columns: ArraySlice<PassthroughColumn>)] = []
    var start = 0
    while start < columns.count {
      let row = positions.partitioningIndex { $0 > columns[start].position } - 1
      let next = row + 1 < positions.count ? positions[row + 1] : .none
      let end = columns[start...].firstIndex { $0.position >= next } ?? columns.count
      if row >= 0 { found.append((row, columns[start..<end])) }
      start = end
    }
    return found
  }

  /// Whether one of some groups is the first that uses a key.
  func hasFirstUse(in numbers: [GroupIndex]) -> Bool {
    uses.values.contains { use in numbers.contains { Int($0) == use.first.group } }
  }

  /// Removes uses of a group.
  /// - Throws: if that is the first use of a key that has others.
  mutating func remove(
    _ names: some Sequence<UnknownKeys.Name>, of group: GroupIndex
  ) throws(NeedsWholeLedger) {
    var left: Set<UnknownKeys.Name> = []
    for name in names {
      guard var use = uses[name] else { continue }
      use.count -= 1
      uses[name] = use.count == 0 ? nil : use
      if use.first.group == Int(group) { left.insert(name) }
    }
    if left.contains(where: { uses[$0] != nil }) { throw NeedsWholeLedger(.unknownKeys) }
  }

  /// Removes the columns of the row of a group.
  mutating func remove(
    _ columns: some Collection<PassthroughColumn>, _ texts: TextTable, of group: GroupIndex
  ) throws(NeedsWholeLedger) {
    try remove(columns.compactMap { UnknownKeys.Name($0, texts) }, of: group)
  }

  /// The uses in the order of the ledger.
  func unknownKeys(_ position: (GroupIndex) -> SourcePosition) -> UnknownKeys {
    let sorted = uses.sorted { $0.value.first < $1.value.first }
    return UnknownKeys(
      sorted.map { name, use in
        var found = UnknownKeys.Use(name: name, first: ofHead[name] ?? .none)
        if use.first.group >= 0 {
          let row = position(GroupIndex(use.first.group))
          found.first = SourcePosition(file: row.file, offset: row.offset + use.first.offset)
        }
        found.count = use.count
        return found
      })
  }
}

extension UnknownKeys.Name {
  /// The name of an unknown key; nil for a known column or a row without a key.
  fileprivate init?(_ column: PassthroughColumn, _ texts: TextTable) {
    guard !column.isKnown, column.key != TextTable.none, let key = texts[column.key] else {
      return nil
    }
    self.init(table: column.table, key: key)
  }
}
