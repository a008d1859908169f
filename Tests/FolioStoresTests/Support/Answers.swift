import FolioModel
import FolioNumbers
import FolioTools
import Testing

@testable import FolioStores
@testable import TestSupport

/// A long random script: groups that come, change their times and legs, go, and come again.
struct RandomScript {
  private(set) var changes: [StoreChange] = []
  /// One more than there are changes.
  private(set) var states: [StoreContents] = []

  /// - Parameter most: the number of groups from which on there are no new ones.
  init(seed: UInt64, count: Int, most: Int = .max) throws {
    var random = SplitMix(seed: seed)
    let notes = NotingStorage.Notes()
    var book = StoreOperations(NotingStorage(notes))
    try book.save(StoreInput(Sample.small), at: try Sample.time(0))
    for step in 1...count {
      let time = try Sample.time(step)
      let ids = try book.contents().groups.map(\.id)
      let id = ids.isEmpty ? "" : ids[random.next(in: 0..<ids.count)]
      let day = "2024-0\(random.next(in: 1..<10))-1\(random.next(in: 0..<10))"
      switch ids.isEmpty ? 0 : random.next(in: ids.count < most ? 0..<20 : 12..<20) {
      case 0..<9:
        let new = random.next(in: 0..<3) == 0 ? "import-\(step)" : "g\(step + 10)"
        let accounts = ids.isEmpty ? Sample.accounts : ""
        try book.append(StoreInput(accounts + Sample.deposit(new, "5", day: day)), at: time)
      case 9..<12:
        try book.append(StoreInput(Sample.buy("buy-\(step)", "3", day: day)), at: time)
      case 12..<15:
        if try book.group(id).deletedAt != nil { try book.undelete(id, at: time) }
        try book.setStatus(of: id, to: .pending, at: time)
      case 15..<17: try book.replace(StoreInput(Sample.deposit(id, "7", day: day)), at: time)
      case 17..<19: try book.delete(id, at: time)
      default:
        if random.next(in: 0..<6) == 0 {
          try book.clear(at: time)
        } else {
          let account = Sample.accounts.replacing("c-usd", with: "c-\(step)")
          try book.append(StoreInput(account), at: time)
        }
      }
    }
    changes = notes.changes
    var state = StoreContents()
    states =
      [state]
      + changes.map { change in
        state.apply(change)
        return state
      }
  }
}

/// Requires that a store answers every question as its contents do.
func expectSameAnswers(
  _ store: some RecordStorage, _ contents: StoreContents, _ label: String
) throws {
  var store = store
  #expect(try store.counts() == contents.counts, "\(label)")
  #expect(try store.head() == contents.head, "\(label)")
  let numbers = Array(contents.groups.indices)
  #expect(try store.groups(at: numbers.reversed()) == contents.groups.reversed(), "\(label)")
  for (first, limit) in [(0, .max), (contents.groups.count / 3, 4), (contents.groups.count, 1)] {
    let rows = contents.groups.dropFirst(first).prefix(limit).map(\.row)
    #expect(try store.lines(from: first, limit: limit) == StoreCheck.lines(rows), "\(label)")
  }
  for (number, group) in contents.groups.enumerated() where number % 5 == 0 {
    #expect(try store.number(of: group.id) == number, "\(label): \(group.id)")
  }
  #expect(
    try store.rows(at: numbers.reversed()) == contents.groups.reversed().map(\.row), "\(label)")
  let all = contents.groups.enumerated().map {
    (place: BookingPlace($1.occurredAt, number: $0), row: $1.row)
  }.sorted { $0.place < $1.place }
  #expect(try store.rows(after: nil, limit: .max) == OrderedRows(all), "\(label)")
  for middle in [all.count / 3, all.count - 1] where middle >= 0 && !all.isEmpty {
    let rest = try store.rows(after: all[middle].place, limit: 3)
    #expect(rest == OrderedRows(Array(all[(middle + 1)...].prefix(3))), "\(label)")
  }
  for id in ["", "g", "g5", "import-1", "zzz"] {
    #expect(try store.number(of: id) == contents.number(of: id), "\(label): \(id)")
    for limit in [1, 4, .max] {
      let ids = try store.ids(from: id, limit: limit)
      #expect(ids == contents.ids(from: id, limit: limit), "\(label): \(id)")
    }
  }
  try expectSamePages(store, contents, label)
  for since in [0, contents.lastSequence / 2, contents.lastSequence - 2, contents.lastSequence] {
    for limit in [1, 4, .max] {
      let changes = try store.changes(since: since, limit: limit)
      #expect(changes == contents.changes(since: since, limit: limit), "\(label): \(since)")
    }
  }
}

/// The same for pages.
private func expectSamePages(
  _ store: some RecordStorage, _ contents: StoreContents, _ label: String
) throws {
  var store = store
  for (limit, offset) in [(5, 0), (3, 4), (.max, 0), (0, 0), (2, 1_000)] {
    for deleted in [false, true] {
      let request = GroupPage.Request(limit: limit, offset: offset, includesDeleted: deleted)
      let page = try store.page(request)
      #expect(page == contents.page(request), "\(label): \(request)")
    }
  }
  let march: (from: Day, through: Day) = ("2024-03-11", "2024-06-15")
  for filter in [
    GroupFilter(symbols: ["X"]), GroupFilter(symbols: ["s-x"], statuses: [.settled]),
    GroupFilter(accounts: ["c-usd"], types: [.deposit]), GroupFilter(symbols: ["none"]),
    GroupFilter(types: [.deposit, .stockTrade], statuses: [.pending]),
    GroupFilter(symbols: ["X"], from: march.from, through: march.through),
    GroupFilter(symbols: ["X", "s-x", "none"], accounts: ["c-usd", "c-eur"]),
    GroupFilter(from: march.from), GroupFilter(through: march.from),
    GroupFilter(from: march.through, through: march.from), GroupFilter(text: "IMPORT"),
    GroupFilter(statuses: [.settled], text: "x ltd"),
  ] {
    var request = GroupPage.Request(limit: 3, offset: 1, includesDeleted: filter.types.isEmpty)
    request.filter = filter
    let rows = try contents.groups.map { try $0.group }
    let names = try contents.head?.contents.names ?? LedgerNames()
    let wanted = contents.groups.indices.filter {
      (request.includesDeleted || contents.groups[$0].deletedAt == nil)
        && filter.matches(rows[$0], names: names)
    }.sorted {
      let (one, other) = (contents.groups[$0].occurredAt, contents.groups[$1].occurredAt)
      return one > other || (one == other && $0 > $1)
    }
    let page = try store.page(request)
    let shown = wanted.dropFirst(1).prefix(3).map { contents.groups[$0] }
    #expect(page == GroupPage(groups: shown, total: wanted.count), "\(label): \(filter)")
  }
}
