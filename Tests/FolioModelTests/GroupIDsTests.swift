import Testing

@testable import FolioModel
@testable import TestSupport

/// The ids of some groups, against a dictionary of them.
struct GroupIDsTests {
  private func identifier(_ group: GroupIndex) -> Identifier {
    Identifier(high: 0x6700_0000_0000_0000 | UInt64(group.rawValue), low: 0)
  }

  private func ids(of groups: [GroupIndex]) -> GroupIDs {
    var ids = GroupIDs()
    for group in groups { ids.append(group, identifier(group)) }
    return ids
  }

  private func expect(_ ids: GroupIDs, are groups: Set<GroupIndex>, upTo end: Int = 700) {
    #expect(ids.count == groups.count)
    for group in (0..<end).map({ GroupIndex($0) }) {
      #expect(ids[group] == (groups.contains(group) ? identifier(group) : nil), "\(group)")
    }
  }

  private let threes = (0..<600).filter { $0.isMultiple(of: 3) }.map { GroupIndex($0) }
  private let late: [GroupIndex] = [63, 64, 127, 128, 500, 640]

  @Test func `those that were added have an id, and no others`() {
    expect(ids(of: []), are: [])
    expect(ids(of: threes), are: Set(threes))
    expect(ids(of: late), are: Set(late))
    expect(ids(of: [5, 5, 9, 9]), are: [5, 9])
  }

  @Test func `those of some groups are kept`() {
    expect(ids(of: threes).among(late), are: [63])
    expect(ids(of: threes).among([0, 0, 3, 597, 640]), are: [0, 3, 597])
    expect(ids(of: threes).among([]), are: [])
  }

  @Test func `two of them are merged in order`() {
    expect(ids(of: threes).merged(ids(of: late)), are: Set(threes + late))
    expect(ids(of: late).merged(ids(of: threes)), are: Set(threes + late))
    expect(ids(of: late).merged(ids(of: [])), are: Set(late))
    expect(ids(of: []).merged(ids(of: late)), are: Set(late))
  }
}
