// Names of fields that are mistyped: no row can have a value for them, or nothing uses the value.
extension RuleReader {
  /// Reports conditions on fields that no row has, and values of fields that have no meaning.
  mutating func checkFields(_ tables: [(table: RuleTable, node: JSONNode)]) {
    let ofFile = Set(tables.flatMap { $0.table.facts.joined().flatMap(\.holes) })
    for (table, node) in tables {
      checkConditions(table, node, ofFile)
      let used = usedSlots(table)
      checkUse(of: ["columns", "set", "values"], in: node, used)
      for rule in rowNodes(node) { checkUse(of: ["set", "values"], in: rule, used) }
    }
  }

  private func rowNodes(_ node: JSONNode) -> [JSONNode] {
    entries(node["rows"])
  }

  private func entries(_ node: JSONNode?) -> [JSONNode] {
    if case .array(let entries)? = node?.content { entries } else { [] }
  }

  // MARK: Conditions

  private mutating func checkConditions(
    _ table: RuleTable, _ node: JSONNode, _ ofFile: Set<Int>
  ) {
    let given = table.columns.map(\.slot) + table.columns.flatMap(\.holes)
    let known = ofFile.union(given).union(table.constants.keys)
      .union([RuleSlots.Known.currency.rawValue])
    let rows = zip(table.rules.map(\.conditions), rowNodes(node))
    let accounts = zip(table.capacities.map(\.conditions), entries(node["capacities"]))
    for (conditions, row) in Array(rows) + Array(accounts) {
      guard case .object(let members)? = row["if"]?.content else { continue }
      let own = known.union(conditions.flatMap(\.test.holes))
      for member in members {
        guard let slot = slots.existing(member.key), !own.contains(slot) else { continue }
        let names = own.map { slots.names[$0] }.sorted()
        fault(
          "no column gives the field \"\(member.key)\"",
          Suggestions.choice(for: member.key, of: names), member.value)
      }
    }
  }

  // MARK: Values

  /// Reports fields that get a value, have no meaning, and are used nowhere.
  private mutating func checkUse(of parts: [String], in node: JSONNode, _ used: Set<Int>) {
    for part in parts {
      guard case .object(let members)? = node[part]?.content else { continue }
      for member in members {
        guard let slot = slots.existing(member.key), !used.contains(slot),
          !member.key.hasPrefix("x_"), !isCurrency(member.key, ofOne: used)
        else { continue }
        let names = Array(slots.names.prefix(RuleSlots.Known.allCases.count))
        let hint = Suggestions.question(for: member.key, among: names)
        fault(
          "the field \"\(member.key)\" has no meaning, and no rule uses it",
          hint ?? "Use it in a condition, a join or a value, or leave it out.", member.value)
      }
    }
  }

  private func isCurrency(_ name: String, ofOne used: Set<Int>) -> Bool {
    guard name.hasSuffix("_currency"), let amount = slots.existing(String(name.dropLast(9))) else {
      return false
    }
    return used.contains(amount)
  }

  /// The fields with a meaning, and those that the table uses for something.
  private func usedSlots(_ table: RuleTable) -> Set<Int> {
    var used = Set(RuleSlots.Known.allCases.map(\.rawValue))
    used.formUnion(table.header)
    // A name with a hole gives the value of the hole.
    used.formUnion(table.columns.filter { !$0.holes.isEmpty }.map(\.slot))
    used.formUnion(table.firstRow.map(\.slot))
    used.formUnion(table.joins.flatMap(\.fields))
    used.formUnion(table.values.values.flatMap(\.slots))
    for case .slot(let slot) in BoundTable.parts(of: table.account ?? "", slots) {
      used.insert(slot)
    }
    used.formUnion([table.preferred?.slot, table.wrapped].compactMap { $0 })
    used.formUnion(table.stated.flatMap(\.slots))
    used.formUnion(table.capacities.flatMap(\.conditions).map(\.slot))
    for rule in table.rules {
      used.formUnion(rule.conditions.map(\.slot))
      used.formUnion(rule.values.values.flatMap(\.slots))
      used.formUnion(rule.stated.flatMap(\.slots))
      if case .moves(let slot, _)? = rule.balance { used.insert(slot) }
    }
    return used
  }
}

extension RuleColumn {
  /// The slots of the holes in its names.
  fileprivate var holes: [Int] {
    names.flatMap { name -> [Int] in
      guard case .pattern(let pattern) = name else { return [] }
      return pattern.holes
    }
  }
}

extension RowRule.Test {
  /// The slots of the holes of its patterns.
  fileprivate var holes: [Int] {
    switch self {
    case .patterns(let patterns): patterns.flatMap(\.holes)
    case .not(let inner): inner.holes
    case .negative, .positive, .zero, .empty, .present, .word, .currency, .coin, .same: []
    }
  }
}
