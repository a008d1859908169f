// Rows without ids that come twice, or with the id of another row. They are booked twice, since two
// fills or payments of a day may be equal; the user has to look.
extension SettledImport {
  /// Reports groups whose rows are equal to those of an earlier group, or that have its id, once
  /// for each file.
  /// - Parameter first: The first group with a key.
  mutating func noteEqualRows(_ groups: [Int], _ first: (_ key: String) -> Int?) {
    let again = groups.filter { draft.groups[$0].id != draft.groups[$0].key }
    let rows = again.filter { number in
      first(draft.groups[number].key).map { haveSameRows(number, $0) } == true
    }
    let others = again.filter { number in
      guard case .native = draft.groups[number].imported.identity,
        let before = first(draft.groups[number].key)
      else { return false }
      return draft.groups[number].imported.group.isSameKind(draft.groups[before].imported.group)
    }
    noteRows(
      others, "this row has the id of an earlier row and another content, and is booked as well",
      help: "If it is the same transaction, remove the row that is wrong.")
    noteRows(
      rows, "this row has the content of an earlier row and no id, and is booked as well",
      help: "If it is the same transaction, remove the row. Equal fills and payments of a day are "
        + "right.")
    noteRows(
      joinedEqualRows(groups),
      "a row of this transaction has the content of another one and no id, and is booked as well",
      help: "If it is the same row, remove one of them. Equal fills of an order are right.")
  }

  /// The groups of several rows of a table, two of which are equal. Rows with balances prove
  /// themselves.
  private func joinedEqualRows(_ groups: [Int]) -> [Int] {
    let joined = groups.filter { draft.groups[$0].imported.first != nil }
    if joined.isEmpty { return [] }
    var proven: Set<ImportRow> = []
    for case .running(_, .some, let row, _) in draft.claims { proven.insert(row) }
    return joined.filter { number in
      let rows = Set(draft.groups[number].imported.rows).subtracting(proven)
      return Set(rows.map(bytes)).count < rows.count
    }
  }

  /// Reports rows that repeat others, once for each file.
  mutating func noteRows(_ groups: [Int], _ message: String, help: String) {
    for (_, numbers) in Dictionary(grouping: groups, by: { draft.groups[$0].file })
      .sorted(by: { $0.key < $1.key })
    {
      guard let row = draft.groups[numbers[0]].imported.rows.first else { continue }
      let count = numbers.count == 1 ? "" : " (\(numbers.count) such rows)"
      let position = draft.position(of: row)
      findings.append(
        Diagnostic(
          .repeatedRow, message + count, help: help, at: position,
          field: [.length(length(at: position))]))
    }
  }

  /// Whether two groups have different rows with the same bytes. The first line of an element or of
  /// a transaction, without any digit, says nothing.
  private func haveSameRows(_ one: Int, _ other: Int) -> Bool {
    let (rows, others) = (draft.groups[one].imported.rows, draft.groups[other].imported.rows)
    let text = rows.map(bytes)
    return rows != others && text == others.map(bytes)
      && text.contains { $0.contains { (0x30...0x39).contains($0) } }
  }

  private func bytes(_ row: ImportRow) -> [UInt8] {
    let record = draft.rows[row.index]
    return draft.files[record.position.file].source.bytes(
      record.position.offset, Int(record.length))
  }
}

extension LedgerGroup {
  /// Whether both do the same with the same instruments or currencies.
  fileprivate func isSameKind(_ other: LedgerGroup) -> Bool {
    stockLegs.map(\.type) == other.stockLegs.map(\.type)
      && stockLegs.map(\.symbol) == other.stockLegs.map(\.symbol)
      && cashLegs.map(\.type) == other.cashLegs.map(\.type)
      && cashLegs.map(\.currency) == other.cashLegs.map(\.currency)
  }
}
