// Tables whose costs have no sign of their own: programs write them above or below zero.
extension RowBooker {
  /// Refuses trades whose costs have the other sign than those of most trades of their kind. They
  /// are paid back, or wrong.
  mutating func checkSignsOfCosts(_ part: TablePart) {
    let meaning = part.bound.table.amounts
    guard meaning.areCostsUnsigned, !meaning.haveRebates else { return }
    for kind in [RowKind.buy, .sell] {
      for field in [RuleSlots.Known.fees, .taxes] { checkSigns(of: field, kind, part) }
    }
  }

  private mutating func checkSigns(
    of field: RuleSlots.Known, _ kind: RowKind, _ part: TablePart
  ) {
    var (above, below): ([ImportRow], [ImportRow]) = ([], [])
    for (number, record) in part.records.enumerated() {
      guard let rule = record.rule, part.bound.rules[rule].rule.kind == kind else { continue }
      let costs = try? TableRow(part, number).costs(field, form, keepingSigns: true)
      for cost in costs ?? [] {
        if cost.amount < .zero { below.append(record.row) } else { above.append(record.row) }
      }
    }
    guard !above.isEmpty, !below.isEmpty else { return }
    let isAboveRare = above.count < below.count
    for row in Set(isAboveRare ? above : below).sorted(by: { $0.index < $1.index }) {
      draft.report(
        .contradictoryRow,
        "a cost of this row is \(isAboveRare ? "above" : "below") zero, and those of most rows of "
          + "its kind are \(isAboveRare ? "below" : "above") zero",
        help: "If it was paid back, write a row of its own for it. Otherwise correct its sign.",
        row: row)
    }
  }
}
