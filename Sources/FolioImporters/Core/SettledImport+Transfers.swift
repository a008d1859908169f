// Units that one broker sends and another one receives.
extension SettledImport {
  /// Joins units that came in, and of which no file says the cost, to the transfer of another
  /// account that sent as many. The lots move with their costs and acquisition dates.
  ///
  /// The group has the id and the time of the sender's side. Its column `import` has the id and the
  /// hash of the receiver's side, so that a second import of either file adds nothing, and a change
  /// of either is seen. If the ledger has the sender's side, `updates` adds the leg. Units that
  /// nobody sends wait for an answer.
  /// - Parameter ledger: The ledger to which the rows will be added.
  mutating func joinTransfers(with ledger: LedgerContents?) {
    joinTransfersInsideFiles()
    let open = order.indices.filter { isOpen(order[$0]) }
    if open.isEmpty { return }
    var sent = SentUnits(contents.groups) { place, _ in order[place] >= 0 }
    var known = SentUnits(ledger?.groups ?? []) { ImportMark(of: $1) != nil }
    var (left, joined) = (Set<Int>(), Set<Int>())
    for place in open.sorted(by: { contents.groups[$0].day < contents.groups[$1].day }) {
      if let out = sent.take(for: contents.groups[place]) {
        note(contents.groups[out], joinedBy: contents.groups[place])
        contents.groups[out] = contents.groups[out].joined(by: contents.groups[place])
        joined.insert(place)
      } else if let out = known.take(for: contents.groups[place]), let group = ledger?.groups[out] {
        if draft.options.updates {
          note(group, joinedBy: contents.groups[place])
          corrections.append(group.joined(by: contents.groups[place]))
          joined.insert(place)
        } else {
          wait(place, sentBy: group)
          left.insert(place)
        }
      } else {
        wait(place)
        left.insert(place)
      }
    }
    let kept = order.indices.filter { !left.contains($0) && !joined.contains($0) }
    contents.groups = kept.map { contents.groups[$0] }
    order = kept.map { order[$0] }
    report.groupsMade -= left.count + joined.count
    countRows()
    spreadReceipts()
  }

  /// Joins the two rows of a transfer between accounts of one file. Programs write what the units
  /// are worth on both, which is neither their cost nor the day of their acquisition.
  private mutating func joinTransfersInsideFiles() {
    let received = order.indices.filter { order[$0] >= 0 && contents.groups[$0].onlyReceives }
    var joined: Set<Int> = []
    let byFile = Dictionary(grouping: received) { draft.groups[order[$0]].file }
    for (file, places) in byFile.sorted(by: { $0.key < $1.key }) {
      var sent = SentUnits(contents.groups) { place, _ in
        order[place] >= 0 && draft.groups[order[place]].file == file
      }
      for place in places.sorted(by: { contents.groups[$0].day < contents.groups[$1].day }) {
        guard let out = sent.take(for: contents.groups[place]) else { continue }
        note(contents.groups[out], joinedBy: contents.groups[place])
        contents.groups[out] = contents.groups[out].joined(by: contents.groups[place])
        joined.insert(place)
      }
    }
    if joined.isEmpty { return }
    let kept = order.indices.filter { !joined.contains($0) }
    contents.groups = kept.map { contents.groups[$0] }
    order = kept.map { order[$0] }
    report.groupsMade -= joined.count
    countRows()
  }

  private func isOpen(_ number: Int) -> Bool {
    number >= 0 && !draft.groups[number].imported.questions.isEmpty
  }

  private mutating func note(_ sender: LedgerGroup, joinedBy receiver: LedgerGroup) {
    guard let out = sender.stockLegs.first, let into = receiver.stockLegs.first else { return }
    report.joined.append(
      ImportReport.Joined(
        symbol: out.symbol, quantity: .given(out.quantity), sender: out.account ?? "",
        sent: sender.day, receiver: into.account ?? "", received: receiver.day))
  }

  /// Counts the receiver's side of a transfer that the ledger has, and says if it has changed.
  mutating func noteReceived(_ group: LedgerGroup, _ number: Int, by old: LedgerGroup) {
    if old.isDeleted {
      report.groupsDeleted += 1
      return
    }
    report.groupsKnown += 1
    guard let mark = ImportMark(of: old), mark.joined == group.id,
      let hash = mark.joinedHash, !GroupContent.hashes(of: group).contains(hash)
    else { return }
    note(
      .changedAtSource, "the units that this row receives are different in the ledger",
      help:
        "The file or an answer has changed since it was joined to the transfer \(old.id). "
        + "Change that with folio edit if the file is right.", at: place(ofGroup: number))
  }

