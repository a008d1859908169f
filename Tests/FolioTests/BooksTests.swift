import Foundation
import Testing

@testable import Folio
@testable import TestSupport

/// Books that follow a store.
@Suite("Books of a store")
struct BooksTests {
  private static let usd: Currency = "USD"
  private static let now = Timestamp(secondsSince1970: 1_717_200_000)
  private static let master = LedgerContents(
    baseCurrency: usd, accounts: [LedgerAccount(id: "c", name: "Broker", currency: usd)],
    instruments: [LedgerInstrument(symbol: "X", name: "X Ltd", currency: usd)])

  /// A store with 1,000.00 and ten X at 10.00.
  private static func store() async throws -> RecordStore {
    let store = RecordStore.inMemory()
    try await store.append(master, at: now)
    try await store.append(.deposit("1000.00", on: "2024-01-01", id: "g1"), at: now)
    try await store.append(.buy("X", 10, at: "10.00", on: "2024-01-02", id: "g2"), at: now)
    return store
  }

  @Test("A change says what it did")
  func oneChange() async throws {
    let books = try await Books(of: Self.store())
    let change = try await books.append(
      .sell("X", 4, at: "12.50", on: "2024-02-01", id: "g3"), at: Self.now)
    #expect(change.groups == [GroupChange("g3", .added)])
    let holding = try #require(change.holdings.first)
    #expect(holding.before?.quantity == 10 && holding.after?.quantity == 6)
    #expect(holding.after?.name == "X Ltd" && holding.after?.costBasis == 60)
    #expect(change.lots.map(\.after?.quantity) == [6])
    #expect(change.cash.map(\.after?.balance.balance) == [950])
    #expect(change.cash.first?.after?.name == "Broker")
    #expect(change.gains.map(\.after?.gain) == [10] && change.gains.first?.before == nil)
    let undone = try await books.void("g3", at: Self.now)
    #expect(undone.groups == [GroupChange("g3", .voided)])
    #expect(undone.gains.map(\.before?.gain) == [10] && undone.gains.first?.after == nil)
    #expect(await books.state.revision == 2)
  }

