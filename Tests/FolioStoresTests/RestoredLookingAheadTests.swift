import FolioBooking
import FolioModel
import FolioNumbers
import Testing

@testable import FolioStores
@testable import TestSupport

/// Checkpoints under rules that look ahead: the groups after them are compared with what those
/// before them were told.
@Suite("Checkpoints under rules that look ahead")
struct RestoredLookingAheadTests {
  private static func trade(_ id: String, _ type: String, _ units: Int, _ number: Int) -> String {
    let price = type == "buy" ? 10 : 5
    return Sample.trade(
      id, type, "\(units)", at: "\(price)", gross: "\(units * price)", day: "\(day(number))")
  }

  private static func day(_ number: Int) -> Day {
    Day(daysSince1970: Int32(19_000 + number)) ?? .first
  }

  /// Sales at a loss on each tenth day, and purchases that do not make up for them.
  private static func store(
    _ storage: SharedStorage, _ rules: TaxRules
  ) throws -> StoreOperations {
    storage.keepsCheckpoints = true
    var store = StoreOperations(storage)
    store.live.checkpointDistance = 3
    let head = Sample.accounts.replacing(
      #""settings": {"#, with: #""settings": {"tax_rules": "\#(rules.rawValue)", "#)
    let first = Sample.deposit("d", "90000", day: "\(day(0))") + trade("b", "buy", 1_000, 1)
    try store.save(StoreInput(head + first), at: Sample.time(0))
    for number in 1...24 {
      try store.append(StoreInput(trade("s\(number)", "sell", 30, 10 * number)), at: Sample.time(1))
      let purchase = trade("p\(number)", "buy", 4, 10 * number + 8)
      try store.append(StoreInput(purchase), at: Sample.time(1))
    }
    return store
  }

  private static func expectSame(_ store: inout StoreOperations, _ label: String) throws {
    let document = StoreInput.stored(try store.contents().document, name: "s")
    let booked = try BookedLedger(booking: LedgerCheck(of: StoreCheck.draft([document])).validPart)
    var options = StoreCheck.booking
    (options.keepsPostings, options.keepsDisposals, options.keepsIncome) = (false, false, false)
    let restored = try #require(try store.restoredBooks(options), "\(label)")
    #expect(try restored.holdings() == booked.holdings(), "\(label)")
    #expect(restored.cash == booked.cash, "\(label)")
    if let books = store.live.books {
      #expect(try books.holdings == booked.holdings(), "\(label)")
    }
  }

  @Test(
    "A program goes on from one, whichever group of the last days it changes",
    arguments: [TaxRules.uk, .ca])
  func goesOn(_ rules: TaxRules) throws {
    let storage = SharedStorage()
    var store = try Self.store(storage, rules)
    try Self.expectSame(&store, "at first")
    let newest = try #require(storage.kept.keys.max())
    #expect(newest.number > 20 && newest.number < 48, "\(newest)")
    for (number, id) in ["p24", "s23", "p22"].enumerated() {
      (storage.contentsRead, storage.rowsRead) = (0, 0)
      store = StoreOperations(storage)
      store.live.checkpointDistance = 3
      try store.delete(id, at: Sample.time(2))
      #expect(store.live.changed == 1 && storage.contentsRead == 0, "\(store.live.whole)")
      #expect(storage.rowsRead < 80, "\(storage.rowsRead)")
      try Self.expectSame(&store, "without \(id)")
      let new = Self.trade("n\(number)", "buy", 3, 250 + number)
      try store.append(StoreInput(new), at: Sample.time(3))
      try Self.expectSame(&store, "after \(id)")
    }
  }

  @Test(
    "One is not used when a later group that its groups were matched with is gone",
    arguments: [TaxRules.uk, .ca])
  func stale(_ rules: TaxRules) throws {
    let storage = SharedStorage()
    var store = try Self.store(storage, rules)
    let newest = try #require(storage.kept.keys.max())
    #expect(storage.kept.count > 1)
    // The first purchase after it: sales before it were matched with it.
    let groups = try store.contents().groups
    let next = try #require(groups[(newest.number + 1)...].first { $0.id.hasPrefix("p") })
    store = StoreOperations(storage)
    store.live.isAllowed = false
    try store.delete(next.id, at: Sample.time(2))
    #expect(storage.kept[newest] != nil)
    store = StoreOperations(storage)
    try Self.expectSame(&store, "without \(next.id)")
    #expect(storage.kept[newest] == nil && !storage.kept.isEmpty)
  }

  @Test("A trade of long ago needs an older one", arguments: [TaxRules.uk, .ca])
  func late(_ rules: TaxRules) throws {
    let storage = SharedStorage()
    _ = try Self.store(storage, rules)
    var store = StoreOperations(storage)
    let late = Self.trade("late", "buy", 5, 250)
      .replacing(#""trade_type""#, with: #""trade_date": "\#(Self.day(60))", "trade_type""#)
    try store.append(StoreInput(late), at: Sample.time(2))
    let document = StoreInput.stored(try store.contents().document, name: "s")
    let booked = try BookedLedger(booking: LedgerCheck(of: StoreCheck.draft([document])).validPart)
    if let books = store.live.books { #expect(try books.holdings == booked.holdings()) }
    store = StoreOperations(storage)
    try store.append(
      StoreInput(Sample.deposit("x", "1", day: "\(Self.day(251))")), at: Sample.time(3))
    if let books = store.live.books { #expect(try books.holdings == booked.holdings()) }
    #expect(!storage.kept.isEmpty)
  }
}
