/// How the transactions of the files match the groups of a ledger (Specs/decisions/import-ids.md).
struct LedgerVersions {
  /// The ids that transactions have in the ledger, by their numbers. Ids of the draft that stay as
  /// they are have no entry.
  var ids: [Int: String] = [:]
  /// The ids in the ledger, by those of the draft.
  var renamed: [String: String] = [:]
  /// Groups of the ledger that the files lack, although they cover their days.
  var gone: [LedgerGroup] = []
  /// Whether the files and the ledger share no transaction of the accounts of `gone`. The files may
  /// be those of another account with the same name.
  var mayBeOtherAccount = false
}

extension SettledImport {
  /// Matches the transactions of the files with the groups of a ledger.
  func versions(in ledger: LedgerContents) -> LedgerVersions {
    // The matcher has a copy of the draft. It ends here, so that the draft changes in its place.
    LedgerMatcher(self, ledger).versions
  }
}

/// Matches transactions that have no id of the broker with groups of a ledger: with one that said
/// the same when it was imported; or with one that the files lack, and that differs only in its
/// numbers or only by some days.
private struct LedgerMatcher {
  private(set) var versions = LedgerVersions()
  /// The formats and accounts of which the files and the ledger share a transaction.
  private var overlaps: Set<ImportMark.Origin> = []

  private let settled: SettledImport
  private let stored: [MarkedGroup]
  private var isUsed: [Bool]
  /// The numbers of the transactions without a match.
  private var pending: [Int] = []
  private var taken: Set<String>

  init(_ settled: SettledImport, _ ledger: LedgerContents) {
    self.settled = settled
    let origins = Set(settled.draft.groups.map { settled.draft.origin(of: $0) })
    stored = ledger.groups.compactMap { group in
      guard let mark = ImportMark(of: group), !mark.isOpening, mark.openQuestion == nil,
        origins.contains(mark.origin)
      else { return nil }
      return MarkedGroup(group: group, mark: mark)
    }
    isUsed = Array(repeating: false, count: stored.count)
    taken = Set(ledger.groups.map(\.id))
    pending = settled.order.filter { number in
      guard number >= 0, case .content = settled.draft.groups[number].imported.identity else {
        return false
      }
      return true
    }
    matchContents()
    matchIDs()
    findOverlaps()
    matchChanges()
    giveNewIDs()
    versions.renamed = renamed
    findGone()
  }

  // MARK: Matching

  /// Matches transactions with groups that said the same. Ids of groups that lots name may change
  /// what a sale says, so they are matched again.
  private mutating func matchContents() {
    let (settled, stored) = (settled, stored)
    let byID = Dictionary(unusedWithoutID().map { (stored[$0].group.id, $0) }) { one, _ in one }
    var places = Dictionary(grouping: unusedWithoutID().reversed()) { stored[$0].key(\.content) }
    for _ in 0..<4 {
      let before = versions.ids
      match { number, key, isUsed in
        byID[settled.draft.groups[number].id].flatMap {
          !isUsed[$0] && stored[$0].key(\.content) == key ? $0 : nil
        }
      }
      match { _, key, isUsed in
        while let place = places[key]?.popLast() {
          if !isUsed[place] { return place }
        }
        return nil
      }
      if versions.ids == before { return }
    }
  }

  /// Takes those out of `pending` for which a place is found.
  private mutating func match(_ find: (_ number: Int, _ key: String, _ isUsed: [Bool]) -> Int?) {
    let renamed = renamed
    var left: [Int] = []
    for number in pending {
      if let place = find(number, version(number, renamed).key(\.content), isUsed) {
        use(place, for: number)
      } else {
        left.append(number)
      }
    }
    pending = left
  }

  /// Matches those whose ids leave out what differs, such as a settlement day.
  private mutating func matchIDs() {
    let places = Dictionary(unusedWithoutID().map { (stored[$0].group.id, $0) }) { one, _ in one }
    let settled = settled
    match { number, _, _ in places[settled.draft.groups[number].id] }
  }

  private mutating func findOverlaps() {
    let read = Set(settled.draft.groups.map(\.id))
    for (place, own) in stored.enumerated() where isUsed[place] || read.contains(own.group.id) {
      overlaps.insert(own.mark.origin)
    }
  }

  /// Matches those that differ only in numbers, and then those that differ only by some days.
  private mutating func matchChanges() {
    let spans = Spans(settled, stored, isUsed)
    for key in VersionKeys.ofChanges {
      let candidates = unusedWithoutID().filter {
        overlaps.contains(stored[$0].mark.origin) && spans.mayHaveChanged(stored[$0])
      }
      let renamed = renamed
      let pairs = VersionKeys.pairs(
        candidates, pending, by: key, { stored[$0] }, { version($0, renamed) })
      for (place, number) in pairs { use(place, for: number) }
      let found = Set(pairs.map(\.new))
      pending.removeAll { found.contains($0) }
    }
  }