  @Test("A refused change has no effect")
  func refused() async throws {
    let books = try await Books(of: Self.store())
    await #expect {
      try await books.append(.sell("X", 11, at: 1, on: "2024-02-01"), at: Self.now)
    } throws: { error in
      if case .invalid? = error as? StoreFailure { true } else { false }
    }
    await #expect(throws: EntryFault.unknownInstrument("NONE")) {
      try await books.append(.buy("NONE", 1, at: 1, on: "2024-02-01"), at: Self.now)
    }
    #expect(await books.state.revision == 0)
  }

  @Test("Listeners hear changes of others, merged if they are slow")
  func listening() async throws {
    let store = try await Self.store()
    let books = try await Books(of: store)
    var changes = await books.changes.makeAsyncIterator()
    try await store.append(.buy("X", 1, at: 20, on: "2024-02-01", id: "g3"), at: Self.now)
    #expect(try await changes.next()?.groups == [GroupChange("g3", .added)])
    try await books.append(.buy("X", 1, at: 20, on: "2024-02-02", id: "g4"), at: Self.now)
    try await books.append(.sell("X", 12, at: 20, on: "2024-02-03", id: "g5"), at: Self.now)
    try await books.delete("g5", at: Self.now)
    let merged = try #require(try await changes.next())
    #expect(merged.groups.map(\.id) == ["g4", "g5"] && merged.gains.isEmpty)
    #expect(merged.holdings.first?.before?.quantity == 11)
    #expect(merged.holdings.first?.after?.quantity == 12)
    await store.close()
    #expect(try await changes.next() == nil)
  }

  @Test("Without listeners nothing is kept, and nothing follows the store")
  func gone() async throws {
    let books = try await Books(of: Self.store())
    do {
      var changes = await books.changes.makeAsyncIterator()
      try await books.append(.deposit(1, on: "2024-02-01"), at: Self.now)
      #expect(try await changes.next() != nil)
      #expect(await books.hasListeners)
    }
    var waits = 0
    while await books.hasListeners, waits < 1_000 {
      try await Task.sleep(for: .milliseconds(1))
      waits += 1
    }
    #expect(await !books.hasListeners)
    try await books.append(.deposit(1, on: "2024-02-02"), at: Self.now)
    #expect(await !books.hasListeners)
  }

  @Test("New prices are news, although no book changes")
  func prices() async throws {
    let books = try await Books(of: Self.store())
    var changes = await books.changes.makeAsyncIterator()
    let price = LedgerPrice(symbol: "X", day: "2024-03-01", price: 11)
    try await books.append(LedgerContents(prices: [price]), at: Self.now)
    #expect(try await changes.next()?.hasNewMasterData == true)
  }

  @Test("A merged ledger with faults shows its sound holdings, and the faults beside them")
  func partial() async throws {
    let phone = try await Self.store()
    let tablet = RecordStore.inMemory()
    let sync = StoreSync(phone, with: tablet, state: InMemorySyncState(), now: { Self.now })
    try await sync.sync()
    let books = try await Books(of: phone)
    try await tablet.append(.sell("X", 10, at: 12, on: "2024-02-01", id: "tablet"), at: Self.now)
    try await books.append(.sell("X", 10, at: 13, on: "2024-02-02", id: "phone"), at: Self.now)
    try await books.append(.deposit("5.00", on: "2024-02-03", id: "more"), at: Self.now)
    try await sync.sync()
    try await books.refresh()
    let state = await books.state
    #expect(state.faults.count == 1 && state.doubtful == ["X"])
    let gains = try await books.gains()
    #expect(state.cash.count == 1 && gains.count == 1)
    await #expect(throws: LedgerFaults.self) {
      try await BookedLedger(booking: books.soundBooks().booked.ledger)
    }
    let solved = try await books.void("tablet", at: Self.now)
    #expect(solved.faults.resolved.count == 1 && solved.faults.appeared.isEmpty)
    #expect(await books.state.faults.isEmpty)
  }

  @Test("Changes of random histories add up to the books", arguments: Way.third(2, of: Way.all))
  func addUp(_ way: Way) async throws {
    var (listed, reloaded) = (0, 0)
    for (number, history) in way.histories(0..<2).enumerated() {
      var options = BookingOptions()
      // Books with options of their own book the whole.
      options.warnsOfNegativeCash = number > 0
      var dice = Dice(seed: history.seed)
      let contents = LedgerContents(try history.builder().ledger())
      var head = contents
      head.groups = []
      let store = RecordStore.inMemory()
      try await store.save(StoreInput(head), at: Self.now)
      let books = try await Books(of: store, options)
      var (quick, slow) = (Screen(), Screen())
      try await quick.show(books)
      try await slow.show(books)
      var late: BookChange?
      let groups = contents.groups.prefix(60)
      for group in groups {
        // Groups of a document need not be in order of time, so one may come too early.
        let added = LedgerContents(groups: [group])
        var change: BookChange
        do {
          change = try await books.append(added, at: Self.now)
        } catch StoreFailure.invalid {
          continue
        }
        try await quick.apply(change, books)
        if dice.chance(20), let other = groups.first(where: { $0.id != group.id }) {
          // Later groups may need it.
          if let undone = try? await books.void(other.id, at: Self.now) {
            try await quick.apply(undone, books)
            change.merge(undone)
          }
        }
        if change.reloadsRows { reloaded += 1 } else { listed += 1 }
        if late == nil { late = change } else { late?.merge(change) }
        let now = try await Screen(books)
        #expect(quick == now, "seed \(history.seed), \(way)")
        if dice.chance(30), let waiting = late {
          try await slow.apply(waiting, books)
          late = nil
          #expect(slow == now, "seed \(history.seed), \(way)")
        }
      }
    }
    #expect(listed > 2 * reloaded, "\(listed) listed, \(reloaded) reloaded")
  }

  @Test("Books of a store are those that it keeps, and a change costs what it affects")
  func live() async throws {
    let store = try await Self.store()
    let books = try await Books(of: store)
    for number in 0..<5 {
      let change = try await books.append(
        .buy("X", 1, at: "10.00", on: "2024-03-01", id: "live\(number)"), at: Self.now)
      #expect(!change.reloadsRows && change.lots.count == 1)
    }
    // A part of another lot keeps its identity, and that of a group with two lots has two.
    let sale = try await books.append(.sell("X", 12, at: 11, on: "2024-03-02"), at: Self.now)
    #expect(sale.lots.map(\.after?.quantity) == [nil, nil, nil] && sale.gains.count == 3)
    #expect(try await books.lots().map(\.id.group) == ["live2", "live3", "live4"])
    let split = try await books.append(.split("X", 2, for: 1, on: "2024-03-03"), at: Self.now)
    #expect(split.lots.map(\.after?.quantity) == [2, 2, 2])
    #expect(try await books.lots(of: "X").map(\.quantity) == [2, 2, 2])
    #expect(try await books.lots(of: "Y").isEmpty)
    let price = LedgerPrice(symbol: "X", day: "2024-03-04", price: 11)
    let priced = try await books.append(LedgerContents(prices: [price]), at: Self.now)
    #expect(priced.hasNewMasterData && priced.holdings.isEmpty)
  }

  @Test("Books of a file are those of the whole")
  func restored() async throws {
    let path = NSTemporaryDirectory() + "books-\(UInt64.random(in: .min ... .max)).store"
    defer {
      for end in ["", ".lock"] { try? FileManager.default.removeItem(atPath: path + end) }
    }
    var contents = Self.master
    let first: Day = "2020-01-01"
    contents.groups = try (0..<2_000).map { number in
      let day = try #require(first.adding(days: number / 4))
      let entry: GroupEntry =
        number % 3 == 2
        ? try .sell("X", 1, at: 11, on: day, id: "s\(number)")
        : try .buy("X", 2, at: 10, on: day, id: "b\(number)")
      return try entry.group(in: Self.master)
    }
    do {
      let store = try RecordStore.file(path)
      try await store.save(StoreInput(contents), at: Self.now)
      try await store.append(.deposit(1, on: "2024-01-01"), at: Self.now)
      await store.close()
    }
    let store = try RecordStore.file(path)
    let books = try await Books(of: store)
    let whole = try await books.soundBooks().booked
    #expect(try await books.state.holdings == whole.holdings())
    #expect(await books.state.cash == whole.accountBalances)
    #expect(try await books.lots() == whole.openLots)
    #expect(try await books.gains() == whole.realizedGains)
    let change = try await books.append(.sell("X", 3, at: 12, on: "2024-01-02"), at: Self.now)
    #expect(change.gains.count == 2 && change.lots.count == 2 && !change.reloadsRows)
    #expect(try await books.gains() == books.soundBooks().booked.realizedGains)
    let early = try await books.void("s2", at: Self.now)
    #expect(early.groups == [GroupChange("s2", .voided)])
    #expect(try await books.state.holdings == books.soundBooks().booked.holdings())
    #expect(try await books.lots() == books.soundBooks().booked.openLots)
  }

  @Test("What others do to a file is in the books")
  func others() async throws {
    let path = NSTemporaryDirectory() + "books-\(UInt64.random(in: .min ... .max)).store"
    defer {
      for end in ["", ".lock"] { try? FileManager.default.removeItem(atPath: path + end) }
    }
    let app = try RecordStore.file(path, .sharing)
    try await app.append(Self.master, at: Self.now)
    for number in 0..<3 {
      try await app.append(.buy("X", 1, at: 10, on: "2024-01-02", id: "a\(number)"), at: Self.now)
    }
    let books = try await Books(of: app)
    let widget = try RecordStore.file(path, .sharing)
    var changes = await books.changes.makeAsyncIterator()
    try await widget.append(.buy("X", 2, at: 10, on: "2024-01-03", id: "w"), at: Self.now)
    try await books.refresh()
    let added = try #require(try await changes.next())
    #expect(added.groups == [GroupChange("w", .added)] && !added.reloadsRows)
    #expect(added.holdings.map(\.after?.quantity) == [5])
    #expect(added.lots.map(\.id.group) == ["w"])
    try await widget.delete("a1", at: Self.now)
    try await books.refresh()
    let deleted = try #require(try await changes.next())
    #expect(deleted.groups == [GroupChange("a1", .deleted)] && deleted.reloadsRows)
    #expect(deleted.holdings.map(\.after?.quantity) == [4])
    #expect(try await books.lots().map(\.id.group) == ["a0", "a2", "w"])
  }
}

/// What a screen shows, kept up to date with changes alone.
private struct Screen: Equatable {
  var holdings: [Holding.ID: Holding] = [:]
  var lots: [OpenLot.ID: OpenLot] = [:]
  var cash: [String: CashAccountBalance] = [:]
  var gains: [RealizedGain.ID: RealizedGain] = [:]

  init() {}

  init(_ books: Books) async throws { try await show(books) }

  mutating func show(_ books: Books) async throws {
    for row in await books.state.holdings { holdings[row.id] = row }
    for row in await books.state.cash { cash[row.id] = row }
    for row in try await books.lots() { lots[row.id] = row }
    for row in try await books.gains() { gains[row.id] = row }
  }

  mutating func apply(_ change: BookChange, _ books: Books) async throws {
    for row in change.holdings { holdings[row.id] = row.after }
    for row in change.cash { cash[row.id] = row.after }
    if change.reloadsRows { (lots, gains) = ([:], [:]) }
    for row in change.reloadsRows ? try await books.gains() : [] { gains[row.id] = row }
    for row in change.reloadsRows ? try await books.lots() : [] { lots[row.id] = row }
    for row in change.lots { lots[row.id] = row.after }
    for row in change.gains { gains[row.id] = row.after }
  }
}
