// Columns that the rules know, and that the file has not.
extension TableRow {
  /// The fault of a row that lacks a value. If the file has no column for it, all rows share it.
  func lacking(_ known: RuleSlots.Known, _ message: String, help: String) -> RowError {
    guard let name = missingColumn(of: known) else {
      return RowError(.contradictoryRow, message, help: help)
    }
    var error = RowError(
      .contradictoryRow, "the file has no column \"\(name)\", and \(message)",
      help: "Export the file again with all columns. If the column has another name now, add it to "
        + "a rule file.")
    error.isOfTable = true
    return error
  }

  /// The first name of the column of a value, if the file has no column for it.
  private func missingColumn(of known: RuleSlots.Known) -> String? {
    let slots = bound.place(known.rawValue, met).slots
    guard slots.allSatisfy({ source(raw: $0) < 0 }) else { return nil }
    for column in bound.table.columns where slots.contains(column.slot) {
      for case .text(let name) in column.names { return name }
    }
    return nil
  }
}

extension BoundRule.Place {
  /// The slots of which it takes a value.
  fileprivate var slots: [Int] {
    switch self {
    case .constant: []
    case .slot(let slot), .minus(let slot), .each(let slot), .held(let slot): [slot]
    case .first(let places): places.flatMap(\.slots)
    }
  }
}
