import FolioBooking
import FolioModel
import FolioNumbers
import Testing

@testable import FolioStores
@testable import TestSupport

/// Changes that cost what they affect store the same as those that check the whole ledger.
@Suite("Changes of a store with a live ledger")
struct LiveStoreTests {
  @Test(
    "Rows, faults, warnings and books are those of the whole ledger",
    arguments: TestScale.some(Array(0..<12)))
  func changes(seed: Int) throws {
    let ways = Way.all + Way.ruled
    for number in 0..<TestScale.part(of: 10) {
      let way = ways[(7 * seed + 31 * number) % ways.count]
      let history = way.histories(UInt64(seed)..<UInt64(seed) + 1)[0]
      let closing = number % 4 == 3 ? #""closed_until": "2022-06-30", "# : ""
      var trial = try LiveStoreTrial(history, seed: UInt64(seed + 100 * number), settings: closing)
      for _ in 0..<(TestScale.isFull ? 80 : 50) { try trial.step() }
      // Appends are live, unless something is new or affects other groups.
      let reasons = Set(trial.wholeAppends.keys)
      let expected: Set = [
        "unknownKeys", "overdraft", "closedBooks", "awaitedID", "premiums", "repeatedRow",
      ]
      #expect(reasons.isSubset(of: expected), "\(reasons)")
      // Options that are exercised under uk need the whole.
      let whole = Set(trial.live.live.whole.keys)
      let isOpen =
        closing.isEmpty && (way.rules != .uk || whole.isDisjoint(with: ["premiums", "notOpened"]))
      #expect(!isOpen || trial.liveAppends >= 10, "\(history.name), \(trial.live.live.whole)")
    }
  }

  @Test(
    "They are the same when the store is opened again",
    arguments: TestScale.some(Array(0..<8)))
  func reopened(seed: Int) throws {
    let ways = Way.all + Way.ruled.filter { $0.rules == .us }
    let kinds: [StoreCase] = StoreCase.allCases.filter(\.hasFiles)
    for number in 0..<TestScale.part(of: 10) {
      let way = ways[(11 * seed + 29 * number) % ways.count]
      let history = way.histories(UInt64(seed)..<UInt64(seed) + 1)[0]
      let files = SimulatedFiles()
      let place = try StorePlace(kinds[(seed + number) % kinds.count])
      var trial = try LiveStoreTrial(history, seed: UInt64(seed + 100 * number)) { access in
        files.closeAll()
        return try place.storage(access, files)
      }
      for _ in 0..<(TestScale.isFull ? 60 : 35) { try trial.step() }
      #expect(trial.live.live.changed > 0, "\(history.name)")
    }
  }

  @Test(
    "also under rules that look ahead", arguments: [TaxRules.uk, .ca], TestScale.some([0, 1, 2]))
  func reopenedLookingAhead(rules: TaxRules, seed: Int) throws {
    var reopenings = 0
    for number in 0..<TestScale.part(of: 10) {
      let seed = UInt64(seed + 10 * number)
      let history = History.dense(seed: seed, rules, count: 220, goesBack: number % 5 == 4)
      let storage = SharedStorage()
      var trial = try LiveStoreTrial(history, seed: seed) { _ in
        reopenings += 1
        return storage
      }
      for _ in 0..<80 { try trial.step() }
    }
    #expect(reopenings > 5)
  }

  @Test("An append reads neither the contents nor rows")
  func appends() throws {
    let storage = SharedStorage()
    var store = StoreOperations(storage)
    try store.save(StoreInput(Sample.small), at: Sample.time(0))
    for minute in 1...2 { try store.append(late("d\(minute)"), at: Sample.time(minute)) }
    (storage.contentsRead, storage.rowsRead) = (0, 0)
    for minute in 3...20 {
      var document = late("d\(minute)")
      // As that of a file, which may name others.
      if minute % 2 == 0 { document.relocation = { "elsewhere/\($0)" } }
      try store.append(document, at: Sample.time(minute))
    }
    #expect(storage.contentsRead == 0 && storage.rowsRead == 0)
    #expect(store.live.changed == 20 && store.live.whole.isEmpty, "\(store.live.whole)")
    let count = try store.contents().groups.count
    #expect(count == 22)
  }

