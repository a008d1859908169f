extension RecordReader {
  /// The key of the column that is being read.
  var columnName: String {
    let column = place.slot % RowKind.stride
    return SharedColumn(rawValue: column)?.key ?? place.kind?.keys.dropFirst(column).first ?? ""
  }

  /// The path to the entry of a list that is being read; empty for a row.
  private var entryPath: [FieldStep] {
    place.lot < 0 ? [] : [.key(place.kind?.listKey ?? ""), .index(place.lot)]
  }

  /// Records a fault of the value that is being read.
  mutating func report(_ finding: Finding) { report(finding, column: columnName) }

  /// Records a fault of a column of the row that is being read.
  mutating func report(_ finding: Finding, column: String) {
    report(finding, at: position(place.record), field: entryPath + [.key(column)])
  }

  /// Records a fault of the row that is being read.
  mutating func reportRow(_ finding: Finding) {
    report(finding, at: position(place.record), field: entryPath)
  }

  /// Records a fault, up to the limit of the draft.
  mutating func report(_ finding: Finding, at position: SourcePosition, field: [FieldStep] = []) {
    if draft.faults.count >= LedgerDraft.faultLimit {
      unlistedFaults += 1
      return
    }
    draft.faults.append(finding.at(position, field: field))
  }
}
