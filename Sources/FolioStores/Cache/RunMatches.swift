/// The groups of one run that fulfil a query, the latest first.
struct RunMatches {
  private let run: Run
  private let query: PageQuery
  /// One for each set of names. Without names, all ranks down from `rank` are candidates.
  private var clauses: [Clause] = []
  private var rank: Int
  /// Whether a group may have a later version in another run.
  private let isCurrent: ((Int) throws(CacheFault) -> Bool)?

  /// The ranks that any of some names has, the highest first.
  private struct Clause {
    var lists: [(list: Run.List, next: Int?)] = []

    /// The highest rank that is at most `limit`.
    mutating func rank(atMost limit: Int) throws(CacheFault) -> Int? {
      var highest: Int?
      for index in lists.indices {
        while let next = lists[index].next, next > limit {
          lists[index].next = try lists[index].list.next()
        }
        if let next = lists[index].next { highest = max(highest ?? 0, next) }
      }
      return highest
    }
  }

  /// - Parameter isCurrent: whether the run has the last version of a group; nil if it has that of
  ///   all its groups.
  init(
    _ run: Run, _ query: PageQuery, isCurrent: ((Int) throws(CacheFault) -> Bool)?
  ) throws(CacheFault) {
    self.run = run
    self.query = query
    self.isCurrent = isCurrent
    rank = run.count - 1
    for names in query.names {
      var clause = Clause()
      for name in names {
        guard var list = try run.list(of: name.bytes) else { continue }
        let first = try list.next()
        clause.lists.append((list, first))
      }
      clauses.append(clause)
    }
    if let days = query.days {
      // A civil day begins at most a day before or after that of UTC.
      let end = Int64(days.upperBound + 2) * 86_400
      rank = try run.firstRank { $0.seconds < end } - 1
    }
  }

  /// The number of matches, if it is known without looking at them.
  func count() throws(CacheFault) -> Int? {
    guard isCurrent == nil, query.days == nil, query.names.count < 2 else { return nil }
    guard let clause = clauses.first else {
      return run.count - (query.includesDeleted ? 0 : run.deletedCount)
    }
    guard clause.lists.count < 2 else { return nil }
    guard let list = clause.lists.first?.list else { return 0 }
    return list.count - (query.includesDeleted ? 0 : list.deletedCount)
  }

  /// The next match.
  mutating func next() throws(CacheFault) -> RunEntry? {
    while let candidate = try nextCandidate() {
      rank = candidate - 1
      let entry = try run.entry(at: run.index(atRank: candidate))
      if let days = query.days {
        if entry.seconds < Int64(days.lowerBound - 1) * 86_400 { return nil }
        if !days.contains(entry.day) { continue }
      }
      if entry.isDeleted, !query.includesDeleted { continue }
      if let isCurrent, try !isCurrent(entry.number) { continue }
      return entry
    }
    return nil
  }

  /// The highest rank up to `rank` that all clauses have.
  private mutating func nextCandidate() throws(CacheFault) -> Int? {
    var candidate = rank
    var agreeing = 0
    while agreeing < clauses.count {
      for index in clauses.indices {
        guard let found = try clauses[index].rank(atMost: candidate) else { return nil }
        agreeing = found == candidate ? agreeing + 1 : 1
        candidate = found
        if agreeing == clauses.count { break }
      }
    }
    return candidate < 0 ? nil : candidate
  }
}
