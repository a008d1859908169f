// Flat tables: each leg joins the group that its group_id names.
extension LedgerChecker {
  mutating func joinFlatLegs() {
    guard !draft.flatStockLegs.isEmpty || !draft.flatCashLegs.isEmpty else { return }
    var groups = IdentifierIndex(capacity: tables.groups.count)
    for (index, group) in tables.groups.enumerated() {
      _ = groups.insert(group.id, UInt32(truncatingIfNeeded: index))
    }
    var owners = owners(draft.flatStockGroups, draft.flatStockLegs.map(\.position), groups)
    join(\.stockLegs, \.flatStockLegs, of: owners, \.stockLegs, .stockLegs)
    fillDays()
    owners = self.owners(draft.flatCashGroups, draft.flatCashLegs.map(\.position), groups)
    join(\.cashLegs, \.flatCashLegs, of: owners, \.cashLegs, .cashLegs)
  }

  /// The group of each flat leg. An unknown group is a fault.
  private mutating func owners(
    _ ids: [Identifier], _ positions: [SourcePosition], _ groups: IdentifierIndex
  ) -> [GroupIndex] {
    zip(ids, positions).map { id, position in
      if let group = groups[id] { return GroupIndex(rawValue: group) }
      if !id.isNone { reference(unknownGroup(id, at: position)) }
      return .missing
    }
  }

  private mutating func join<Leg>(
    _ legs: WritableKeyPath<LedgerTables, [Leg]>, _ flat: WritableKeyPath<LedgerDraft, [Leg]>,
    of owners: [GroupIndex], _ range: WritableKeyPath<GroupRecord, Range<Int>>,
    _ table: LedgerTable
  ) {
    let nested = tables[keyPath: legs].count
    let plan = JoinPlan(
      nested: tables.groups.map { $0[keyPath: range] }, nestedLegs: nested, owners: owners)
    tables[keyPath: legs] = plan.merge(tables[keyPath: legs], draft[keyPath: flat])
    draft[keyPath: flat] = []
    for (index, joined) in plan.ranges.enumerated() {
      tables.groups[index][keyPath: range] = joined
    }
    movePassthroughColumns(table, plan, nestedLegs: nested)
  }

  /// Sets the days that flat legs left out, which are those of their groups.
  private mutating func fillDays() {
    for group in tables.groups {
      for leg in group.stockLegs {
        let given = tables.stockLegs[leg].given
        if !given.contains(.tradeDate) { tables.stockLegs[leg].tradeDay = group.occurredAt.day }
        if !given.contains(.settlementDate) {
          tables.stockLegs[leg].settlementDay = tables.stockLegs[leg].tradeDay
        }
      }
    }
  }

  /// Moves passthrough columns with their rows. The reader sets the top bit of the number of a row
  /// in a flat table.
  private mutating func movePassthroughColumns(
    _ table: LedgerTable, _ plan: JoinPlan, nestedLegs: Int
  ) {
    for index in tables.kept.indices where tables.kept[index].table == table {
      let row = tables.kept[index].row
      let isFlat = row & 0x8000_0000 != 0
      tables.kept[index].row = plan.target(
        of: isFlat ? nestedLegs + Int(row & 0x7FFF_FFFF) : Int(row))
    }
    tables.kept.removeAll { $0.table == table && $0.row == .missing }
  }
}
