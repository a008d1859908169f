// What the files leave open. The ledger keeps it, so that later checks say it as well.
extension SettledImport {
  mutating func reportQuestions() {
    for question in draft.questions { warn(of: question, leavingOut: "The row is") }
  }

  /// Reports a question.
  /// - Parameters:
  ///   - part: What waits for the answer, with its verb: `The row is`.
  ///   - advice: Another remedy, after a space.
  mutating func warn(
    of question: ImportQuestion, leavingOut part: String, advice: String = ""
  ) {
    let fields = question.fields.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    note(
      .openQuestion, "\(question.text) \(part) left out until this is answered",
      help: "Write the questions to a file with --answers FILE, fill in \(fields) of "
        + "\"\(question.id)\", and import again with the same flag.\(advice)",
      at: question.position)
  }

  // MARK: In the ledger

  /// A void group for each open question that the ledger does not have yet. Its notes are the
  /// question.
  var questionGroups: [LedgerGroup] {
    if draft.questions.isEmpty { return [] }
    let known = Set(stored.map(\.id))
    let places = draft.questions.map(\.position).filter(\.isKnown)
    let lines = SourceLocator(draft.files.map(\.source)).lines(of: places)
    let rows = FirstRows(draft)
    return draft.questions.compactMap { question in
      guard let line = lines[question.position],
        let group = group(for: question, line, rows), !known.contains(group.id)
      else { return nil }
      return group
    }
  }

  private func group(
    for question: ImportQuestion, _ line: Int, _ rows: FirstRows
  ) -> LedgerGroup? {
    guard let number = rows.nearest(to: question.position) else { return nil }
    let nearest = draft.groups[number].imported
    let file = draft.files[question.position.file]
    var group = LedgerGroup(
      id: NameBasedID.of("question", in: question.id), type: .adjustment, status: .void,
      occurredAt: Timestamp(nearest.group.day), notes: question.text)
    var mark = ImportMark(
      format: file.format, account: nearest.account, hash: GroupContent.hash(of: group))
    mark.kept = [(ImportRemark.openQuestion.rawValue, question.id)]
    if let waiting = rows.leftOut[question.position].map({ draft.groups[$0] }) {
      mark.kept.append((ImportMark.waitingKey, waiting.id))
    }
    mark.row = file.row(line)
    group.otherColumns = [LedgerColumn(ImportMark.key, json: mark.json)]
    return group
  }

  /// Removes the questions of the ledger that these files answer.
  mutating func removeAnsweredQuestions() {
    let open = Set(draft.questions.map(\.id))
    let booked = Set(contents.groups.map(\.id)).union(stored.map(\.id))
    for group in stored where !group.isDeleted && group.status == .void {
      guard let mark = ImportMark(of: group), let question = mark.openQuestion,
        !open.contains(question)
      else { continue }
      if draft.hasAnswer(to: question) || mark.waiting.map(booked.contains) ?? false {
        superseded.append(group.id)
      }
    }
  }
}

/// The first rows of the groups of a draft.
private struct FirstRows {
  /// In order of the files, then of the rows.
  private var rows: [(position: SourcePosition, group: Int)] = []
  /// The first group of each row that waits for an answer.
  private(set) var leftOut: [SourcePosition: Int] = [:]

  init(_ draft: ImportDraft) {
    for (number, group) in draft.groups.enumerated() {
      guard let row = group.imported.rows.first else { continue }
      let position = draft.position(of: row)
      rows.append((position, number))
      if group.isLeftOut, leftOut[position] == nil { leftOut[position] = number }
    }
    rows.sort { Self.key($0.position) < Self.key($1.position) }
  }

  /// The group whose row is the nearest one: a row that waits has no group with its day.
  func nearest(to position: SourcePosition) -> Int? {
    let next = start(of: position)
    let last = next > 0 ? start(of: rows[next - 1].position) : -1
    func distance(_ row: (position: SourcePosition, group: Int)) -> (Int, Int, Int) {
      (
        abs(row.position.file - position.file), abs(row.position.offset - position.offset),
        row.group
      )
    }
    return [last, next].filter(rows.indices.contains).map { rows[$0] }
      .min { distance($0) < distance($1) }?.group
  }

  /// The index of the first row at a position or after it.
  private func start(of position: SourcePosition) -> Int {
    rows.partitioningIndex { Self.key($0.position) >= Self.key(position) }
  }

  private static func key(_ position: SourcePosition) -> (Int, Int) {
    (position.file, position.offset)
  }
}
