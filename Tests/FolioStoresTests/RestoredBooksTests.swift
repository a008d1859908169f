import FolioDiagnostics
import FolioModel
import FolioNumbers
import FolioTools
import Testing

@testable import FolioBooking
@testable import FolioInterchange
@testable import FolioStores
@testable import TestSupport

/// The books of a store, which go on from a checkpoint.
@Suite("The books of a store")
struct RestoredBooksTests {
  /// A store with some lots.
  private static func store(_ storage: SharedStorage) throws -> StoreOperations {
    let buys = (1...20).map { Sample.buy("b\($0)", "\($0)", day: "2024-01-1\($0 % 10)") }
    let rest = buys.joined() + Sample.sell("s1", "14")
    storage.keepsCheckpoints = true
    var store = StoreOperations(storage)
    let document = Sample.accounts + Sample.deposit("g1", "10000") + rest
    try store.save(StoreInput(document), at: Sample.time(0))
    return store
  }

  private static func fresh(_ storage: SharedStorage) throws -> BookedLedger {
    let document = StoreInput.stored(try storage.contents().document, name: "s")
    return try BookedLedger(booking: LedgerCheck(of: StoreCheck.draft([document])).validPart)
  }

  @Test("The first change of a program reads what follows the checkpoint")
  func firstChange() throws {
    let storage = SharedStorage()
    _ = try Self.store(storage)
    let count = try storage.counts().groups
    var other = StoreOperations(storage)
    other.live.checkpointDistance = 3
    try other.append(StoreInput(Sample.deposit("d1", "5", day: "2030-03-01")), at: Sample.time(1))
    #expect(storage.kept.count == 1 && other.live.changed == 1)
    other = StoreOperations(storage)
    (storage.contentsRead, storage.rowsRead) = (0, 0)
    try other.append(StoreInput(Sample.deposit("d2", "5", day: "2030-03-01")), at: Sample.time(2))
    #expect(other.live.changed == 1 && storage.contentsRead == 0 && storage.rowsRead < 3)
    #expect(try other.live.books?.holdings == Self.fresh(storage).holdings())
    #expect(try storage.counts().groups == count + 2)
  }

  @Test("Lots are named by the ids of their groups, and names that are not sure are left alone")
  func lots() throws {
    let storage = SharedStorage()
    _ = try Self.store(storage)
    var store = StoreOperations(storage)
    store.live.checkpointDistance = 3
    try store.append(StoreInput(Sample.deposit("d1", "5", day: "2030-03-01")), at: Sample.time(1))
    let fresh = try Self.fresh(storage)
    var options = StoreCheck.booking
    (options.keepsPostings, options.keepsDisposals, options.keepsIncome) = (false, false, false)
    func lots(_ booked: BookedLedger) -> [String] {
      booked.lots.map { "\(booked.ledger.id(of: $0.group)) \($0.quantity) \($0.cost)" }
    }
    let restored = try #require(try store.restoredBooks(options, namesLots: true))
    #expect(lots(restored) == lots(fresh) && lots(restored).count > 3)
    let symbol = fresh.ledger.tables.text(fresh.ledger.tables.instruments[0].symbol)
    for names in [BookedNames(symbols: [symbol]), BookedNames(accounts: ["c-usd"])] {
      let chosen = try store.restoredBooks(options, naming: names, namesLots: true)
      #expect(chosen.map(lots) == lots(fresh))
    }
    for names in [BookedNames(symbols: ["NONE"]), BookedNames(accounts: ["none"])] {
      #expect(try store.restoredBooks(options, naming: names, namesLots: true) == nil)
    }
  }

