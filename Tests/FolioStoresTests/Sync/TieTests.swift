import FolioBooking
import FolioInterchange
import FolioModel
import FolioNumbers
import FolioSQLite
import Foundation
import Testing

@testable import FolioStores
@testable import TestSupport

/// Trades of one instant on several devices (Specs/decisions/sync.md).
@Suite("groups of one instant")
struct TieTests {
  /// Stores that sync with each other in pairs.
  struct Peers {
    var stores: [StoreOperations]
    /// The pairs: the local store, and the remote one.
    let pairs: [[Int]]
    private var states: [[Int]: SyncState] = [:]
    private(set) var rounds = 0

    init(_ stores: [StoreOperations], pairs: [[Int]]) {
      (self.stores, self.pairs) = (stores, pairs)
    }

    mutating func sync(_ pair: [Int]) throws {
      var round = SyncRound(states[pair] ?? SyncState(), limit: 3)
      while let request = round.request {
        if case .save(let state) = request { states[pair] = state }
        round.take(try stores[request.side == .remote ? pair[1] : pair[0]].answer(request))
      }
      rounds += 1
    }

    /// The ids in the order of booking.
    func order(of store: Int) throws -> [String] {
      var store = stores[store]
      let contents = try store.contents()
      return contents.times.numbers.map { contents.groups[Int($0)].id }
    }

    /// The gains and the lots, or the faults.
    func figures(of store: Int) throws -> [String] {
      var store = stores[store]
      let check = LedgerCheck(of: StoreCheck.draft(of: [try store.load()]))
      do throws(LedgerFaults) {
        let booked = Booked(try BookedLedger(booking: try check.ledger()))
        return booked.gains + booked.lots
      } catch {
        return error.errors.map { "\($0.code.rawValue) \($0.message)" }
      }
    }

    mutating func agree() throws -> Bool {
      let orders = try stores.indices.map { try order(of: $0) }
      return orders.allSatisfy { $0 == orders[0] }
    }
  }

  @Test("two devices that synced show the same gains")
  func finding() throws {
    var peers = Peers(try stores(3), pairs: [[0, 2], [1, 2]])
    let accounts = StoreInput(SimulatedEdits.accounts)
    for number in 0..<3 { try peers.stores[number].save(accounts, at: Sample.time(0)) }
    try peers.stores[0].append(StoreInput(Sample.buy("a", "10")), at: Sample.time(1))
    try peers.stores[1].append(StoreInput(Sample.buy("b", "20")), at: Sample.time(1))
    for pair in [[0, 2], [1, 2], [0, 2]] { try peers.sync(pair) }
    try peers.stores[0].append(StoreInput(Sample.sell("c", "30")), at: Sample.time(2))
    for pair in [[0, 2], [1, 2]] { try peers.sync(pair) }
    for number in 0..<3 {
      #expect(try peers.order(of: number) == ["a", "b", "c"])
      #expect(try peers.figures(of: number)[0] == "X 2024-01-02 1 30 10")
    }
  }

  @Test("three stores that sync in a ring reach one order, and nothing moves after that")
  func ring() throws {
    for names in [["a", "b"], ["b", "a"]] {
      var peers = Peers(try stores(3), pairs: [[0, 1], [1, 2], [2, 0]])
      let accounts = StoreInput(SimulatedEdits.accounts)
      for number in 0..<3 { try peers.stores[number].save(accounts, at: Sample.time(0)) }
      for (number, name) in names.enumerated() {
        try peers.stores[number].append(StoreInput(Sample.buy(name, "10")), at: Sample.time(1))
      }
      // The third store has them in an order of its own.
      for name in names {
        try peers.stores[2].append(StoreInput(Sample.buy(name, "10")), at: Sample.time(1))
      }
      for _ in 0..<3 { for pair in peers.pairs { try peers.sync(pair) } }
      #expect(try peers.agree())
      let numbers = try peers.stores.map { store in
        var store = store
        return try store.lastSequence()
      }
      for pair in peers.pairs { try peers.sync(pair) }
      for (number, last) in numbers.enumerated() {
        #expect(try peers.stores[number].lastSequence() == last)
      }
    }
  }

