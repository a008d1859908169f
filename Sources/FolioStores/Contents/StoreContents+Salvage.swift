/// A row of a store that cannot be read or contradicts other rows.
package struct RowFault: Sendable, Hashable {
  /// The index of the row; nil for the head.
  package var row: Int?
  /// The description of the error.
  package var reason: String
}

extension StoreContents {
  /// Reads every readable row and reports the others. Rows that contradict each other are all kept,
  /// and reported.
  package static func reading(
    head: StoredHead?, rows: [StoredRow], lastSequence: Int
  ) -> (contents: StoreContents, faults: [RowFault]) {
    if let contents = try? StoreContents(head: head, rows: rows, lastSequence: lastSequence),
      !contents.hasEqualIDs
    {
      return (contents, [])
    }
    var faults: [RowFault] = []
    var sound: (head: StoredHead?, rows: [Int]) = (head, [])
    if let row = head?.row, let reason = reason(againstHead: row) {
      faults.append(RowFault(row: nil, reason: reason))
      sound.head = nil
    }
    var groups: [StoredGroup] = []
    var ids: [String: Int] = [:]
    for (number, row) in rows.enumerated() {
      let draft = StoreCheck.draft(of: [StoredHead.emptyRow, row.text])
      guard draft.faults.isEmpty, draft.tables.groups.count == 1 else {
        let reason = draft.faults.first?.message ?? "the row is not a group"
        faults.append(RowFault(row: number, reason: reason))
        continue
      }
      let group = StoredGroup(draft.tables.groups[0], draft.tables, row)
      if ids.updateValue(number, forKey: group.id) != nil {
        faults.append(RowFault(row: number, reason: "the group '\(group.id)' occurs twice"))
      }
      groups.append(group)
      sound.rows.append(number)
    }
    faults += conflicts(sound.head, sound.rows.map { ($0, rows[$0].text) })
    let contents = StoreContents(head: sound.head, groups: groups, lastSequence: lastSequence)
    return (contents, faults)
  }

  /// The errors of rows that are valid individually but not together.
  private static func conflicts(
    _ head: StoredHead?, _ rows: [(number: Int, text: [UInt8])]
  ) -> [RowFault] {
    let lines = [head?.row ?? StoredHead.emptyRow] + rows.map(\.text)
    var ends: [Int] = []
    for line in lines { ends.append((ends.last ?? 0) + line.count + 1) }
    return StoreCheck.draft(of: lines).faults.map { fault in
      let line = ends.firstIndex { fault.position.offset < $0 } ?? 0
      return RowFault(row: line == 0 ? nil : rows[line - 1].number, reason: fault.message)
    }
  }

  private static func reason(againstHead row: [UInt8]) -> String? {
    let draft = StoreCheck.draft(of: [row])
    if let fault = draft.faults.first { return fault.message }
    return draft.tables.groups.isEmpty ? nil : "the row contains groups"
  }
}
