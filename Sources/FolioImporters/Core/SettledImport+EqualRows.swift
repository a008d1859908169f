import Folio

// Rows without ids that come twice. They are booked twice, since two fills or payments of a day may
// be equal; the user has to look.
extension SettledImport {
  /// Reports groups whose rows are equal to those of an earlier group, once for each file.
  /// - Parameter first: The first group with a key.
  mutating func noteEqualRows(_ groups: [Int], _ first: (_ key: String) -> Int?) {
    let rows = groups.filter { number in
      let key = draft.groups[number].key
      return draft.groups[number].id != key
        && first(key).map { haveSameRows(number, $0) } == true
    }
    for (_, numbers) in Dictionary(grouping: rows, by: { draft.groups[$0].file })
      .sorted(by: { $0.key < $1.key })
    {
      guard let row = draft.groups[numbers[0]].imported.rows.first else { continue }
      let count = numbers.count == 1 ? "" : " (\(numbers.count) such rows)"
      let position = draft.position(of: row)
      findings.append(
        Diagnostic(
          .repeatedRow,
          "this row has the content of an earlier row and no id, and is booked as well\(count)",
          help: "If it is the same transaction, remove the row. Equal fills and payments of a day "
            + "are right.",
          at: position, field: [.length(length(at: position))]))
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
