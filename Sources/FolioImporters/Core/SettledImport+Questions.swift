import Folio

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
    findings.append(
      Diagnostic(
        .openQuestion, "\(question.text) \(part) left out until this is answered",
        help: "Write the questions to a file with --answers FILE, fill in \(fields) of "
          + "\"\(question.id)\", and import again with the same flag.\(advice)",
        at: question.position))
  }

  // MARK: In the ledger

  /// A void group for each open question that the ledger does not have yet. Its notes are the
  /// question.
  var questionGroups: [LedgerGroup] {
    let known = Set(stored.map(\.id))
    return draft.questions.compactMap { question in
      guard let group = group(for: question), !known.contains(group.id) else { return nil }
      return group
    }
  }

  private func group(for question: ImportQuestion) -> LedgerGroup? {
    guard question.position.isKnown,
      let line = SourceLocator(draft.files.map(\.source)).lines(of: [question.position])[
        question.position],
      let nearest = nearestGroup(to: question.position)
    else { return nil }
    let file = draft.files[question.position.file]
    var group = LedgerGroup(
      id: NameBasedID.of("question", in: question.id), type: .adjustment, status: .void,
      occurredAt: Timestamp(nearest.group.day), notes: question.text)
    var mark = ImportMark(
      format: file.format, account: nearest.account, hash: GroupContent.hash(of: group))
    mark.kept = [(ImportRemark.openQuestion.rawValue, question.id)]
    let waiting = draft.groups.first { $0.isLeftOut && isFirst(question.position, of: $0.imported) }
    if let waiting { mark.kept.append((ImportMark.waitingKey, waiting.id)) }
    mark.row = file.row(line)
    group.otherColumns = [LedgerColumn(ImportMark.key, json: mark.json)]
    return group
  }

  private func isFirst(_ position: SourcePosition, of imported: ImportedGroup) -> Bool {
    imported.rows.first.map { draft.position(of: $0) == position } ?? false
  }

  /// The group whose row is the nearest one: a row that waits has no group with its day.
  private func nearestGroup(to position: SourcePosition) -> ImportedGroup? {
    func distance(_ imported: ImportedGroup) -> (Int, Int) {
      guard let row = imported.rows.first else { return (.max, 0) }
      let other = draft.position(of: row)
      return (abs(other.file - position.file), abs(other.offset - position.offset))
    }
    return draft.groups.map(\.imported).min { distance($0) < distance($1) }
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