  private mutating func use(_ place: Int, for number: Int) {
    isUsed[place] = true
    let id = stored[place].group.id
    if id != settled.draft.groups[number].id { versions.ids[number] = id }
  }

  /// A new transaction may say what a group said before it was corrected, and so have its id.
  private mutating func giveNewIDs() {
    for number in pending where taken.contains(settled.draft.groups[number].id) {
      let id = settled.draft.groups[number].id
      var (count, new) = (1, id)
      while taken.contains(new) {
        new = NameBasedID.of("version/\(count)", in: id)
        count += 1
      }
      taken.insert(new)
      versions.ids[number] = new
    }
  }

  private func unusedWithoutID() -> [Int] {
    stored.indices.filter { !isUsed[$0] && stored[$0].mark.nativeID == nil }
  }

  /// What a transaction says, with the final ids of the groups that its lots name.
  private func version(_ number: Int, _ renamed: [String: String]) -> MarkedGroup {
    var group = settled.draft.groups[number].imported.group
    if !renamed.isEmpty { group.renameLots(renamed) }
    let origin = settled.draft.origin(of: settled.draft.groups[number])
    return MarkedGroup(
      group: group,
      mark: ImportMark(
        format: origin.format, account: origin.account, hash: GroupContent.hash(of: group)))
  }

  private var renamed: [String: String] {
    Dictionary(versions.ids.map { (settled.draft.groups[$0.key].id, $0.value) }) { one, _ in one }
  }

  // MARK: What the files lack

  private mutating func findGone() {
    let read = Set(settled.draft.groups.map(\.id))
    let spans = Spans(settled, stored, isUsed)
    let places = stored.indices.filter { place in
      !isUsed[place] && !stored[place].group.isDeleted && !read.contains(stored[place].group.id)
        && spans.shouldHave(stored[place])
    }
    versions.gone = places.map { stored[$0].group }
    versions.mayBeOtherAccount = !places.contains { overlaps.contains(stored[$0].mark.origin) }
  }
}

/// A group of a ledger that was imported.
struct MarkedGroup {
  var group: LedgerGroup
  var mark: ImportMark

  func key(_ key: KeyPath<VersionKeys, String>) -> String {
    "\(mark.format)/\(mark.account)/\(VersionKeys(group: group, hash: mark.hash)[keyPath: key])"
  }
}

/// What two versions of a transaction may have in common.
struct VersionKeys {
  fileprivate let group: LedgerGroup
  fileprivate let hash: String

  /// All of it, when it was imported.
  var content: String { hash }

  /// Everything but the numbers, and the time of the day.
  var shape: String {
    var group = group.withoutImpliedCurrencies
    group.occurredAt = Timestamp(group.day)
    for place in group.stockLegs.indices {
      let leg = group.stockLegs[place]
      var bare = LedgerGroup.StockLeg(leg.type, symbol: leg.symbol)
      (bare.account, bare.newSymbol, bare.currency) = (leg.account, leg.newSymbol, leg.currency)
      group.stockLegs[place] = bare
    }
    for place in group.cashLegs.indices { group.cashLegs[place].amount = .zero }
    return GroupContent.hash(of: group)
  }

  /// What a changed version has in common with the one before: all but the numbers, or all but the
  /// day.
  static var ofChanges: [KeyPath<VersionKeys, String>] { [\.shape, \.undated] }

  /// The days by which a transaction is moved at most. Payments of each month are equal.
  private static let mostDays = 14

  /// Pairs transactions that have a key in common with only one other, some days apart at most.
  static func pairs(
    _ old: [Int], _ new: [Int], by key: KeyPath<VersionKeys, String>,
    _ oldVersion: (Int) -> MarkedGroup, _ newVersion: (Int) -> MarkedGroup
  ) -> [(old: Int, new: Int)] {
    let olds = Dictionary(grouping: old) { oldVersion($0).key(key) }
    let news = Dictionary(grouping: new) { newVersion($0).key(key) }
    let pairs = news.compactMap { text, numbers -> (old: Int, new: Int)? in
      guard numbers.count == 1, let others = olds[text], others.count == 1 else { return nil }
      let days = [oldVersion(others[0]), newVersion(numbers[0])].map(\.group.day)
      return abs(days[0].days(until: days[1])) > mostDays ? nil : (others[0], numbers[0])
    }
    return pairs.sorted { $0.new < $1.new }
  }

