// Tables in which costs and payments have no sign of their own: programs write them above or below
// zero.
extension RowBooker {
  /// Refuses rows whose costs or payments have the other sign than those of most rows of their
  /// kind. They are paid back, or wrong.
  mutating func checkSigns(_ part: TablePart) {
    let meaning = part.bound.table.amounts
    if meaning.areCostsUnsigned, !meaning.haveRebates {
      for kind in [RowKind.buy, .sell] {
        for field in [RuleSlots.Known.fees, .taxes] {
          checkSigns("cost", kind, part) { row, form in
            (try? row.costs(field, form, keepingSigns: true)) ?? []
          }
        }
      }
    }
    if meaning.isSigned { return }
    for kind in [RowKind.withdrawal, .fee, .tax] {
      checkSigns(kind.rawValue, kind, part) { row, form in
        let amount = row.namesRefund ? nil : try? row.money(.amount, form)
        return amount.flatMap { $0 }.map { [$0] } ?? []
      }
    }
  }

  private mutating func checkSigns(
    _ name: String, _ kind: RowKind, _ part: TablePart,
    of amounts: (TableRow, TableForm) -> [RowMoney]
  ) {
    var (above, below): ([ImportRow], [ImportRow]) = ([], [])
    for (number, record) in part.records.enumerated() {
      guard let rule = record.rule, part.bound.rules[rule].rule.kind == kind else { continue }
      for amount in amounts(TableRow(part, number), form) where amount.amount != .zero {
        if amount.amount < .zero { below.append(record.row) } else { above.append(record.row) }
      }
    }
    guard !above.isEmpty, !below.isEmpty else { return }
    let isAboveRare = above.count < below.count
    for row in Set(isAboveRare ? above : below).sorted(by: { $0.index < $1.index }) {
      draft.report(
        .contradictoryRow,
        "a \(name) of this row is \(isAboveRare ? "above" : "below") zero, and those of most rows "
          + "of its kind are \(isAboveRare ? "below" : "above") zero",
        help: "If it was paid back, write a row of its own for it. Otherwise correct its sign.",
        row: row)
    }
  }
}
