import Folio

// Units that one broker sends and another one receives.
extension SettledImport {
  /// How many days may pass between the two sides.
  private static let mostDays = 14

  /// Joins units that came in, and of which no file says the cost, to the transfer of another
  /// account that sent as many. The lots move with their costs and acquisition dates.
  ///
  /// The group has the id of the sending side, and the column `import` that of the receiving side,
  /// so that a second import of either file adds nothing. Units that no file sends wait for an
  /// answer.
  mutating func joinTransfers() {
    let open = order.indices.filter { isOpen(order[$0]) }
    if open.isEmpty { return }
    var sent = transfersOut()
    var (left, joined) = (Set<Int>(), Set<Int>())
    for place in open.sorted(by: { contents.groups[$0].day < contents.groups[$1].day }) {
      if let out = takeSender(of: contents.groups[place], &sent) {
        join(place, to: out)
        joined.insert(place)
      } else {
        wait(place)
        left.insert(place)
      }
    }
    let kept = order.indices.filter { !left.contains($0) && !joined.contains($0) }
    contents.groups = kept.map { contents.groups[$0] }
    order = kept.map { order[$0] }
    report.groupsMade -= left.count + joined.count
    report.groupsJoined += joined.count
    countRows()
  }

  private func isOpen(_ number: Int) -> Bool {
    number >= 0 && !draft.groups[number].imported.questions.isEmpty
  }

  /// The units of an instrument that leave an account alone.
  private struct Sent: Hashable {
    var symbol: String
    var quantity: ExactDecimal
  }

  /// The places of the groups that send units.
  private func transfersOut() -> [Sent: [Int]] {
    var sent: [Sent: [Int]] = [:]
    for (place, group) in contents.groups.enumerated() where order[place] >= 0 {
      guard group.stockLegs.count == 1, let leg = group.stockLegs.first, leg.type == .transferOut,
        let quantity = leg.quantity, group.status != .void
      else { continue }
      sent[Sent(symbol: leg.symbol, quantity: quantity.normalized()), default: []].append(place)
    }
    return sent
  }

  /// Takes the sender of units that came in: the nearest one of another account.
  private func takeSender(of group: LedgerGroup, _ sent: inout [Sent: [Int]]) -> Int? {
    guard group.stockLegs.count == 1, let leg = group.stockLegs.first, let units = leg.quantity
    else { return nil }
    let key = Sent(symbol: leg.symbol, quantity: units.normalized())
    func distance(_ place: Int) -> Int {
      abs(contents.groups[place].day.days(until: group.day))
    }
    let candidates = (sent[key] ?? []).filter { place in
      contents.groups[place].stockLegs[0].account != leg.account
        && distance(place) <= Self.mostDays
    }
    guard let found = candidates.min(by: { distance($0) < distance($1) }) else { return nil }
    sent[key]?.removeAll { $0 == found }
    return found
  }

  private mutating func join(_ place: Int, to out: Int) {
    let received = contents.groups[place]
    contents.groups[out].occurredAt = min(contents.groups[out].occurredAt, received.occurredAt)
    contents.groups[out].stockLegs += received.stockLegs
    contents.groups[out].cashLegs += received.cashLegs
    if var mark = ImportMark(of: contents.groups[out]) {
      mark.kept.append((ImportMark.joinedKey, received.id))
      contents.groups[out].otherColumns.removeAll { $0.key == ImportMark.key }
      contents.groups[out].otherColumns.append(LedgerColumn(ImportMark.key, json: mark.json))
    }
  }

  /// Leaves out a group until its questions are answered.
  private mutating func wait(_ place: Int) {
    let number = order[place]
    draft.wait(number)
    for question in draft.groups[number].imported.questions {
      draft.noteQuestion(question)
      warn(of: question, leavingOut: "The row is")
      for leg in contents.groups[place].stockLegs { receipts[HeldPlace(leg)] = question }
    }
  }

  /// Counts the rows and the questions again, after groups were left out.
  mutating func countRows() {
    report.rowsBooked = draft.rows.count { $0.outcome == .booked }
    report.rowsWaiting = draft.rows.count { $0.outcome == .asked }
    report.questions = draft.questions.count
  }

  // MARK: Rows that need the units

  /// Leaves out the groups that need units which wait for an answer. Others may need theirs.
  /// - Parameter file: The number of the document in the positions of the diagnostics.
  /// - Returns: Whether the document has changed.
  mutating func leaveOutDependents(missingIn found: [Diagnostic], file: Int) -> Bool {
    if receipts.isEmpty { return false }
    let starts = groupStarts()
    var places: Set<HeldPlace> = []
    for diagnostic in found where Self.isMissingUnits(diagnostic) {
      guard let (leg, number) = missingUnits(of: diagnostic, starts, file),
        let question = receipts[HeldPlace(leg)], places.insert(HeldPlace(leg)).inserted
      else { continue }
      findings.append(
        Diagnostic(
          .openQuestion,
          "\(diagnostic.message). The rows of the instrument are left out, because units wait for "
            + "an answer",
          help: "Answer \"\(question.id)\".", at: place(ofGroup: number)))
    }
    return leaveOut(places)
  }
}

extension LedgerContents {
  /// The groups by their ids, and by those of the groups that were joined to them.
  var groupsByImportedID: [String: LedgerGroup] {
    var groups = Dictionary(groups.map { ($0.id, $0) }) { first, _ in first }
    for group in self.groups {
      guard let joined = ImportMark(of: group)?.joined, groups[joined] == nil else { continue }
      groups[joined] = group
    }
    return groups
  }
}
