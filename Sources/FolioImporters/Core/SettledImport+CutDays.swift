// Files that overlap in a part of a day.
extension SettledImport {
  private struct Part: Hashable {
    var origin: ImportMark.Origin
    var file: Int
  }

  /// What a file has of an account, by day: the ids of the transactions without a time, and the
  /// fees and taxes that stand alone.
  private struct Days {
    var ids: [Day: Set<String>] = [:]
    var costs: [Day: [String: Int]] = [:]
    var first = Day.last
    var last = Day.first

    mutating func add(_ day: Day) { (first, last) = (min(first, day), max(last, day)) }
  }

  /// Warns if one file ends and another one begins within a day. Equal transactions without a time
  /// and an id may be one that both files have, or two of which each has one.
  mutating func reportCutDays() {
    if draft.files.count < 2 { return }
    var parts: [Part: Days] = [:]
    for (number, entry) in draft.groups.enumerated() where !entry.isOpening {
      let part = Part(origin: draft.origin(of: entry), file: entry.file)
      let day = entry.imported.group.day
      parts[part, default: Days()].add(day)
      if entry.imported.group.isCostAlone, !entry.isRepeated {
        parts[part]?.costs[day, default: [:]][entry.id] = number
      }
      guard case .content = entry.imported.identity,
        entry.imported.group.occurredAt.form == .dateOnly
      else { continue }
      parts[part]?.ids[day, default: []].insert(entry.id)
    }
    for (part, days) in parts.sorted(by: { $0.key.file < $1.key.file }) {
      for (other, next) in parts
      where other.origin == part.origin && other.file != part.file && next.first == days.last
        && days.first < days.last && next.first < next.last
      {
        report(days.ids[days.last] ?? [], next.ids[days.last] ?? [], on: days.last, part.file)
        reportCosts(days.costs[days.last] ?? [:], next.costs[days.last] ?? [:], on: days.last)
      }
    }
  }

  /// Warns if a fee or a tax stands alone in one of two files, because the trade or the dividend to
  /// which it belongs may be in the other one.
  private mutating func reportCosts(_ one: [String: Int], _ other: [String: Int], on day: Day) {
    let alone = [(one, other), (other, one)].flatMap { own, others in
      own.filter { others[$0.key] == nil }.values
    }
    guard let number = alone.min() else { return }
    note(
      .partOfDay,
      "one file ends on \(day), another one begins, and a fee or a tax of that day stands alone",
      help: "Its trade or dividend may be in the other file. Export files that have the whole "
        + "day.", at: place(ofGroup: number))
  }

  private mutating func report(_ one: Set<String>, _ other: Set<String>, on day: Day, _ file: Int) {
    let common = one.intersection(other)
    guard !common.isEmpty, one != other,
      let number = draft.groups.firstIndex(where: { common.contains($0.id) && $0.file != file })
    else { return }
    let count = common.count == 1 ? "1 transaction is" : "\(common.count) transactions are"
    note(
      .partOfDay,
      "two files have different transactions of \(day), the last day of one and the first of the "
        + "other. \(count) in both, and counted once",
      help: "If a file ends within the day, two equal transactions look like one. Export files "
        + "that have the whole day.", at: place(ofGroup: number))
  }
}

// Transactions of several rows that a file has cut in two.
extension SettledImport {
  /// The first and the last day of a file, and the ids that it has.
  struct Edges {
    private(set) var first = Day.last
    private(set) var last = Day.first
    private(set) var ids: Set<String> = []

    func contains(_ day: Day) -> Bool { day == first || day == last }

    fileprivate mutating func add(_ entry: ImportDraft.Entry) {
      let day = entry.imported.group.day
      (first, last) = (min(first, day), max(last, day))
      ids.insert(entry.id)
    }
  }

  private func edges() -> [Part: Edges] {
    var edges: [Part: Edges] = [:]
    for entry in draft.groups where !entry.isOpening {
      edges[Part(origin: draft.origin(of: entry), file: entry.file), default: Edges()].add(entry)
    }
    return edges
  }

  /// Leaves out cash that another file has as a part of a transaction which this file lacks: it
  /// begins or ends between the rows of one, such as a dividend and its tax.
  mutating func leaveOutParts(_ kept: [Int]) -> [Int] {
    if draft.files.count < 2 { return kept }
    let edges = edges()
    let wholes = Dictionary(
      grouping: draft.groups.indices.filter { draft.groups[$0].imported.rows.count > 1 },
      by: { draft.groups[$0].imported.group.day })
    return kept.filter { number in
      let entry = draft.groups[number]
      let (group, origin) = (entry.imported.group, draft.origin(of: entry))
      guard group.stockLegs.isEmpty, entry.imported.belongsTo == nil,
        let own = edges[Part(origin: origin, file: entry.file)], own.contains(group.day),
        let whole = wholes[group.day]?.first(where: { other in
          let whole = draft.groups[other]
          return whole.file != entry.file && draft.origin(of: whole) == origin
            && !own.ids.contains(whole.id) && group.isPart(of: whole.imported.group)
        })
      else { return true }
      draft.groups[number].isRepeated = true
      report.groupsRepeated += 1
      noteParts(number, of: draft.files[draft.groups[whole].file].source.name.lastPathPart)
      return false
    }
  }

  /// Leaves out cash that a ledger has as a part of a transaction of the same day and account,
  /// which the files lack.
  mutating func leaveOutParts(of ledger: LedgerContents) {
    let edges = edges()
    let wholes = Dictionary(grouping: ledger.groups.filter { !$0.isDeleted }, by: \.day)
    let isKept = zip(contents.groups, order).map { group, number in
      guard number >= 0, group.stockLegs.isEmpty else { return true }
      let entry = draft.groups[number]
      let origin = draft.origin(of: entry)
      guard let own = edges[Part(origin: origin, file: entry.file)], own.contains(group.day),
        wholes[group.day]?.contains(where: { whole in
          !own.ids.contains(whole.id) && group.isPart(of: whole)
            && ImportMark(of: whole)?.origin == origin
        }) == true
      else { return true }
      noteParts(number, of: "the ledger")
      report.groupsKnown += 1
      return false
    }
    contents.groups = zip(contents.groups, isKept).filter(\.1).map(\.0)
    order = zip(order, isKept).filter(\.1).map(\.0)
  }

  private mutating func noteParts(_ number: Int, of owner: String) {
    guard let row = draft.groups[number].imported.rows.first else { return }
    note(
      .partOfDay,
      "\(owner) has this cash as a part of a transaction whose other rows this file lacks. It is "
        + "counted once",
      help: "The file begins or ends within a day. Export files that have the whole day.",
      at: draft.position(of: row))
  }
}

extension LedgerGroup {
  /// Whether it has fees and taxes alone.
  fileprivate var isCostAlone: Bool {
    stockLegs.isEmpty && !cashLegs.isEmpty
      && cashLegs.allSatisfy { $0.type == .fee || $0.type == .tax }
  }

  /// Whether another group has all cash legs of this one, and more legs.
  fileprivate func isPart(of whole: LedgerGroup) -> Bool {
    guard whole.cashLegs.count + whole.stockLegs.count > cashLegs.count, !cashLegs.isEmpty else {
      return false
    }
    var rest = whole.cashLegs
    return cashLegs.allSatisfy { leg in
      let place = rest.firstIndex {
        $0.type == leg.type && $0.direction == leg.direction && $0.amount == leg.amount
          && $0.account == leg.account
      }
      if let place { rest.remove(at: place) }
      return place != nil
    }
  }
}