  /// Leaves out a group until its questions are answered.
  /// - Parameter sender: The group of the ledger that may have sent the units.
  private mutating func wait(_ place: Int, sentBy sender: LedgerGroup? = nil) {
    let number = order[place]
    draft.wait(number)
    let account = sender?.stockLegs.first?.account ?? ""
    let advice = sender.map {
      " The ledger has a transfer of as many units from \(account) on \($0.day): with --update "
        + "they have its cost, and no answer is needed."
    }
    for question in draft.groups[number].imported.questions {
      draft.noteQuestion(question)
      warn(of: question, leavingOut: "The row is", advice: advice ?? "")
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

  /// Adds the instruments that were bought with units which wait, in the order of time.
  private mutating func spreadReceipts() {
    if receipts.isEmpty { return }
    for group in contents.groups {
      let places = group.stockLegs.flatMap(HeldPlace.all)
      guard let waiting = places.first(where: { receipts[$0] != nil }) else { continue }
      for place in places where receipts[place] == nil { receipts[place] = receipts[waiting] }
    }
  }

  /// Leaves out the groups that need units which wait for an answer, or what such units paid for.
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
      note(
        .openQuestion,
        "\(diagnostic.message). The rows of the instrument are left out, because units wait for "
          + "an answer",
        help: "Answer \"\(question.id)\".", at: place(ofGroup: number))
    }
    return leaveOut(places)
  }
}

/// Groups that do nothing but send units, in the order of their days.
private struct SentUnits {
  /// How many days after it was sent a transfer arrives at most.
  private static let mostDays = 14
  /// How many days before: zones differ, and some brokers write a day without a time.
  private static let mostDaysBefore = 1

  private struct Key: Hashable {
    var symbol: String
    var quantity: ExactDecimal
  }

  private struct Queue {
    var account: String?
    var senders: [(place: Int, day: Day)] = []
    var next = 0
  }

  /// A queue for each account.
  private var queues: [Key: [Queue]] = [:]

  /// Creates the queues of the groups that send units, and of which something is true.
  init(_ groups: [LedgerGroup], where isWanted: (_ place: Int, LedgerGroup) -> Bool) {
    let places = groups.indices.filter { groups[$0].onlySends && isWanted($0, groups[$0]) }
    for place in places.sorted(by: { groups[$0].day < groups[$1].day }) {
      add(groups[place], at: place)
    }
  }

  private mutating func add(_ group: LedgerGroup, at place: Int) {
    guard let leg = group.stockLegs.first, let key = Self.key(leg) else { return }
    var own = queues[key]?.firstIndex { $0.account == leg.account }
    if own == nil {
      own = queues[key]?.count ?? 0
      queues[key, default: []].append(Queue(account: leg.account))
    }
    if let own { queues[key]?[own].senders.append((place, group.day)) }
  }

  /// Takes the first group of another account that sends as many units as another one receives,
  /// some days before that at most. Groups are asked for in the order of their days.
  mutating func take(for received: LedgerGroup) -> Int? {
    guard received.stockLegs.count == 1, let leg = received.stockLegs.first,
      let key = Self.key(leg)
    else { return nil }
    var found: (queue: Int, day: Day)?
    for number in (queues[key] ?? []).indices where queues[key]?[number].account != leg.account {
      guard let day = nextDay(key, number, near: received.day) else { continue }
      if found.map({ day < $0.day }) ?? true { found = (number, day) }
    }
    guard let number = found?.queue, let queue = queues[key]?[number] else { return nil }
    queues[key]?[number].next += 1
    return queue.senders[queue.next].place
  }

  /// The day of the next sender of a queue, if it is near; those that are too old are left out.
  private mutating func nextDay(_ key: Key, _ number: Int, near day: Day) -> Day? {
    while let queue = queues[key]?[number], queue.next < queue.senders.count {
      let sent = queue.senders[queue.next].day
      let passed = sent.days(until: day)
      if passed <= Self.mostDays { return passed >= -Self.mostDaysBefore ? sent : nil }
      queues[key]?[number].next += 1
    }
    return nil
  }

  private static func key(_ leg: LedgerGroup.StockLeg) -> Key? {
    leg.quantity.map { Key(symbol: leg.symbol, quantity: $0.normalized()) }
  }
}

extension LedgerGroup {
  /// The group with the legs of another one, the other side of its transfer.
  fileprivate func joined(by received: LedgerGroup) -> LedgerGroup {
    var group = self
    // The lots keep their currencies.
    group.stockLegs += received.stockLegs.map { leg in
      var leg = leg
      (leg.currency, leg.lots) = (nil, [])
      return leg
    }
    group.cashLegs += received.cashLegs
    group.otherColumns = group.otherColumns.map { column in
      column.key == ImportMark.key
        ? LedgerColumn(column.key, json: ImportMark.json(column.json, joining: received))
        : column
    }
    return group
  }

  /// Whether it does nothing but bring units at a value of their day. An answer of the user may
  /// name another day.
  fileprivate var onlyReceives: Bool {
    stockLegs.count == 1 && stockLegs[0].type == .transferIn
      && stockLegs[0].lots.map(\.acquired) == [day]
      && type != .openingBalance && status != .void && !isDeleted
  }

  /// Whether it does nothing but send units.
  fileprivate var onlySends: Bool {
    stockLegs.count == 1 && stockLegs[0].type == .transferOut && status != .void && !isDeleted
  }
}

extension LedgerContents {
  /// The groups by their ids, and by those of the groups that were joined to them.
  var groupsByImportedID: [String: LedgerGroup] {
    var groups = Dictionary(groups.map { ($0.id, $0) }) { first, _ in first }
    for group in self.groups where group.stockLegs.count > 1 {
      guard let joined = ImportMark(of: group)?.joined, groups[joined] == nil else { continue }
      groups[joined] = group
    }
    return groups
  }
}
