import FolioBooking
import FolioInterchange
import FolioModel
import FolioNumbers
import FolioStores
import Foundation
import Testing

/// What every store does, whatever lies under it.
@Suite("Every store", .serialized)
struct ConformanceTests {
  private func store(
    _ kind: StoreCase, _ text: String = Sample.small
  ) async throws -> (place: StorePlace, store: RecordStore) {
    let place = try kind.place()
    let store = try place.make()
    if !text.isEmpty { try await store.save(StoreInput(text), at: try Sample.time(1)) }
    return (place, store)
  }

  @Test(
    "what opens a store makes it where there is none, and opens it the next time",
    arguments: StoreCase.allCases.filter(\.isLasting))
  func opensOrMakes(_ kind: StoreCase) async throws {
    let place = try kind.place()
    try await place.reopen().save(StoreInput(Sample.small), at: try Sample.time(1))
    #expect(try await place.reopen().load() == Array(Sample.small.utf8))
  }

  private func expectFailure(
    _ call: () async throws -> Void, is judge: (StoreFailure) -> Bool,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) async throws {
    do {
      try await call()
      Issue.record("nothing was thrown", sourceLocation: sourceLocation)
    } catch let failure as StoreFailure {
      #expect(judge(failure), "\(failure)", sourceLocation: sourceLocation)
    }
  }

