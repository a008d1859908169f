// Files of one run that overlap, and have a transaction in two versions.
extension SettledImport {
  /// Leaves out transactions without an id that an earlier file has in another version, as imports
  /// into a store find them (Specs/decisions/import-ids.md).
  /// - Returns: The numbers of the groups that are kept.
  mutating func leaveOutVersions(_ kept: [Int]) -> [Int] {
    if draft.files.count < 2 { return kept }
    var matcher = FileVersions(draft, kept)
    matcher.match()
    for pair in matcher.pairs { note(pair) }
    for pair in matcher.doubts { noteDoubt(pair) }
    if matcher.pairs.isEmpty { return kept }
    let left = Set(matcher.pairs.map(\.leftOut))
    return kept.filter { !left.contains($0) }
  }

  private mutating func note(_ pair: FileVersions.Pair) {
    report.groupsRepeated += 1
    if pair.isEqual {
      draft.groups[pair.leftOut].isRepeated = true
      return
    }
    draft.groups[pair.leftOut].isLeftOut = true
    guard let row = draft.groups[pair.leftOut].imported.rows.first else { return }
    let file = draft.files[draft.groups[pair.taken].file].source.name.lastPathPart
    let position = draft.position(of: row)
    note(
      .changedAtSource,
      "this transaction has other numbers or another time in \(file), an earlier file, which is "
        + "taken",
      help: "Name the file that is right first. If the files are of two accounts, name the "
        + "account of each with --account.",
      at: position)
  }

  /// Warns of a transaction that may be one of another file.
  private mutating func noteDoubt(_ pair: FileVersions.Pair) {
    guard let row = draft.groups[pair.leftOut].imported.rows.first else { return }
    let file = draft.files[draft.groups[pair.taken].file].source.name.lastPathPart
    let position = draft.position(of: row)
    note(
      .repeatedRow,
      "\(file) has a transaction of this day with nearly the same numbers, and both are booked",
      help: "If they are one transaction, remove this row. Export files that have whole days.",
      at: position)
  }
}

/// Finds transactions that two files of a run have in two versions.
private struct FileVersions {
  /// A transaction that counts, and its other version.
  struct Pair {
    var taken: Int
    var leftOut: Int
    /// Whether both say the same, and only one has an id.
    var isEqual: Bool
  }

  /// What a file has of an account.
  private struct Part {
    var span: FileSpan
    /// All ids, with those that other files have as well.
    var ids: Set<String> = []
    /// Those of trades that have an id of the broker.
    var idsOfTrades: Set<String> = []
    /// The transactions that are kept.
    var kept: [Int] = []
  }

  private(set) var pairs: [Pair] = []
  /// Transactions that are nearly the same, in files that do not show whether they overlap.
  private(set) var doubts: [Pair] = []
  private let draft: ImportDraft
  private var parts: [ImportMark.Origin: [Int: Part]] = [:]
  private var isUsed: Set<Int> = []

  init(_ draft: ImportDraft, _ kept: [Int]) {
    self.draft = draft
    let isKept = Set(kept)
    for (number, entry) in draft.groups.enumerated() where !entry.isOpening {
      let origin = draft.origin(of: entry)
      // All journals of a program are one book.
      if draft.wholeFormats.contains(origin.format) { continue }
      let time = entry.imported.group.occurredAt
      var part = parts[origin]?[entry.file] ?? Part(span: FileSpan(time))
      part.span.add(time)
      part.ids.insert(entry.id)
      if !hasNoID(number), isTimedTrade(number) { part.idsOfTrades.insert(entry.id) }
      if isKept.contains(number) { part.kept.append(number) }
      parts[origin, default: [:]][entry.file] = part
    }
  }

  mutating func match() {
    let origins = parts.keys.sorted { ($0.format, $0.account) < ($1.format, $1.account) }
    for origin in origins {
      guard let files = parts[origin], files.count > 1 else { continue }
      let order = files.keys.sorted()
      for (place, later) in order.enumerated() {
        for earlier in order[..<place] {
          guard let one = files[earlier], let other = files[later],
            one.span.first.day <= other.span.last, other.span.first.day <= one.span.last
          else { continue }
          match(one, other)
        }
      }
    }
  }

  private mutating func match(_ one: Part, _ other: Part) {
    let before = pairs.count
    let old = one.kept.filter { !other.ids.contains(draft.groups[$0].id) && !isUsed.contains($0) }
    let new = other.kept.filter { !one.ids.contains(draft.groups[$0].id) && !isUsed.contains($0) }
    if old.isEmpty || new.isEmpty { return }
    // One of them may have the ids of orders, and the other one those of executions.
    let haveOtherIDs =
      !one.idsOfTrades.isEmpty && !other.idsOfTrades.isEmpty
      && one.idsOfTrades.isDisjoint(with: other.idsOfTrades)
    if haveOtherIDs {
      matchEqual(old.filter(isTimedTrade), new.filter(isTimedTrade), withAnyIDs: true) {
        draft, number in GroupContent.hash(of: draft.groups[number].imported.group)
      }
    }
    matchEqual(old, new) { draft, number in
      GroupContent.hash(of: draft.groups[number].imported.group)
    }
    matchEqual(old, new) { draft, number in draft.wholeSecond(number) }
    matchEqual(old, new, withAnyIDs: true) { draft, number in
      draft.groups[number].imported.group.unitsThatEnd
    }
    // Files without anything in common may be those of two accounts.
    if pairs.count > before || !one.ids.isDisjoint(with: other.ids) {
      for key in VersionKeys.ofChanges {
        let olds = unused(old).filter { other.span.mayHaveChanged(version($0).group) }
        let news = unused(new).filter { one.span.mayHaveChanged(version($0).group) }
        for (old, new) in VersionKeys.pairs(olds, news, by: key, version, version)
        where canBeOne(old, new) { add(old, new) }
      }
    }
    noteDoubts(old, new)
  }

