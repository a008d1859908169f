import FolioNumbers
import FolioTools
import Testing

@testable import FolioStores
@testable import TestSupport

/// Several programs that write one journal in turns.
@Suite("A shared journal")
struct SharedJournalTests {
  private typealias Writer = JournalStorage

  @Test("has the changes of all, whoever made them", arguments: [1 << 16, 4_000])
  func turns(slack: Int) throws {
    let script = try JournalAnswerTests.script.get()
    let files = SimulatedFiles()
    var dice = Dice(seed: UInt64(slack))
    _ = try JournalAnswerTests.open(.creating, files, slack: slack)
    let writers = try (0..<3).map { _ in try JournalAnswerTests.open(.sharing, files, slack: slack)
    }
    var (indexed, conflicts) = (0, 0)
    for (number, change) in script.changes.enumerated() {
      let (writer, other) = (dice.pick(writers), dice.pick(writers))
      let before = script.states[number]
      do throws(StoreFailure) {
        try writer.commit(change, after: before)
      } catch {
        guard case .conflict(.storeChanged) = error else { throw error }
        // It has the newest contents now.
        conflicts += 1
        try writer.commit(change, after: before)
      }
      let after = script.states[number + 1]
      guard number % (TestScale.isFull ? 3 : 11) == 0 else { continue }
      try other.refresh()
      try expectSameAnswers(other, after, "\(number)")
      indexed += other.journal.contents == nil ? 1 : 0
      // Nobody holds a lock.
      let reader = try JournalAnswerTests.open(.writing, files, slack: slack)
      #expect(try reader.contents().isSame(as: after), "\(number)")
    }
    #expect(indexed > 3 && conflicts > 10, "\(indexed), \(conflicts)")
  }

  @Test("goes on after each call that failed, and each two calls in a row")
  func failures() throws {
    let script = try Script()
    let all = try play(script, failing: 0..<0)
    for row in [1, 2] {
      for number in stride(from: 1, through: all, by: TestScale.isFull ? 1 : 13) {
        _ = try play(script, failing: number..<number + row)
      }
    }
  }

  /// Makes all changes, each as often as needed.
  /// - Returns: the number of calls.
  private func play(_ script: Script, failing: Range<Int>) throws -> Int {
    let files = SimulatedFiles()
    _ = try Writer(
      Script.path, .creating, holding: script.states[1], calls: files, policy: Script.policy)
    let writer = try Script.open(.sharing, files)
    let start = files.calls
    files.failing = Set(failing.map { start + $0 })
    for (number, change) in script.changes.enumerated().dropFirst() {
      let (before, after) = (script.states[number], script.states[number + 1])
      for _ in 0..<6 {
        do throws(StoreFailure) {
          try writer.refresh()
          let contents = try writer.contents()
          if contents.isSame(as: after) { break }
          #expect(contents.isSame(as: before), "\(failing), change \(number)")
          try writer.commit(change, after: before)
        } catch {
          switch error {
          case .unavailable, .unknownOutcome, .conflict(.storeChanged): continue
          default: Issue.record("\(failing), change \(number): \(error)")
          }
        }
      }
      let contents = try files.withoutFailures { try writer.contents() }
      #expect(contents.isSame(as: after), "\(failing), change \(number)")
    }
    let calls = files.calls - start
    files.failing = []
    let last = try #require(script.states.last)
    #expect(try Script.open(.reading, files).contents().isSame(as: last), "\(failing)")
    return calls
  }
}