  /// The ledgers that come with the project and are in order.
  private static var ledgers: [URL] {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder = root.appending(path: "Examples/ledgers")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".json") && $0 != "faulty.json" }.sorted()
      .map { folder.appending(path: $0) }
  }

  @Test("gives back byte for byte what Folio's writer wrote", arguments: StoreCase.allCases)
  func byteEqual(kind: StoreCase) async throws {
    #expect(Self.ledgers.count >= 3)
    for url in Self.ledgers {
      var reader = LedgerReader()
      reader.read(Array(try Data(contentsOf: url)), name: url.lastPathComponent)
      let ledger = try LedgerCheck(of: reader.finish()).ledger()
      for layout in LedgerWriter.Layout.allCases {
        let written = LedgerWriter(ledger).bytes(layout)
        let (place, store) = try await store(kind, "")
        try await store.save(StoreInput(written), at: try Sample.time(1))
        #expect(try await store.load(layout) == written, "\(url.lastPathComponent)")
        withExtendedLifetime(place) {}
      }
    }
  }

  @Test("an empty store is an empty document", arguments: StoreCase.allCases)
  func empty(kind: StoreCase) async throws {
    let (place, store) = try await store(kind, "")
    #expect(try await store.load() == Array("{\"format\": \"folio/1\"}\n".utf8))
    #expect(try await store.groups(.init()).total == 0)
    #expect(try await store.changes(since: 0, limit: 10).last == 0)
    withExtendedLifetime(place) {}
  }

  @Test("an appended group stands at the end of the document", arguments: StoreCase.allCases)
  func append(kind: StoreCase) async throws {
    let (place, store) = try await store(kind)
    let added = try await store.append(
      StoreInput(Sample.sell("g3", "4")), at: try Sample.time(2))
    #expect(added.map(\.id) == ["g3"])
    #expect(added.first?.updatedAt == (try Sample.time(2)))
    let expected = Sample.small + Sample.sell("g3", "4")
    #expect(try await store.load() == Array(expected.utf8))
    withExtendedLifetime(place) {}
  }

  @Test("a document that brings accounts along adds them", arguments: StoreCase.allCases)
  func appendAccounts(kind: StoreCase) async throws {
    let (place, store) = try await store(kind)
    let euros = """
      {"portfolio_cash_accounts": [{"id": "c-eur", "currency": "EUR"}]}
      {"id": "e1", "occurred_at": "2024-03-01", "cash_transactions": [{"id": "e1-1", \
      "cash_account_id": "c-eur", "leg_type": "deposit", "direction": "in", "amount": "5"}]}
      """
    try await store.append(StoreInput(euros), at: try Sample.time(2))
    let text = String(decoding: try await store.load(), as: UTF8.self)
    #expect(text.contains("{\"id\": \"c-eur\", \"currency\": \"EUR\"}"))
    #expect(try await store.changes(since: 3, limit: 10).head != nil)
    withExtendedLifetime(place) {}
  }

  @Test("an id that is taken is a conflict", arguments: StoreCase.allCases)
  func conflict(kind: StoreCase) async throws {
    let (place, store) = try await store(kind)
    let before = try await store.load()
    try await expectFailure {
      try await store.append(StoreInput(Sample.deposit("g1", "5")), at: try Sample.time(2))
    } is: { failure in
      if case .conflict(.idsTaken(["g1"])) = failure { true } else { false }
    }
    #expect(try await store.load() == before)
    withExtendedLifetime(place) {}
  }

  @Test(
    "what does not check is refused with the codes of 'folio check', and nothing is kept",
    arguments: StoreCase.allCases)
  func refused(kind: StoreCase) async throws {
    let (place, store) = try await store(kind)
    let before = try await store.load()
    let wrong = [
      ("F206", Sample.trade("g3", "buy", "1", at: "10", gross: "99", day: "2024-01-05")),
      ("F301", Sample.sell("g3", "11")),
      ("F202", Sample.deposit("g3", "1").replacingOccurrences(of: "c-usd", with: "c-nil")),
      ("F112", Sample.deposit("g3", "1,5")),
    ]
    for (code, text) in wrong {
      let both = Sample.deposit("g9", "1") + text
      try await expectFailure {
        try await store.append(StoreInput(both), at: try Sample.time(2))
      } is: { failure in
        guard case .invalid(let faults) = failure else { return false }
        return faults.errors.map(\.code.rawValue) == [code] && faults.text().contains("input:2:")
      }
    }
    #expect(try await store.load() == before)
    #expect(try await store.changes(since: 3, limit: 10).groups.isEmpty)
    withExtendedLifetime(place) {}
  }

  @Test("a status changes, and with it what the ledger says", arguments: StoreCase.allCases)
  func status(kind: StoreCase) async throws {
    let (place, store) = try await store(kind)
    let group = try await store.setStatus(
      of: "g1", to: .pending, settledAt: nil, at: try Sample.time(3))
    #expect(group.status == .pending && group.text.contains("\"status\": \"pending\""))
    let settled = try await store.setStatus(
      of: "g1", to: .settled, settledAt: Timestamp("2024-01-09"), at: try Sample.time(4))
    #expect(settled.text.contains("\"settled_at\": \"2024-01-09T00:00:00Z\""))
    #expect(try await store.group("g1") == settled)
    withExtendedLifetime(place) {}
  }

  @Test("what later groups need can't be taken away", arguments: StoreCase.allCases)
  func needed(kind: StoreCase) async throws {
    let (place, store) = try await store(kind, Sample.small + Sample.sell("g3", "4"))
    let before = try await store.load()
    for attempt in 0...1 {
      try await expectFailure {
        if attempt == 0 {
          try await store.delete("g2", at: try Sample.time(2))
        } else {
          try await store.setStatus(of: "g2", to: .void, at: try Sample.time(2))
        }
      } is: { failure in
        guard case .invalid(let faults) = failure else { return false }
        return !faults.errors.isEmpty && faults.errors.allSatisfy { $0.code.rawValue > "F300" }
      }
    }
    #expect(try await store.load() == before)
    withExtendedLifetime(place) {}
  }

  @Test("a deleted group stays on record", arguments: StoreCase.allCases)
  func delete(kind: StoreCase) async throws {
    let (place, store) = try await store(kind)
    let group = try await store.delete("g2", at: try Sample.time(5))
    #expect(group.deletedAt == (try Sample.time(5)) && group.updatedAt == group.deletedAt)
    #expect(group.text.contains("\"is_deleted\": true"))
    #expect(try await store.groups(.init()).groups.map(\.id) == ["g1"])
    #expect(try await store.groups(.init(includesDeleted: true)).total == 2)
    #expect(try await store.delete("g2", at: try Sample.time(6)) == group)
    withExtendedLifetime(place) {}
  }

  @Test("an edit replaces the version that was seen, and no other", arguments: StoreCase.allCases)
  func replace(kind: StoreCase) async throws {
    let (place, store) = try await store(kind, Sample.small + Sample.sell("g3", "4"))
    let seen = try await store.group("g1").updatedAt
    let edited = try await store.replace(
      StoreInput(Sample.deposit("g1", "1500")), expecting: seen, at: try Sample.time(7))
    #expect(edited.updatedAt == (try Sample.time(7)))
    let expected =
      Sample.accounts + Sample.deposit("g1", "1500") + Sample.buy("g2", "10")
      + Sample.sell("g3", "4")
    #expect(try await store.load() == Array(expected.utf8))
    try await expectFailure {
      try await store.replace(
        StoreInput(Sample.deposit("g1", "1")), expecting: seen, at: try Sample.time(8))
    } is: { failure in
      if case .conflict(.changedSince("g1")) = failure { true } else { false }
    }
    withExtendedLifetime(place) {}
  }

  @Test("what is not there is not found", arguments: StoreCase.allCases)
  func notFound(kind: StoreCase) async throws {
    let (place, store) = try await store(kind)
    let calls: [@Sendable () async throws -> Void] = [
      { _ = try await store.group("g0") },
      { _ = try await store.delete("g0", at: try Sample.time(2)) },
      { _ = try await store.setStatus(of: "g0", to: .void, at: try Sample.time(2)) },
      { _ = try await store.replace(StoreInput(Sample.buy("g0", "1")), at: try Sample.time(2)) },
    ]
    for call in calls {
      try await expectFailure {
        try await call()
      } is: { failure in
        if case .notFound(.group("g0")) = failure { true } else { false }
      }
    }
    withExtendedLifetime(place) {}
  }

  @Test("pages go from the newest on", arguments: StoreCase.allCases)
  func pages(kind: StoreCase) async throws {
    var text = Sample.accounts
    for number in 0..<7 {
      text += Sample.deposit("g\(number)", "1", day: number < 3 ? "2024-01-02" : "2023-01-02")
    }
    let (place, store) = try await store(kind, text)
    let all = ["g2", "g1", "g0", "g6", "g5", "g4", "g3"]
    for offset in 0...8 {
      let page = try await store.groups(.init(limit: 3, offset: offset))
      #expect(page.groups.map(\.id) == Array(all.dropFirst(offset).prefix(3)))
      #expect(page.total == 7)
    }
    withExtendedLifetime(place) {}
  }

  @Test("changes are told once each, from any point on", arguments: StoreCase.allCases)
  func changes(kind: StoreCase) async throws {
    let (place, store) = try await store(kind)
    let first = try await store.changes(since: 0, limit: 10)
    #expect(first.groups.map(\.id) == ["g1", "g2"] && first.head != nil && !first.hasMore)
    try await store.append(StoreInput(Sample.deposit("g3", "2")), at: try Sample.time(2))
    try await store.delete("g1", at: try Sample.time(3))
    let second = try await store.changes(since: first.last, limit: 10)
    #expect(second.groups.map(\.id) == ["g3", "g1"] && second.head == nil)
    #expect(try await store.changes(since: first.last, limit: .max) == second)
    #expect(try await store.changes(since: first.last, limit: .min).groups.map(\.id) == ["g3"])
    var told: [String] = []
    var point = 0
    while true {
      let part = try await store.changes(since: point, limit: 1)
      told += part.groups.map(\.id)
      point = part.last
      if !part.hasMore { break }
    }
    #expect(told == ["g2", "g3", "g1"] && point == second.last)
    #expect(try await store.changes(since: point, limit: 1).groups.isEmpty)
    withExtendedLifetime(place) {}
  }

  @Test("versions of another store come over as they are, once", arguments: StoreCase.allCases)
  func put(kind: StoreCase) async throws {
    let (place, store) = try await store(kind)
    let (otherPlace, other) = try await self.store(kind, "")
    try await store.delete("g1", at: try Sample.time(9))
    let all = try await store.changes(since: 0, limit: 10)
    try await other.put(all)
    let copy = try await other.changes(since: 0, limit: 10)
    #expect(copy.groups.map(\.row) == all.groups.map(\.row))
    #expect(copy.groups.map(\.updatedAt) == all.groups.map(\.updatedAt))
    #expect(copy.groups.map(\.deletedAt) == all.groups.map(\.deletedAt))
    #expect(copy.head?.row == all.head?.row)
    try await other.put(all)
    #expect(try await other.changes(since: copy.last, limit: 10).groups.isEmpty)
    withExtendedLifetime((place, otherPlace)) {}
  }

  @Test("a save keeps the times of what it does not change", arguments: StoreCase.allCases)
  func saveAgain(kind: StoreCase) async throws {
    let (place, store) = try await store(kind)
    let before = try await store.changes(since: 0, limit: 10)
    try await store.save(StoreInput(Sample.small), at: try Sample.time(10))
    #expect(try await store.changes(since: 0, limit: 10) == before)
    let longer = Sample.small + Sample.deposit("g3", "2", more: ", \"updated_at\": \"2020-02-02\"")
    try await store.save(StoreInput(longer), at: try Sample.time(11))
    let after = try await store.changes(since: before.last, limit: 10)
    #expect(after.groups.map(\.id) == ["g3"])
    #expect(after.groups.first?.updatedAt == Timestamp("2020-02-02"))
    withExtendedLifetime(place) {}
  }

  @Test("a row that says when it changed says so of each change", arguments: StoreCase.allCases)
  func renewed(kind: StoreCase) async throws {
    let row = Sample.deposit("g3", "2", more: ", \"updated_at\": \"2020-02-02\"")
    let (place, store) = try await store(kind, Sample.small + row)
    let group = try await store.setStatus(of: "g3", to: .pending, at: try Sample.time(3))
    #expect(group.updatedAt == (try Sample.time(3)))
    #expect(group.text.contains("\"updated_at\": \"\(try Sample.time(3))\""))
    withExtendedLifetime(place) {}
  }

  @Test("a cleared store is empty, and counts on", arguments: StoreCase.allCases)
  func clear(kind: StoreCase) async throws {
    let (place, store) = try await store(kind)
    let last = try await store.changes(since: 0, limit: 10).last
    try await store.clear(at: try Sample.time(2))
    #expect(try await store.groups(.init(includesDeleted: true)).total == 0)
    try await store.append(StoreInput(Sample.small), at: try Sample.time(3))
    #expect(try await store.changes(since: last, limit: 10).groups.map(\.id) == ["g1", "g2"])
    withExtendedLifetime(place) {}
  }

  @Test("what is kept is there when it is opened again", arguments: StoreCase.allCases)
  func reopened(kind: StoreCase) async throws {
    guard kind.isLasting else { return }
    let place = try kind.place()
    var before: (changes: StoreChanges, document: [UInt8])?
    do {
      let store = try place.make()
      try await store.save(StoreInput(Sample.small), at: try Sample.time(1))
      try await store.append(StoreInput(Sample.sell("g\\\"3", "4")), at: try Sample.time(2))
      try await store.delete("g\"3", at: try Sample.time(3))
      before = (try await store.changes(since: 0, limit: 10), try await store.load())
    }
    let store = try place.reopen()
    #expect(try await store.changes(since: 0, limit: 10) == before?.changes)
    #expect(try await store.load() == before?.document)
  }
}