  private func unused(_ numbers: [Int]) -> [Int] { numbers.filter { !isUsed.contains($0) } }

  private mutating func noteDoubts(_ old: [Int], _ new: [Int]) {
    for (old, new) in VersionKeys.pairs(unused(old), unused(new), by: \.shape, version, version)
    where canBeOne(old, new)
      && draft.groups[old].imported.group.isNearly(draft.groups[new].imported.group)
    {
      doubts.append(Pair(taken: old, leftOut: new, isEqual: false))
    }
  }

  /// Pairs transactions of which a text is the same, each with one other.
  private mutating func matchEqual(
    _ old: [Int], _ new: [Int], withAnyIDs: Bool = false, by text: (ImportDraft, Int) -> String?
  ) {
    var places = Dictionary(grouping: unused(old).reversed(), by: { text(draft, $0) })
    for number in unused(new) {
      guard let key = text(draft, number), let place = places[key]?.last,
        withAnyIDs || canBeOne(place, number)
      else { continue }
      places[key]?.removeLast()
      add(place, number)
    }
  }

  /// Two different ids of the broker are two transactions.
  private func canBeOne(_ one: Int, _ other: Int) -> Bool {
    hasNoID(one) || hasNoID(other)
  }

  private func hasNoID(_ number: Int) -> Bool {
    if case .content = draft.groups[number].imported.identity { true } else { false }
  }

  /// Whether it is a trade with a time, of which two rarely say the same.
  private func isTimedTrade(_ number: Int) -> Bool {
    let group = draft.groups[number].imported.group
    return group.occurredAt.form != .dateOnly && group.stockLegs.contains { $0.type.isTrade }
  }

  /// The earlier one counts, unless only the later one has an id, by which other files find it, or
  /// the cash for units that end.
  private mutating func add(_ old: Int, _ new: Int) {
    let (one, other) = (draft.groups[old].imported.group, draft.groups[new].imported.group)
    let isEnd = one.unitsThatEnd != nil && one.unitsThatEnd == other.unitsThatEnd
    let isEqual = isEnd || GroupContent.hash(of: one) == GroupContent.hash(of: other)
    let isReversed =
      isEnd && one.cashLegs.isEmpty || isEqual && !isEnd && hasNoID(old) && !hasNoID(new)
    isUsed.formUnion([old, new])
    pairs.append(
      Pair(taken: isReversed ? new : old, leftOut: isReversed ? old : new, isEqual: isEqual))
  }

  private func version(_ number: Int) -> MarkedGroup {
    let entry = draft.groups[number]
    let origin = draft.origin(of: entry)
    return MarkedGroup(
      group: entry.imported.group,
      mark: ImportMark(format: origin.format, account: origin.account, hash: ""))
  }
}

extension LedgerGroup {
  /// The units that end in a group of this day, with or without cash; nil if it is another one. One
  /// report of a broker may have the cash for them, and another one only that they leave.
  fileprivate var unitsThatEnd: String? {
    guard stockLegs.count == 1, let leg = stockLegs.first, leg.newSymbol == nil,
      [.writeOff, .merger].contains(leg.type), let quantity = leg.quantity
    else { return nil }
    return "\(day) \(leg.account ?? "") \(leg.symbol) \(quantity.normalized())"
  }

  /// Whether the amounts and units of a group with as many legs differ by less than a hundredth.
  fileprivate func isNearly(_ other: LedgerGroup) -> Bool {
    func isNear(_ one: ExactDecimal?, _ two: ExactDecimal?) -> Bool {
      guard let one, let two else { return one == nil && two == nil }
      guard let difference = try? one.subtracting(two).magnitude else { return false }
      return ExactDecimal.compareProducts(difference, 100, one.magnitude, .one) <= 0
    }
    return zip(stockLegs, other.stockLegs).allSatisfy {
      isNear($0.quantity, $1.quantity) && isNear($0.gross, $1.gross)
    } && zip(cashLegs, other.cashLegs).allSatisfy { isNear($0.amount, $1.amount) }
  }
}

extension ImportDraft {
  /// What a transaction says, without fractions of a second.
  fileprivate func wholeSecond(_ number: Int) -> String {
    var group = groups[number].imported.group
    let time = group.occurredAt
    group.occurredAt = Timestamp(secondsSince1970: Int(time.seconds))
    return "\(time.form) \(GroupContent.hash(of: group))"
  }
}
