import ExactNumbers
import Stores
import Testing

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
  /// Plays the script and checks after each failure, and at the end, that what is kept is what was
  /// confirmed.
  /// - Returns: how many operations were confirmed.
  private func play(_ script: Script, on files: SimulatedFiles, _ label: String) throws -> Int {
    guard let keeper = try? Script.open(.creating, files) else { return -1 }
    var model = StoreContents()
    var confirmed = 0
    for change in script.changes {
      do throws(StoreFailure) {
        try keeper.commit(change, after: model)
        model.apply(change)
        confirmed += 1
      } catch {
        guard case .unavailable = error else {
          Issue.record("\(label): \(error)")
          continue
        }
      }
      #expect(keeper.contents().isSame(as: model), "\(label)")
    }
    let disk = SimulatedFiles(files.contents)
    let again = try Script.open(.writing, disk).contents()
    #expect(again.isSame(as: model), "\(label): \(confirmed) confirmed")
    return confirmed
  }

  @Test("a disk that is full after any number of bytes")
  func fullDisk() throws {
    var script = try Script()
    // Each byte more plays the whole of it again.
    script.changes.removeLast(script.changes.count - 4)
    let roomy = SimulatedFiles()
    roomy.room = 1 << 40
    let all = try play(script, on: roomy, "no limit")
    #expect(all == script.changes.count)
    let needed = (1 << 40) - roomy.room
    #expect(needed > 2_000)
    var fewest = all
    for room in 0...needed {
      let files = SimulatedFiles()
      files.room = room
      fewest = min(fewest, try play(script, on: files, "room for \(room) bytes"))
    }
    #expect(fewest == -1)
  }

  @Test(
    "a call that fails once, whichever and whenever",
    arguments: ["open", "write", "sync", "truncate", "syncFolder", "rename", "link", "remove"])
  func failsOnce(call: String) throws {
    let script = try Script()
    let counting = SimulatedFiles()
    #expect(try play(script, on: counting, "nothing fails") == script.changes.count)
    let calls = counting.counts[call] ?? 0
    #expect(calls > 0 || call == "truncate")
    for number in 1...max(1, calls) {
      let files = SimulatedFiles()
      files.refusal = { [unowned files] in
        $0 == call && files.counts[call] == number ? EIO : nil
      }
      _ = try play(script, on: files, "\(call) \(number)")
    }
  }

  @Test("a write that fails and can't be taken back stops the store until it is opened anew")
  func brokenDown() throws {
    let script = try Script()
    let files = SimulatedFiles()
    let keeper = try Script.open(.creating, files)
    try keeper.commit(script.changes[0], after: script.states[0])
    files.refusal = { ["sync", "truncate"].contains($0) ? EIO : nil }
    #expect(throws: StoreFailure.self) {
      try keeper.commit(script.changes[1], after: script.states[1])
    }
    files.refusal = { _ in nil }
    #expect {
      try keeper.commit(script.changes[1], after: script.states[1])
    } throws: { error in
      "\(error)".contains("open it anew")
    }
    let again = try Script.open(.writing, SimulatedFiles(files.contents)).contents()
    // The write came through, though nobody could promise it.
    #expect(again.isSame(as: script.states[2]))
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
    #expect(try play(script, on: files, "interrupted") == script.changes.count)
  }

  @Test("reads and writes that do less than they were asked", arguments: [1, 2, 7, 100])
  func shortCalls(bytes: Int) throws {
    let script = try Script()
    let files = SimulatedFiles()
    files.mostAtOnce = bytes
    #expect(try play(script, on: files, "\(bytes) bytes at once") == script.changes.count)
    files.mostAtOnce = bytes
    let disk = SimulatedFiles(files.contents)
    disk.mostAtOnce = bytes
    let again = try Script.open(.writing, disk).contents()
    #expect(again.isSame(as: script.states[script.changes.count]))
  }
}
