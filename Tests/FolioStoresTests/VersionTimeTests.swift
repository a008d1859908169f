import FolioModel
import FolioNumbers
import Testing

@testable import FolioStores

/// A change is later than the version that it replaces, whatever the clock says.
@Suite("The times of versions")
struct VersionTimeTests {
  private let future = "2099-01-01T00:00:00Z"

  private func store(
    _ kind: StoreCase, more: String = ""
  ) async throws -> (StorePlace, RecordStore) {
    let place = try kind.place()
    let store = try place.make()
    let text = Sample.accounts + Sample.deposit("g1", "5", more: more)
    try await store.save(StoreInput(text), at: "2098-01-01")
    return (place, store)
  }

  @Test("each change of a version of the future is later than it", arguments: StoreCase.allCases)
  func later(kind: StoreCase) async throws {
    for more in ["", ", \"updated_at\": \"\(future)\""] {
      let (place, store) = try await store(kind, more: more)
      var last = try await store.group("g1").updatedAt
      #expect(last >= "2098-01-01")
      let now = try Sample.time(5)
      func expectLater(_ group: StoredGroup, _ what: String) {
        #expect(group.updatedAt > last, "\(what)")
        last = group.updatedAt
      }
      expectLater(try await store.setStatus(of: "g1", to: .void, at: now), "void")
      expectLater(try await store.setStatus(of: "g1", to: .settled, at: now), "settle")
      let edited = StoreInput(Sample.deposit("g1", "6", more: more))
      expectLater(try await store.replace(edited, at: now), "edit")
      expectLater(try await store.delete("g1", at: now), "delete")
      expectLater(try await store.undelete("g1", at: now), "undelete")
      let saved = StoreInput(Sample.accounts + Sample.deposit("g1", "7", more: more))
      try await store.save(saved, at: now)
      expectLater(try await store.group("g1"), "save")
      withExtendedLifetime(place) {}
    }
  }

  @Test("a group of the future that was voided stays so after a sync")
  func voided() async throws {
    let (place, store) = try await store(.memory, more: ", \"updated_at\": \"\(future)\"")
    let other = RecordStore.inMemory()
    let now = try Sample.time(5)
    let sync = StoreSync(store, with: other, state: InMemorySyncState()) { now }
    #expect(try await sync.sync().latest?.updatedAt == (try Timestamp(future)))
    try await store.setStatus(of: "g1", to: .void, at: now)
    for _ in 0..<2 { try await sync.sync() }
    #expect(try await other.group("g1").status == .void)
    #expect(try await store.group("g1").status == .void)
    withExtendedLifetime(place) {}
  }

  @Test("a version at the end of all times cannot be replaced, and the reason is given")
  func end() async throws {
    let last = "9999-12-31T23:59:59.999999999Z"
    let (place, store) = try await store(.memory, more: ", \"updated_at\": \"\(last)\"")
    await #expect {
      try await store.setStatus(of: "g1", to: .void, at: try Sample.time(5))
    } throws: { error in
      "\(error)".contains("no later time exists")
    }
    withExtendedLifetime(place) {}
  }
}
