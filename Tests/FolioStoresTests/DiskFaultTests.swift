import FolioNumbers
import Testing

@testable import FolioStores
@testable import TestSupport

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The disk is full, or a call fails, and the program lives on.
@Suite("A journal outlives a failing disk")
struct DiskFaultTests {
  /// What came of a play.
  private struct Outcome {
    var refused = 0
    var unknown = 0
    var confirmed = 0
    var calls = 0
  }

  /// Makes a journal of the first state, plays the rest of the script, and checks after each
  /// failure, and at the end, that what is kept is what was confirmed.
  private func play(_ script: Script, on files: SimulatedFiles, _ label: String) throws -> Outcome {
    var outcome = Outcome()
    guard var keeper = try make(script, on: files, label, &outcome) else { return outcome }
    var model = script.states[1]
    for change in script.changes.dropFirst() {
      do throws(StoreFailure) {
        try keeper.commit(change, after: model)
        model.apply(change)
        outcome.confirmed += 1
      } catch {
        switch error {
        case .unavailable: outcome.refused += 1
        case .unknownOutcome:
          outcome.unknown += 1
          // The keeper takes nothing more, and a look at the file says what was kept.
          #expect(throws: StoreFailure.self) { try keeper.commit(change, after: model) }
          var changed = model
          changed.apply(change)
          guard let again = try reopen(files) else { return outcome }
          keeper = again
          let kept = try files.withoutFailures { try keeper.contents() }
          #expect(kept.isSame(as: model) || kept.isSame(as: changed), "\(label)")
          model = kept
        default: Issue.record("\(label): \(error)")
        }
      }
      let contents = try files.withoutFailures { try keeper.contents() }
      #expect(contents.isSame(as: model), "\(label)")
    }
    outcome.calls = files.calls
    let again = try Script.open(.writing, SimulatedFiles(files.contents)).contents()
    #expect(again.isSame(as: model), "\(label): \(outcome)")
    return outcome
  }

  /// Makes the journal, and again where that failed: no half journal is in the way.
  private func make(
    _ script: Script, on files: SimulatedFiles, _ label: String, _ outcome: inout Outcome
  ) throws -> JournalStorage? {
    for _ in 0..<4 {
      do throws(StoreFailure) {
        return try JournalStorage(
          Script.path, .creating, holding: script.states[1], calls: files, policy: Script.policy)
      } catch {
        outcome.refused += 1
        guard let bytes = files.contents[Script.path] else { continue }
        // Only where it is not known whether the name is there is there anything.
        outcome.unknown += 1
        guard case .unknownOutcome = error else {
          Issue.record("\(label): \(error)")
          return nil
        }
        #expect(JournalReading(bytes).contents.isSame(as: script.states[1]))
        return try reopen(files)
      }
    }
    return nil
  }

  private func reopen(_ files: SimulatedFiles) throws -> JournalStorage? {
    // Whoever opened it before has ended, with its locks.
    files.closeAll()
    for _ in 0..<3 {
      if let keeper = try? Script.open(.writing, files) { return keeper }
    }
    return nil
  }

  @Test("each call fails once, and each two calls in a row, from the making on")
  func eachCall() throws {
    let script = try Script()
    let counting = SimulatedFiles()
    let all = try play(script, on: counting, "nothing fails")
    #expect(all.confirmed == script.changes.count - 1 && all.refused == 0)
    for row in [1, 2] {
      var sum = (refused: 0, unknown: 0)
      for number in 1...all.calls {
        let files = SimulatedFiles()
        files.failing = Set(number..<number + row)
        let outcome = try play(script, on: files, "calls \(number)..<\(number + row)")
        #expect(row == 2 || outcome.unknown == 0, "call \(number)")
        sum.refused += outcome.refused
        sum.unknown += outcome.unknown
      }
      if TestScale.isFull {
        print("| journal | \(row) of \(all.calls) | \(sum.refused) | \(sum.unknown) |")
      }
      #expect(sum.refused > 20 && (row == 2) == (sum.unknown > 0), "\(sum)")
    }
  }

