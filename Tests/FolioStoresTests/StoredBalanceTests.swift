import FolioDiagnostics
import FolioModel
import FolioNumbers
import FolioStores
import Testing

/// What statements say, in every store.
@Suite("Balances in every store", .serialized)
struct StoredBalanceTests {
  private static func rows(_ number: String, isDeleted: Bool = false) -> String {
    #""balances": [{"date": "2024-12-31", "cash_account_id": "c-usd", "amount": "\#(number)", "#
      + #""currency": "USD"\#(isDeleted ? #", "is_deleted": true"# : "")}]"#
  }

  private static func document(_ number: String, isDeleted: Bool = false) -> String {
    "{\(rows(number, isDeleted: isDeleted))}\n"
  }

  private static func text(_ store: RecordStore) async throws -> String {
    String(decoding: try await store.load(), as: UTF8.self)
  }

  @Test(
    "are kept once, guard later changes, and are replaced or cancelled",
    arguments: StoreCase.allCases)
  func life(_ kind: StoreCase) async throws {
    let place = try kind.place()
    let store = try place.make()
    try await store.save(
      StoreInput(Sample.accounts + Sample.deposit("g1", "1000")), at: try Sample.time(1))
    try await store.append(StoreInput(Self.document("1000")), at: try Sample.time(2))
    let kept = try await Self.text(store)
    #expect(kept.contains(Self.rows("1000")))
    try await store.append(StoreInput(Self.document("1000.00")), at: try Sample.time(3))
    #expect(try await Self.text(store) == kept)

    for rejected in [Self.document("999"), Sample.deposit("g2", "7")] {
      do {
        try await store.append(StoreInput(rejected), at: try Sample.time(4))
        Issue.record("the store took \(rejected)")
      } catch StoreFailure.invalid(let faults) {
        #expect(faults.errors.map(\.code) == [.balanceDiffers])
      }
    }
    #expect(try await Self.text(store) == kept)

    let both = Self.document("1007") + Sample.deposit("g2", "7")
    try await store.append(StoreInput(both), at: try Sample.time(5))
    #expect(try await Self.text(store).contains(Self.rows("1007")))
    let cancelling = Self.document("1", isDeleted: true)
    try await store.append(StoreInput(cancelling), at: try Sample.time(6))
    try await store.append(StoreInput(Sample.deposit("g3", "1")), at: try Sample.time(7))
    #expect(try await Self.text(store).contains(Self.rows("1", isDeleted: true)))
    withExtendedLifetime(place) {}
  }
}