  @Test("random orders of edits and syncs end with the same figures")
  func random() throws {
    var (orders, rounds, ties) = (0, 0, 0)
    for seed in 1...TestScale.part(of: UInt64(600)) {
      var dice = Dice(seed: seed &* 0x9E37_79B9_7F4A_7C15)
      let count = 2 + dice.below(2)
      // With a store that all share, in a ring, or each with each in both directions.
      let (isStar, isRing) = (seed % 3 == 1, seed % 3 == 2)
      let pairs =
        isStar
        ? (0..<count).map { [$0, count] }
        : isRing
          ? (0..<count).map { [$0, ($0 + 1) % count] }
          : (0..<count).flatMap { one in (0..<count).map { [one, $0] } }.filter { $0[0] != $0[1] }
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("ties-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      var peers = Peers(
        try stores(count + (isStar ? 1 : 0), in: seed % 10 == 0 ? folder.path : nil), pairs: pairs)
      let accounts = StoreInput(SimulatedEdits.accounts)
      for number in peers.stores.indices {
        try peers.stores[number].save(accounts, at: Sample.time(0))
      }
      for step in 1...30 {
        if dice.chance(40) {
          try peers.sync(pairs[dice.below(pairs.count)])
        } else {
          try edit(&peers.stores[dice.below(count)], step, &dice)
        }
      }
      for _ in 0..<12 {
        var rest = pairs
        while !rest.isEmpty { try peers.sync(rest.remove(at: isRing ? 0 : dice.below(rest.count))) }
        if try peers.agree() { break }
      }
      let figures = try peers.stores.indices.map { try peers.figures(of: $0) }
      #expect(try peers.agree(), "seed \(seed)")
      #expect(figures.allSatisfy { $0 == figures[0] }, "seed \(seed): \(figures)")
      let times = try peers.stores[0].contents().groups.map(\.occurredAt)
      (orders, rounds, ties) = (
        orders + 1, rounds + peers.rounds, ties + times.count - Set(times).count
      )
    }
    #expect(ties > 0)
    if TestScale.isFull { print("\(orders) orders of edits, \(rounds) rounds, \(ties) ties") }
  }

  /// One edit of a device. What the store refuses was never there.
  private func edit(_ store: inout StoreOperations, _ step: Int, _ dice: inout Dice) throws {
    let now = Sample.time(step)
    let (id, day) = ("g\(dice.below(1_000_000))", dice.below(2) + 2)
    let ids = try store.contents().groups.map(\.id)
    let old = ids.isEmpty ? id : ids[dice.below(ids.count)]
    do throws(StoreFailure) {
      switch ids.isEmpty ? 0 : dice.below(8) {
      case 0...2:
        try store.append(StoreInput(Sample.buy(id, "\(1 + dice.below(50))", day)), at: now)
      case 3, 4: try store.append(StoreInput(Sample.sell(id, "60", day)), at: now)
      case 5: try store.replace(StoreInput(Sample.buy(old, "\(1 + dice.below(50))", day)), at: now)
      case 6: try store.delete(old, at: now)
      default: try store.undelete(old, at: now)
      }
    } catch {
      guard case .invalid = error else { throw error }
    }
  }

  /// Empty stores: in memory, or by turns as journals and databases in a folder.
  private func stores(_ count: Int, in folder: String? = nil) throws -> [StoreOperations] {
    try (0..<count).map { number in
      guard let folder else { return StoreOperations(MemoryStorage()) }
      #if canImport(SQLite3) || SQLite
      let kind = number % 2 == 0 ? StoreKind.file : .sqlite
      #else
      let kind = StoreKind.file
      #endif
      return try StoreAddress(kind, path: "\(folder)/\(number)").open(.creating)
    }
  }

  /// Rows of trades in X of one unit, on 2 January 2024 or another day of that month.
  private enum Sample {
    static func time(_ minute: Int) -> Timestamp {
      Timestamp(secondsSince1970: 1_720_000_000 + minute * 60)
    }

    static func buy(_ id: String, _ price: String, _ day: Int = 2) -> String {
      trade(id, "buy", "out", price, day)
    }

    static func sell(_ id: String, _ price: String, _ day: Int = 2) -> String {
      trade(id, "sell", "in", price, day)
    }

    private static func trade(
      _ id: String, _ type: String, _ direction: String, _ price: String, _ day: Int
    ) -> String {
      """
      {"id": "\(id)", "group_type": "stock_trade", "status": "settled", \
      "occurred_at": "2024-01-0\(day)T00:00:00Z", \
      "stock_transactions": [{"id": "\(id)-1", "stock_id": "s-x", "symbol": "X", \
      "trade_type": "\(type)", "quantity": "1", "price_per_share": "\(price)", \
      "currency": "USD"}], "cash_transactions": [{"id": "\(id)-2", "cash_account_id": "c-usd", \
      "leg_type": "principal", "direction": "\(direction)", "amount": "\(price)", \
      "currency": "USD"}]}

      """
    }
  }
}