  @Test("A price reads neither, and the last of a day counts")
  func prices() throws {
    let storage = SharedStorage()
    var (store, whole) = (StoreOperations(storage), StoreOperations(MemoryStorage()))
    whole.live.isAllowed = false
    func both(_ document: StoreInput, _ minute: Int) throws {
      try store.append(document, at: Sample.time(minute))
      try whole.append(document, at: Sample.time(minute))
    }
    try both(StoreInput(Sample.small), 0)
    for minute in 1...2 { try both(late("d\(minute)"), minute) }
    (storage.contentsRead, storage.rowsRead) = (0, 0)
    for (minute, price) in ["10", "11", "11"].enumerated() {
      let row = #"{"symbol": "NEW", "currency": "USD", "date": "2024-03-01", "close": "\#(price)"}"#
      try both(StoreInput(#"{"historical_prices": [\#(row)]}"#), 3 + minute)
      #expect(store.added.prices == whole.added.prices, "\(minute)")
      #expect(store.added.changesHead == whole.added.changesHead, "\(minute)")
      let (head, expected) = (try storage.head(), try whole.storage.head())
      #expect(head == expected, "\(minute)")
      try both(late("p\(minute)"), 3 + minute)
    }
    #expect(storage.contentsRead == 0 && storage.rowsRead == 0)
    #expect(store.live.whole.isEmpty, "\(store.live.whole)")
    let row = #"{"symbol": "NEW", "currency": "USD", "date": "2090-01-01", "close": "1"}"#
    try both(StoreInput(#"{"historical_prices": [\#(row)]}"#), 9)
    let warnings = whole.warnings.warnings.map(\.message)
    #expect(store.warnings.warnings.map(\.message) == warnings && warnings.count == 1)
  }

  @Test("An exchange is compared with a rate of the week after it")
  func laterRate() throws {
    let head = """
      {"settings": {"base_currency": "USD"}, "portfolio_cash_accounts": \
      [{"id": "c-eur", "currency": "EUR"}, {"id": "c-usd", "currency": "USD"}]}

      """
    let exchange = """
      {"id": "x", "group_type": "fx_exchange", "occurred_at": "2024-01-09", "cash_transactions": [\
      {"cash_account_id": "c-usd", "leg_type": "fx", "direction": "out", "amount": "1080.00"}, \
      {"cash_account_id": "c-eur", "leg_type": "fx", "direction": "in", "amount": "100.00"}]}

      """
    let deposit = Sample.deposit("d0", "5000", day: "2024-01-02")
    var store = StoreOperations(MemoryStorage())
    try store.save(StoreInput(head + deposit + exchange), at: Sample.time(0))
    for minute in 1...2 { try store.append(late("d\(minute)"), at: Sample.time(minute)) }
    let rate = #"{"date": "2024-01-14", "from": "EUR", "to": "USD", "rate": "1.0950"}"#
    try store.append(StoreInput(#"{"fx_rates": [\#(rate)]}"#), at: Sample.time(3))
    #expect(store.live.changed == 3 && store.live.whole.isEmpty, "\(store.live.whole)")
    let document = StoreInput.stored(try store.contents().document, name: "s")
    let booked = try BookedLedger(booking: LedgerCheck(of: StoreCheck.draft([document])).validPart)
    let found = store.live.books?.warnings(since: .start).map(\.message)
    #expect(found == booked.warnings.map(\.message) && found?.isEmpty == false)
  }

  @Test("A row of the head that comes with an unchanged group is stored")
  func unchangedGroup() throws {
    var (store, whole) = (StoreOperations(MemoryStorage()), StoreOperations(MemoryStorage()))
    whole.live.isAllowed = false
    let account = #"{"portfolio_cash_accounts": [{"id": "new", "currency": "USD"}]}"# + "\n"
    let documents = [
      Sample.small, Sample.deposit("d", "5"), account + Sample.deposit("d", "5"),
      Sample.deposit("d", "5"),
    ]
    for (minute, document) in documents.enumerated() {
      let (input, time) = (StoreInput(document), try Sample.time(minute))
      if minute < 2 {
        try store.append(input, at: time)
        try whole.append(input, at: time)
      } else {
        let (one, other) = (
          try store.replace(input, at: time), try whole.replace(input, at: time)
        )
        #expect(one == other, "\(minute)")
      }
      let (one, other) = (try store.contents(), try whole.contents())
      #expect(one.isSame(as: other), "\(minute)")
    }
    #expect(store.live.changed == 2, "\(store.live.whole)")
  }

  @Test("News of a change reads no row that the change has")
  func news() throws {
    let storage = SharedStorage()
    var store = StoreOperations(storage)
    try store.save(StoreInput(Sample.small), at: Sample.time(0))
    let follower = store.addFollower()
    _ = try store.news(for: follower, since: 0)
    for (minute, isNew) in [(1, true), (2, false)] {
      storage.rowsRead = 0
      let document = StoreInput(Sample.buy("b", "\(minute)", day: "2024-03-01"))
      if isNew {
        try store.append(document, at: Sample.time(minute))
      } else {
        try store.replace(document, at: Sample.time(minute))
      }
      // A version that is replaced is read once, and the two groups before it are booked again.
      #expect(storage.rowsRead == (isNew ? 0 : 3))
      let change = try store.news(for: follower, since: 0)?.change
      #expect(change?.groups == [GroupChange("b", isNew ? .added : .replaced)])
      #expect(change?.lots.map(\.id.group) == ["b"] && change?.reloadsRows == false)
    }
  }

  @Test("A live ledger is opened in the order of booking after faults are resolved")
  func retried() throws {
    let storage = SharedStorage()
    var store = StoreOperations(storage)
    try store.save(StoreInput(Sample.small), at: Sample.time(0))
    let sales = try StoreContents(
      head: nil,
      rows: [
        StoredRow(
          text: Array(Sample.sell("s", "11").utf8.dropLast()), updatedAt: Sample.time(1),
          deletedAt: nil, sequence: 1)
      ], lastSequence: 1)
    try store.put(StoreChanges(head: nil, groups: sales.groups))
    for minute in 2...3 { try store.append(late("d\(minute)"), at: Sample.time(minute)) }
    try store.setStatus(of: "s", to: .void, at: Sample.time(4))
    try store.append(late("d5"), at: Sample.time(5))
    #expect(store.live.changed == 0 && store.live.whole == ["refused": 1, "notOpened": 2])
    storage.contentsRead = 0
    try store.append(late("d6"), at: Sample.time(6))
    #expect(storage.contentsRead == 0 && store.live.changed == 1, "\(store.live.whole)")
  }

  private func late(_ id: String) -> StoreInput {
    StoreInput(Sample.deposit(id, "5", day: "2024-03-01"))
  }

  @Test("What another handle writes is taken up, or the whole is checked again")
  func others() throws {
    let storage = SharedStorage()
    var (one, other) = (StoreOperations(storage), StoreOperations(storage))
    try one.save(StoreInput(Sample.small), at: Sample.time(0))
    func append(_ id: String, to store: inout StoreOperations) throws {
      try store.append(StoreInput(Sample.deposit(id, "5")), at: Sample.time(1))
    }
    for id in ["a", "b", "c"] { try append(id, to: &one) }
    for id in ["d", "e"] { try append(id, to: &other) }
    try append("f", to: &one)
    #expect(one.live.whole.isEmpty && one.live.changed == 4, "\(one.live.whole)")
    #expect(throws: StoreFailure.self) { try append("e", to: &one) }
    try other.setStatus(of: "a", to: .void, at: Sample.time(2))
    try append("g", to: &one)
    #expect(one.live.whole["others"] == 1)
    try other.clear(at: Sample.time(3))
    #expect(throws: StoreFailure.self) { try append("h", to: &one) }
    try one.save(StoreInput(Sample.small), at: Sample.time(4))
    try append("h", to: &one)
    try append("i", to: &one)
    let ids = try one.contents().groups.suffix(2).map(\.id)
    #expect(ids == ["h", "i"])
  }

  @Test("A change that cannot be written leaves no trace")
  func failures() throws {
    let storage = SharedStorage()
    var store = StoreOperations(storage)
    try store.save(StoreInput(Sample.small), at: Sample.time(0))
    for number in 1...3 {
      try store.append(StoreInput(Sample.deposit("d\(number)", "5")), at: Sample.time(number))
    }
    let before = try store.contents()
    storage.isBroken = true
    #expect(throws: StoreFailure.self) {
      try store.append(StoreInput(Sample.deposit("d4", "5")), at: Sample.time(4))
    }
    storage.isBroken = false
    let same = try store.contents()
    #expect(same.isSame(as: before))
    try store.append(StoreInput(Sample.deposit("d4", "5")), at: Sample.time(5))
    let count = try store.contents().groups.count
    #expect(count == before.groups.count + 1)
    #expect(store.live.changed == 4)
  }
}

/// Rows in memory that several handles share.
final class SharedStorage: RecordStorage {
  private var memory = MemoryStorage()
  var contentsRead = 0
  var rowsRead = 0
  var isBroken = false

  func contents() throws(StoreFailure) -> StoreContents {
    contentsRead += 1
    return try memory.contents()
  }

  func counts() throws(StoreFailure) -> StoreCounts { try memory.counts() }

  func number(of id: String) throws(StoreFailure) -> Int? { try memory.number(of: id) }

  func groups(at numbers: [Int]) throws(StoreFailure) -> [StoredGroup] {
    rowsRead += numbers.count
    return try memory.groups(at: numbers)
  }

  func changes(since sequence: Int, limit: Int) throws(StoreFailure) -> StoreChanges {
    try memory.changes(since: sequence, limit: limit)
  }

  func commit(_ change: StoreChange, expecting last: Int) throws(StoreFailure) {
    if isBroken { throw .unavailable("the disk is full") }
    try memory.commit(change, expecting: last)
  }

  func head() throws(StoreFailure) -> StoredHead? { try memory.head() }

  func rows(
    after place: BookingPlace?, limit: Int
  ) throws(StoreFailure) -> OrderedRows {
    let rows = try memory.rows(after: place, limit: limit)
    rowsRead += rows.places.count
    return rows
  }
}
