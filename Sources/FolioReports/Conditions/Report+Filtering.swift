extension Report {
  /// The report with only the rows that meet a condition.
  ///
  /// Totals are those of the remaining rows. Values that are not sums of rows, such as the
  /// `difference` of a balance sheet, are left out, as are charts. Weights and running balances
  /// stay those of the whole report.
  /// - Throws: `ConditionFault` if the condition names a column that the report does not have, or
  ///   compares values of different kinds.
  public func filtered(where condition: RowCondition) throws(ConditionFault) -> Report {
    let test = try ConditionCheck.test(condition, on: self)
    let kept = (0..<rowCount).filter { test(row($0)) == true }
    var report = self
    report.condition = condition.text
    report.rowCount = kept.count
    report.row = { [row] in row(kept[$0]) }
    report.totalsOfRows = { [totalsOfRows] some in totalsOfRows(some.map { kept[$0] }) }
    report.totals = totalsOfRows(kept).map { total in
      var total = total
      total.isInTable = totals.first { $0.key == total.key }?.isInTable ?? total.isInTable
      return total
    }
    if !report.totals.contains(where: { $0.value == .null }) { report.missing = [] }
    if kept.count < rowCount { report.notes.removeFirst(notesOfAllRows) }
    report.isItsOwnTotal = isItsOwnTotal && kept.count == rowCount
    report.charts = []
    report.passages = []
    return report
  }
}

extension Report {
  /// Some of the rows that a report was made of.
  typealias SomeRows<Row> = LazyMapSequence<[Int], Row>

  /// Adds totals of the rows, which `filtered` computes again for the remaining rows.
  mutating func addTotals<Rows: RandomAccessCollection & Sendable>(
    of rows: Rows, _ totals: @escaping @Sendable (SomeRows<Rows.Element>) -> [Total]
  ) where Rows.Index == Int {
    let add: @Sendable ([Int]) -> [Total] = { kept in totals(kept.lazy.map { rows[$0] }) }
    let earlier = totalsOfRows
    totalsOfRows = { earlier($0) + add($0) }
    self.totals += add(Array(0..<rows.count))
  }
}
