import FolioDiagnostics

// Flat tables: each leg goes to the group that its group_id names.
extension LedgerChecker {
  mutating func joinFlatLegs() {
    guard !draft.flatStockLegs.isEmpty || !draft.flatCashLegs.isEmpty else { return }
    var groups = IdentifierIndex(capacity: tables.groups.count)
    for (index, group) in tables.groups.enumerated() {
      _ = groups.insert(group.id, UInt32(truncatingIfNeeded: index))
    }
    joinStockLegs(owners(draft.flatStockGroups, draft.flatStockLegs.map(\.position), groups))
    joinCashLegs(owners(draft.flatCashGroups, draft.flatCashLegs.map(\.position), groups))
  }

  /// The group of each flat leg; an unknown one is a fault.
  private mutating func owners(
    _ ids: [Identifier], _ positions: [SourcePosition], _ groups: IdentifierIndex
  ) -> [GroupIndex] {
    zip(ids, positions).map { id, position in
      if let group = groups[id] { return GroupIndex(rawValue: group) }
      if !id.isNone { reference(.unknownGroup(tables.text(id), at: position)) }
      return .missing
    }
  }

  private mutating func joinStockLegs(_ owners: [GroupIndex]) {
    let nested = tables.stockLegs.count
    let plan = JoinPlan(
      nested: tables.groups.map(\.stockLegs), nestedLegs: nested, owners: owners)
    tables.stockLegs = plan.merge(tables.stockLegs, draft.flatStockLegs)
    draft.flatStockLegs = []
    for (index, range) in plan.ranges.enumerated() {
      tables.groups[index].firstStockLeg = range.lowerBound
      tables.groups[index].stockLegCount = UInt32(range.count)
      fillDays(of: index)
    }
    movePassthroughColumns(.stockLegs, plan, nestedLegs: nested)
  }

  private mutating func joinCashLegs(_ owners: [GroupIndex]) {
    let nested = tables.cashLegs.count
    let plan = JoinPlan(nested: tables.groups.map(\.cashLegs), nestedLegs: nested, owners: owners)
    tables.cashLegs = plan.merge(tables.cashLegs, draft.flatCashLegs)
    draft.flatCashLegs = []
    for (index, range) in plan.ranges.enumerated() {
      tables.groups[index].firstCashLeg = range.lowerBound
      tables.groups[index].cashLegCount = UInt32(range.count)
    }
    movePassthroughColumns(.cashLegs, plan, nestedLegs: nested)
  }

  /// A flat leg learns only here on which day its group occurred.
  private mutating func fillDays(of index: Int) {
    let day = tables.groups[index].occurredAt.day
    for leg in tables.groups[index].stockLegs {
      let given = tables.stockLegs[leg].given
      if !given.contains(.tradeDate) { tables.stockLegs[leg].tradeDay = day }
      if !given.contains(.settlementDate) {
        tables.stockLegs[leg].settlementDay = tables.stockLegs[leg].tradeDay
      }
    }
  }

  /// Kept columns follow their rows: a reader marks rows of flat tables with the top bit.
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