  /// A row with a warning, or none, on a day of a month.
  private static func row(_ id: String, _ month: Int, _ dice: inout SplitMix) -> String {
    let day = "2024-\(month < 10 ? "0" : "")\(month)-1\(dice.next(in: 0..<10))"
    switch dice.next(in: 0..<6) {
    case 0: return Sample.deposit(id, "5", day: day, more: #", "colour": "red""#)
    case 1:
      return Sample.deposit(id, "5", day: day).replacing("settled", with: "pending")
    case 2:
      return Sample.deposit(id, "90", day: day).replacing(#""in""#, with: #""out""#)
    case 3:
      let currency = #""currency""#
      return Sample.buy(id, "2", day: day).replacing(currency, with: #""tint": 1, "# + currency)
    case 4: return Sample.deposit(id, "60", day: day)
    default: return Sample.buy(id, "1", day: day)
    }
  }

  @Test("Warnings are those of the document, at its lines, after each of random changes")
  func warnings() throws {
    var options = StoreCheck.booking
    (options.keepsPostings, options.keepsDisposals, options.keepsIncome) = (false, false, false)
    var found: Set<DiagnosticCode> = []
    let seeds = TestScale.isFull ? 60 : 6
    var restored = 0
    for seed in 0..<seeds {
      var dice = SplitMix(seed: UInt64(seed))
      let storage = SharedStorage()
      storage.keepsCheckpoints = true
      var store = StoreOperations(storage)
      store.live.checkpointDistance = 3
      let rows = (0..<20).map { Self.row("a\($0)", 1 + $0 / 3, &dice) }
      let first = Sample.accounts + Sample.deposit("g1", "100") + rows.joined()
      try store.save(StoreInput(first), at: Sample.time(0))
      for step in 1...40 {
        if dice.next(in: 0..<3) == 0 {
          store = StoreOperations(storage)
          store.live.checkpointDistance = 3
        }
        let month = dice.next(in: 0..<4) == 0 ? 1 + dice.next(in: 0..<8) : 8 + step / 10
        switch dice.next(in: 0..<8) {
        case 0:
          let status: GroupStatus = dice.next(in: 0..<2) == 0 ? .void : .pending
          _ = try? store.setStatus(
            of: "a\(dice.next(in: 0..<20))", to: status, at: Sample.time(step))
        case 1:
          let price = """
            {"historical_prices": [{"symbol": "X", "date": "2024-03-1\(step % 10)", \
            "close": "\(step)", "currency": "USD"}]}
            """
          _ = try? store.append(StoreInput(price), at: Sample.time(step))
        default:
          let row = Self.row("b\(step)", month, &dice)
          _ = try? store.append(StoreInput(row), at: Sample.time(step))
        }
        let document = StoreInput.stored(try storage.contents().document, name: "s")
        let whole = try BookedLedger(
          booking: LedgerCheck(of: StoreCheck.draft([document])).validPart, options)
        var reader = StoreOperations(storage)
        guard let books = try reader.restoredBooks(options, as: "s") else { continue }
        restored += 1
        let texts = [books, whole].map {
          LedgerFaults($0.warnings, sources: $0.ledger.tables.sources.asDocuments).text()
        }
        #expect(texts[0] == texts[1], "seed \(seed), step \(step)")
        #expect(books.warnings.map(\.message) == whole.warnings.map(\.message))
        #expect(try books.holdings() == whole.holdings() && books.cash == whole.cash)
        found.formUnion(books.warnings.map(\.code))
      }
    }
    #expect(restored > 10 * seeds, "\(restored)")
    #expect(found.isSuperset(of: [.pendingPastSettlement, .unknownKey, .negativeCash]), "\(found)")
  }

  @Test("A change before the checkpoint starts from an older one")
  func older() throws {
    let storage = SharedStorage()
    _ = try Self.store(storage)
    var store = StoreOperations(storage)
    store.live.checkpointDistance = 1
    for number in 1...90 {
      let row = Sample.deposit("d\(number)", "5", day: "2030-03-\(10 + number / 5)")
      try store.append(StoreInput(row), at: Sample.time(number))
    }
    #expect(storage.kept.count > 2 && storage.kept.count < 12, "\(storage.kept.count)")
    store = StoreOperations(storage)
    storage.contentsRead = 0
    try store.delete("d12", at: Sample.time(100))
    #expect(store.live.changed == 1 && storage.contentsRead == 0, "\(store.live.whole)")
    try store.delete("b3", at: Sample.time(101))
    #expect(store.live.changed == 1 && storage.contentsRead > 0)
    #expect(store.live.whole == ["beforeCheckpoint": 1])
  }

  @Test("The check of the whole keeps checkpoints on the way, from which changes in the past start")
  func onTheWay() throws {
    let storage = SharedStorage()
    var store = StoreOperations(storage)
    storage.keepsCheckpoints = true
    store.live.checkpointDistance = 3
    let rows = (1...3_000).map {
      Sample.deposit("d\($0)", "5", day: "20\(10 + $0 / 300)-03-\(10 + $0 / 30 % 10)")
    }
    try store.save(StoreInput(Sample.accounts + rows.joined()), at: Sample.time(0))
    #expect(storage.kept.keys.map(\.number).sorted() == [1023, 2047, 2999])
    for (id, rowsRead) in [("d1500", 2_000), ("d1200", 2_000), ("d2900", 2_000)] {
      store = StoreOperations(storage)
      store.live.checkpointDistance = 3
      (storage.contentsRead, storage.rowsRead) = (0, 0)
      try store.delete(id, at: Sample.time(1))
      #expect(store.live.changed == 1 && storage.contentsRead == 0, "\(store.live.whole)")
      #expect(storage.rowsRead < 2 * rowsRead, "\(storage.rowsRead)")
      #expect(try store.live.books?.cash == Self.fresh(storage).cash)
    }
  }

  @Test("A checkpoint that is damaged, of another head or of another version changes nothing")
  func damage() throws {
    let storage = SharedStorage()
    var store = try Self.store(storage)
    store.live.checkpointDistance = 3
    try store.append(StoreInput(Sample.deposit("d1", "5", day: "2030-03-01")), at: Sample.time(1))
    let (place, bytes) = try #require(storage.kept.first)
    let fresh = try Self.fresh(storage)
    func expectUseless(_ bytes: [UInt8], _ label: String) throws {
      storage.kept = [place: bytes]
      var any = storage
      let books = try RestoredBooks(&any, readsAll: true)
      #expect(books.start == nil && storage.kept.isEmpty, "\(label)")
      #expect(try books.books.holdings == fresh.holdings(), "\(label)")
    }
    var any = storage
    let sound = try RestoredBooks(&any, readsAll: true)
    #expect(try sound.start == place && sound.books.holdings == fresh.holdings())
    #expect(sound.books.cash == fresh.cash)
    let step = TestScale.isFull ? 7 : 97
    for length in stride(from: 0, to: bytes.count, by: step) {
      try expectUseless(Array(bytes[..<length]), "cut off at \(length)")
      var flipped = bytes
      flipped[length] ^= UInt8(1 << (length % 8))
      try expectUseless(flipped, "bit of \(length)")
    }
    let state = try #require(StoredState(bytes))
    var other = state
    other.head += 1
    try expectUseless(other.bytes, "another head")
    // The version comes after the name.
    var later = Array(bytes.dropLast(8))
    let name = try #require(later.firstRange(of: Array("folio checker".utf8)))
    later[name.upperBound] += 1
    let sum = later.stateChecksum
    later += (0..<8).map { UInt8(truncatingIfNeeded: sum >> (8 * UInt64($0))) }
    try expectUseless(later, "a later version")
    other = state
    other.books.removeLast()
    try expectUseless(other.bytes, "less of the books")
    storage.kept = [CheckpointPlace(seconds: 0, nanoseconds: 0, number: 0): bytes]
    var moved = storage
    #expect(try RestoredBooks(&moved, readsAll: true).start == nil)
  }

  @Test("Checkpoints get sparser with age")
  func sparse() {
    var places: [CheckpointPlace] = []
    for number in 1...2_000 {
      places.append(CheckpointPlace(seconds: Int64(number), nanoseconds: 0, number: number * 512))
      let dropped = LiveStore.crowded(places, distance: 512)
      places.removeAll { dropped.contains($0) }
      #expect(places.last?.number == number * 512)
    }
    #expect(places.count < 24 && places.count > 6, "\(places.map(\.number))")
    for (older, newer) in zip(places, places.dropFirst()) {
      let age = 2_000 * 512 - newer.number
      #expect(newer.number - older.number <= max(2 * 512, age) + 512)
    }
  }
}