  @Test("a disk that is full after any number of bytes")
  func fullDisk() throws {
    var script = try Script()
    // Each byte more plays the whole of it again.
    script.changes.removeLast(script.changes.count - 4)
    let roomy = SimulatedFiles()
    roomy.room = 1 << 40
    let all = try play(script, on: roomy, "no limit").confirmed
    #expect(all == script.changes.count - 1)
    let needed = (1 << 40) - roomy.room
    #expect(needed > 2_000)
    var fewest = all
    for room in stride(from: 0, through: needed, by: TestScale.isFull ? 1 : 3) {
      let files = SimulatedFiles()
      files.room = room
      let label = "room for \(room) bytes"
      let outcome = try play(script, on: files, label)
      #expect(outcome.unknown == 0, "\(label)")
      if files.contents[Script.path] == nil { files.room = .max }
      fewest = min(fewest, outcome.confirmed)
      // What does not fit leaves nothing behind, and nothing is in the way of trying again.
      #expect(!files.fileNames.contains { $0.hasSuffix(".partial") }, "\(label)")
      if outcome.calls == 0 {
        var again = Outcome()
        #expect(try make(script, on: files, label, &again) != nil)
      }
    }
    #expect(fewest == 0)
  }

  @Test("a write that fails and can't be taken back has an unknown outcome, and stops the store")
  func brokenDown() throws {
    let script = try Script()
    let files = SimulatedFiles()
    let keeper = try Script.open(.creating, files)
    try keeper.commit(script.changes[0], after: script.states[0])
    files.refusal = { ["sync", "truncate"].contains($0) ? EIO : nil }
    #expect {
      try keeper.commit(script.changes[1], after: script.states[1])
    } throws: { error in
      guard case .unknownOutcome = error as? StoreFailure else { return false }
      return "\(error)".contains("cannot sync") && "\(error)".contains("Read the store")
    }
    files.refusal = { _ in nil }
    #expect {
      try keeper.commit(script.changes[1], after: script.states[1])
    } throws: { error in
      "\(error)".contains("open it again")
    }
    let again = try Script.open(.writing, SimulatedFiles(files.contents)).contents()
    // The write came through, though nobody could promise it.
    #expect(again.isSame(as: script.states[2]))
  }

  @Test("on a disk without hard links stores are made, and not rewritten")
  func withoutLinks() throws {
    let script = try Script()
    let files = SimulatedFiles()
    files.refusal = { $0 == "link" ? EPERM : nil }
    let outcome = try play(script, on: files, "without links")
    #expect(outcome.confirmed == script.changes.count - 1 && outcome.refused == 0)
    #expect(files.fileNames == [Script.path, Script.path + ".lock"])
    files.closeAll()
    #expect {
      _ = try JournalStorage(Script.path, .creating, calls: files)
    } throws: { if case .conflict(.storeExists)? = $0 as? StoreFailure { true } else { false } }
  }

  @Test("calls that are interrupted are made again")
  func interrupted() throws {
    let script = try Script()
    let files = SimulatedFiles()
    var isInterrupted = false
    files.refusal = { _ in
      isInterrupted.toggle()
      return isInterrupted ? EINTR : nil
    }
    let outcome = try play(script, on: files, "interrupted")
    #expect(outcome.confirmed == script.changes.count - 1 && outcome.refused == 0)
  }

  @Test("reads and writes that do less than they were asked", arguments: [1, 2, 7, 100])
  func shortCalls(bytes: Int) throws {
    let script = try Script()
    let files = SimulatedFiles()
    files.mostAtOnce = bytes
    let outcome = try play(script, on: files, "\(bytes) bytes at once")
    #expect(outcome.confirmed == script.changes.count - 1)
    let disk = SimulatedFiles(files.contents)
    disk.mostAtOnce = bytes
    let again = try Script.open(.writing, disk).contents()
    #expect(again.isSame(as: script.states[script.changes.count]))
  }
}