  /// Everything but the time.
  var undated: String {
    var group = group.withoutImpliedCurrencies
    group.occurredAt = Timestamp(Day.first)
    return GroupContent.hash(of: group)
  }
}

/// The times that a file covers.
struct FileSpan {
  private(set) var first: Timestamp
  private(set) var last: Day

  init(_ time: Timestamp) { (first, last) = (time, time.day) }

  mutating func add(_ time: Timestamp) { (first, last) = (min(first, time), max(last, time.day)) }

  /// Whether the file should have a group in another version. On its first day it has to be as late
  /// as the first row: the day may be cut.
  func mayHaveChanged(_ group: LedgerGroup) -> Bool {
    let isAfterStart =
      group.day > first.day
      || group.day == first.day && first.form != .dateOnly && group.occurredAt >= first
    return isAfterStart && group.day <= last
  }
}

/// The times that the files cover.
private struct Spans {
  private var spans: [ImportMark.Origin: [FileSpan]] = [:]
  private let wholeFormats: Set<String>
  /// Groups before or after the days of their journal that it may have had nevertheless.
  private var outside: Set<String> = []
  /// The cash and securities accounts of each origin.
  private var accounts: [ImportMark.Origin: Set<String>] = [:]

  init(_ settled: SettledImport, _ stored: [MarkedGroup], _ isUsed: [Bool]) {
    struct Part: Hashable { var origin: ImportMark.Origin, file: Int }
    wholeFormats = settled.draft.wholeFormats
    var parts: [Part: FileSpan] = [:]
    for entry in settled.draft.groups where !entry.isOpening {
      let time = entry.imported.group.occurredAt
      let origin = settled.draft.origin(of: entry)
      // All journals of a program are one book.
      let part = Part(origin: origin, file: wholeFormats.contains(origin.format) ? -1 : entry.file)
      parts[part, default: FileSpan(time)].add(time)
      accounts[origin, default: []].formUnion(entry.imported.group.accounts)
    }
    spans = Dictionary(grouping: parts, by: \.key.origin).mapValues { $0.map(\.value) }
    findOutside(stored, isUsed)
  }

  /// An entry at the beginning or the end of a journal may have been moved inward, or deleted. Many
  /// such entries are those of another file, such as that of another year.
  private mutating func findOutside(_ stored: [MarkedGroup], _ isUsed: [Bool]) {
    for (origin, spans) in spans where wholeFormats.contains(origin.format) {
      let own = stored.indices.filter { stored[$0].mark.origin == origin }
      let others = own.filter { place in
        let day = stored[place].group.day
        return !isUsed[place] && !spans.contains { $0.first.day <= day && day <= $0.last }
      }
      let known = own.count { isUsed[$0] }
      if others.count <= min(2, known / 2) { outside.formUnion(others.map { stored[$0].group.id }) }
    }
  }

  /// Whether a group may be in the files in another version.
  func mayHaveChanged(_ stored: MarkedGroup) -> Bool {
    if wholeFormats.contains(stored.mark.format) { return isOfBook(stored) }
    return spans[stored.mark.origin]?.contains { $0.mayHaveChanged(stored.group) } ?? false
  }

  /// Whether the files should have a group: between the first and the last day of a table.
  func shouldHave(_ stored: MarkedGroup) -> Bool {
    let day = stored.group.day
    if wholeFormats.contains(stored.mark.format) { return isOfBook(stored) }
    return spans[stored.mark.origin]?.contains { $0.first.day < day && day < $0.last } ?? false
  }

  /// Whether a group belongs to a journal, by its accounts and its day.
  private func isOfBook(_ stored: MarkedGroup) -> Bool {
    guard accounts[stored.mark.origin]?.isSuperset(of: stored.group.accounts) ?? false
    else { return false }
    let day = stored.group.day
    return outside.contains(stored.group.id)
      || spans[stored.mark.origin]?.contains { $0.first.day <= day && day <= $0.last } ?? false
  }
}

extension LedgerGroup {
  /// The cash and securities accounts of the legs.
  fileprivate var accounts: Set<String> {
    Set(cashLegs.map { "cash " + $0.account } + stockLegs.compactMap { $0.account })
  }
}

extension ImportDraft.Entry {
  /// Whether it is a position that the user gave.
  var isOpening: Bool {
    if case .native(let id) = imported.identity { ImportMark.isOpening(id) } else { false }
  }
}

extension ImportDraft {
  /// The format of a group's file, and the group's account at the broker.
  func origin(of entry: Entry) -> ImportMark.Origin {
    ImportMark.Origin(format: files[entry.file].format, account: entry.imported.account)
  }
}
