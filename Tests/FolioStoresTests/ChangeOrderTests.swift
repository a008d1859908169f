import FolioNumbers
import FolioTools
import Testing

@testable import FolioStores

/// What changed is told part by part, without a look at all groups for each part.
@Suite("The order of changes")
struct ChangeOrderTests {
  private static func group(_ id: Int, _ sequence: Int) throws -> StoredGroup {
    let time = Timestamp("2024-01-02T00:00:00Z")
    return StoredGroup(
      id: "g\(id)", row: [], occurredAt: time, type: nil, status: .settled, updatedAt: time,
      sequence: sequence)
  }

  /// What is looked for, by a look at all groups.
  private static func changed(
    _ contents: StoreContents, since point: Int, limit: Int
  ) -> (groups: [StoredGroup], hasMore: Bool) {
    let all = contents.groups.filter { $0.sequence > point }
      .sorted { $0.sequence < $1.sequence }
    return (Array(all.prefix(limit)), all.count > limit)
  }

  @Test("it is that of the numbers, whatever changes again, is forgotten or comes out of order")
  func randomChanges() throws {
    var chance = SplitMix(seed: 7)
    var contents = StoreContents()
    var asked = 0
    for _ in 0..<400 {
      var change = StoreChange(lastSequence: contents.lastSequence)
      change.clears = chance.next(in: 0..<60) == 0
      for _ in 0..<chance.next(in: 0..<6) {
        change.lastSequence += 1
        change.groups.append(try Self.group(chance.next(in: 0..<40), change.lastSequence))
      }
      // As another store numbers them, and one of them twice.
      if chance.next(in: 0..<10) == 0 { change.groups.reverse() }
      if let first = change.groups.first, chance.next(in: 0..<10) == 0 {
        change.groups.append(first)
      }
      contents.apply(change)
      for limit in [1, 3, 100] {
        let point = chance.next(in: -1..<contents.lastSequence + 1)
        let expected = Self.changed(contents, since: point, limit: limit)
        let told = contents.changed(since: point, limit: limit)
        #expect(told.groups == expected.groups)
        #expect(told.hasMore == expected.hasMore)
        asked += expected.groups.count
      }
    }
    #expect(asked > 1000)
  }
}
