import FolioNumbers
import FolioTools
import Testing

@testable import FolioStores
@testable import TestSupport

/// A journal keeps in memory where its rows are. Its answers are those of all rows.
@Suite("The answers of a journal")
struct JournalAnswerTests {
  static let path = Script.path

  static func policy(slack: Int = 1 << 16) -> JournalStorage.Policy {
    var policy = JournalStorage.Policy()
    policy.slack = slack
    return policy
  }

  static func open(
    _ access: StoreAccess, _ files: SimulatedFiles, slack: Int = 1 << 16
  ) throws(StoreFailure) -> JournalStorage {
    try JournalStorage(path, access, calls: files, policy: policy(slack: slack))
  }

  static let script = Result {
    try RandomScript(seed: 7, count: TestScale.isFull ? 120 : 90)
  }

  /// The files after all changes.
  static func written() throws -> SimulatedFiles {
    let script = try Self.script.get()
    let files = SimulatedFiles()
    let keeper = try open(.creating, files)
    for (number, change) in script.changes.enumerated() {
      try keeper.commit(change, after: script.states[number])
    }
    return files
  }

  @Test("are right after each change, to the writer and to readers", arguments: [1 << 16, 4_000])
  func everyState(slack: Int) throws {
    let script = try Self.script.get()
    let files = SimulatedFiles()
    _ = try Self.open(.creating, files, slack: slack)
    files.closeAll()
    let keeper = try Self.open(.writing, files, slack: slack)
    let follower = try Self.open(.reading, files, slack: slack)
    for (number, change) in script.changes.enumerated() {
      try keeper.commit(change, after: script.states[number])
      guard number % (TestScale.isFull ? 3 : 11) == 0 else { continue }
      let state = script.states[number + 1]
      try follower.refresh()
      for (label, store) in [
        ("writer", keeper), ("follower", follower),
        ("reader", try Self.open(.reading, files, slack: slack)),
      ] {
        try expectSameAnswers(store, state, "\(label), \(number)")
        #expect(store.journal.contents == nil && store.journal.outline != nil, "\(label)")
        #expect(try store.contents().isSame(as: state))
      }
    }
  }

  @Test("do not come from the index of an earlier version, which a writer removes")
  func oldIndex() throws {
    let script = try Self.script.get()
    let files = SimulatedFiles()
    let keeper = try Self.open(.creating, files)
    for (number, change) in script.changes.prefix(9).enumerated() {
      try keeper.commit(change, after: script.states[number])
    }
    let journal = try #require(files.contents[Self.path])
    let index = Self.path + ".cache"
    for (bytes, isRemoved) in [("folio-cache/1\nanything", true), ("of another program", false)] {
      let old = SimulatedFiles([Self.path: journal, index: Array(bytes.utf8)])
      try expectSameAnswers(try Self.open(.reading, old), script.states[9], bytes)
      #expect(old.contents[index] != nil)
      try expectSameAnswers(try Self.open(.writing, old), script.states[9], bytes)
      #expect((old.contents[index] == nil) == isRemoved)
    }
  }

  @Test("name the damage of a line that is read later")
  func damagedLater() throws {
    let script = try Self.script.get()
    let files = try Self.written()
    let place = try #require(try Self.open(.reading, files).journal.outline?.groups.first?.place)
    var bytes = try #require(files.contents[Self.path])
    bytes[place.offset + place.length - 9] ^= 1
    let damaged = SimulatedFiles([Self.path: bytes])
    func expectDamage(_ read: () throws -> Void) {
      #expect {
        try read()
      } throws: { error in
        guard case .corrupt(let damage) = error as? StoreFailure else { return false }
        return damage.places.first?.offset == place.offset
      }
    }
    expectDamage { _ = try Self.open(.writing, damaged) }
    let reader = try JournalStorage(Self.path, .reading, calls: damaged, outlines: true)
    let wanted = try #require(script.states.last)
    let last = wanted.groups.count - 1
    #expect(try reader.counts() == wanted.counts)
    #expect(try reader.groups(at: [last]) == [wanted.groups[last]])
    expectDamage { _ = try reader.groups(at: [0]) }
    expectDamage { _ = try reader.contents() }
  }
}
