/// A row that comes twice in a file.
struct RepeatedRow {
  enum Kind: CaseIterable {
    /// With its id and its content, so that it is booked once.
    case same
    /// With its id and another content. Both are booked.
    case otherContent
    /// With its content, and without an id. Both are booked, since two fills or payments of a day
    /// may be equal; the user has to look.
    case withoutID
  }

  var row: ImportRow
  var first: ImportRow
  var kind: Kind
}

extension ImportDraft {
  /// Looks whether a row repeats an earlier one, before rows are joined to transactions.
  /// - Parameters:
  ///   - id: The id of the broker, with what else tells rows of one id apart; nil if it has none.
  ///   - content: The hash of what it says.
  /// - Returns: Whether an earlier row has its id and its content, which ends the row.
  mutating func isRepeated(_ row: ImportRow, id: [String]?, content: Int) -> Bool {
    noteComparedRows()
    let key = id ?? ["\(content)"]
    guard let first = seenRows[key] else {
      seenRows[key] = (row, content)
      return false
    }
    let isSame = id != nil && first.content == content
    let kind: RepeatedRow.Kind = id == nil ? .withoutID : isSame ? .same : .otherContent
    repeatedRows.append(RepeatedRow(row: row, first: first.row, kind: kind))
    if isSame { skip(row, "a row that repeats an earlier one") }
    return isSame
  }

  /// The bytes of a row.
  func bytes(_ row: ImportRow) -> [UInt8] {
    let record = rows[row.index]
    return files[record.position.file].source.bytes(record.position.offset, Int(record.length))
  }
}

extension RowBooker {
  /// Leaves out the rows of a file that repeat earlier ones. The id of an order is not that of a
  /// row.
  mutating func leaveOutRepeated(_ effects: inout [RowEffect]) {
    effects.removeAll { effect in
      guard case .native(let id)? = effect.identity else {
        let text = String(decoding: draft.bytes(effect.row), as: UTF8.self)
        return draft.isRepeated(effect.row, id: nil, content: text.hashValue)
      }
      var group = LedgerGroup(id: "", occurredAt: effect.time)
      (group.stockLegs, group.cashLegs) = (effect.stockLegs, effect.cashLegs)
      // A sale and its profit may have one id.
      return draft.isRepeated(
        effect.row, id: [id, effect.account, effect.joinName] + group.subjects,
        content: group.hashValue)
    }
  }
}

extension SettledImport {
  /// Notes groups that repeat earlier ones, in files of which rows were not compared.
  /// - Parameter first: The first group with a key.
  private mutating func noteRepeatedGroups(_ groups: [Int], _ first: (_ key: String) -> Int?) {
    for number in groups where draft.groups[number].id != draft.groups[number].key {
      let entry = draft.groups[number]
      guard !draft.files[entry.file].hasComparedRows, let before = first(entry.key) else {
        continue
      }
      if case .native = entry.imported.identity,
        entry.imported.group.subjects == draft.groups[before].imported.group.subjects
      {
        noteRepeated(number, of: before, .otherContent)
      } else if haveSameRows(number, before) {
        noteRepeated(number, of: before, .withoutID)
      }
    }
  }

  mutating func noteRepeated(_ number: Int, of first: Int, _ kind: RepeatedRow.Kind) {
    guard let row = draft.groups[number].imported.rows.first,
      let before = draft.groups[first].imported.rows.first
    else { return }
    draft.repeatedRows.append(RepeatedRow(row: row, first: before, kind: kind))
  }

  /// Reports rows that come twice, once for each file and kind.
  /// - Parameters:
  ///   - kept: The groups that are booked.
  ///   - first: The first group with a key.
  mutating func reportRepeatedRows(_ kept: [Int], _ first: (_ key: String) -> Int?) {
    noteRepeatedGroups(kept, first)
    if draft.repeatedRows.isEmpty { return }
    let booked = Set(kept.flatMap { draft.groups[$0].imported.rows })
    let rows = draft.repeatedRows.filter { $0.kind == .same || booked.contains($0.row) }
    let lines = draft.lines(of: rows.map(\.first))
    for file in draft.files.indices {
      for kind in RepeatedRow.Kind.allCases {
        let own = rows.filter { $0.kind == kind && draft.position(of: $0.row).file == file }
        guard let found = own.first, let line = lines[draft.position(of: found.first)] else {
          continue
        }
        let (message, help) = kind.words(line: line)
        let count = own.count == 1 ? "" : " (\(own.count) such rows)"
        note(.repeatedRow, message + count, help: help, at: draft.position(of: found.row))
      }
    }
  }

  /// Whether two groups have different rows with the same bytes. The first line of an element or of
  /// a transaction, without any digit, says nothing.
  private func haveSameRows(_ one: Int, _ other: Int) -> Bool {
    let (rows, others) = (draft.groups[one].imported.rows, draft.groups[other].imported.rows)
    let text = rows.map(draft.bytes)
    return rows != others && text == others.map(draft.bytes)
      && text.contains { $0.contains { (0x30...0x39).contains($0) } }
  }
}

extension RepeatedRow.Kind {
  fileprivate func words(line: Int) -> (message: String, help: String) {
    switch self {
    case .same:
      (
        "this row has the id and the content of line \(line), and is booked once",
        "The file repeats the row. If it is another transaction, give it another id."
      )
    case .otherContent:
      (
        "this row has the id of line \(line) and another content, and is booked as well",
        "If it is the same transaction, remove the row that is wrong."
      )
    case .withoutID:
      (
        "this row has the content of line \(line) and no id, and is booked as well",
        "If it is the same transaction, remove the row. Equal fills and payments of a day are "
          + "right."
      )
    }
  }
}

extension LedgerGroup {
  /// What it does with which instruments and currencies.
  fileprivate var subjects: [String] {
    stockLegs.map { "\($0.type.rawValue) \($0.symbol)" }
      + cashLegs.map { "\($0.type.rawValue) \($0.currency?.code ?? "")" }
  }
}
