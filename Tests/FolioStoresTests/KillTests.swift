import FolioNumbers
import FolioStores
import Testing

@testable import TestSupport

/// The program is killed, or the power cut, after every byte and every call of a script.
@Suite("A journal outlives every death")
struct KillTests {
  /// A moment, and how many operations had been confirmed by then; nil while the journal was
  /// being made.
  private struct Point {
    var moment: SimulatedFiles.Moment
    var confirmed: Int?
  }

  /// - Parameter initial: the state with which the journal is made.
  private func points(of script: Script, from initial: Int = 0) throws -> [Point] {
    let files = SimulatedFiles()
    var confirmed: Int?
    var points: [Point] = []
    files.watch = { points.append(Point(moment: $0, confirmed: confirmed)) }
    let keeper = try JournalStorage(
      Script.path, .creating, holding: script.states[initial], calls: files,
      policy: Script.policy)
    confirmed = initial
    for (number, change) in script.changes.enumerated().dropFirst(initial) {
      try keeper.commit(change, after: script.states[number])
      confirmed = number + 1
    }
    #expect(try keeper.contents().isSame(as: script.states[script.changes.count]))
    return points
  }

  @Test("what was confirmed is there, and what was not is wholly there or wholly absent")
  func everyPoint() throws {
    let script = try Script()
    let (points, openings) = try judgeAll(script, from: 0)
    // Bytes and calls; each of them times seven deaths was judged.
    #expect(points == 10_652)
    #expect(openings == (TestScale.isFull ? 43_969 : 3_192))
  }

  @Test("what is made of a ledger is wholly there or not at all, and can be made again")
  func making() throws {
    var script = try Script()
    script.changes.removeLast(script.changes.count - 4)
    let (points, openings) = try judgeAll(script, from: 3)
    #expect(points == 3_113)
    #expect(openings == (TestScale.isFull ? 13_824 : 887))
  }

  /// Judges every death at every point, or at one of sixteen points within a write.
  /// - Returns: how many points there were, and how many remains were opened.
  private func judgeAll(_ script: Script, from initial: Int) throws -> (Int, Int) {
    let points = try points(of: script, from: initial)
    var judged: [[String: [UInt8]]: Set<Int>] = [:]
    var openings = 0
    for (number, point) in points.enumerated() where TestScale.isFull || number % 16 == 0 {
      for death in Death.allCases {
        let remains = death.remains(of: point.moment)
        // The same remains after the same confirmations need no second look.
        let confirmed = point.confirmed ?? -1
        if judged[remains]?.contains(confirmed) == true { continue }
        judged[remains, default: []].insert(confirmed)
        openings += 1
        try judge(remains, confirmed: point.confirmed, script, death, initial)
      }
    }
    if TestScale.isFull { print("| journal | \(points.count) points | \(openings) openings |") }
    return (points.count, openings)
  }

  private func judge(
    _ remains: [String: [UInt8]], confirmed: Int?, _ script: Script, _ death: Death,
    _ initial: Int
  ) throws {
    let files = SimulatedFiles(remains)
    do {
      let keeper = try Script.open(.writing, files)
      let contents = try keeper.contents()
      let states = script.states
      let first = confirmed ?? initial
      // While it is being made there is nothing but what it is made of.
      let last = confirmed == nil ? first : min(first + 1, states.count - 1)
      let wanted = states[first...last]
      let found = wanted.contains { $0.isSame(as: contents) }
      #expect(found, "\(death), \(first) confirmed: \(contents.groups.map(\.id))")
      if !found { throw StoreFailure.unavailable("one look is enough") }
    } catch let failure as StoreFailure {
      guard confirmed == nil, case .notFound = failure else {
        Issue.record("\(death), \(confirmed ?? -1) confirmed: \(failure)")
        throw failure
      }
      // Nothing has the name, and nothing is in the way.
      let again = try JournalStorage(
        Script.path, .creating, holding: script.states[initial], calls: files)
      #expect(try again.contents().isSame(as: script.states[initial]))
      #expect(files.fileNames == [Script.path, Script.path + ".lock"])
    }
  }

  @Test("a journal that was cut off goes on where it was confirmed")
  func goesOn() throws {
    let script = try Script()
    let points = try points(of: script)
    for point in points where (point.confirmed ?? 0) == 3 {
      let files = SimulatedFiles(Death.program.remains(of: point.moment))
      let keeper = try Script.open(.writing, files)
      let before = try keeper.contents()
      let number = before.isSame(as: script.states[3]) ? 3 : 4
      try keeper.commit(script.changes[number], after: before)
      let again = JournalReading(files.contents[Script.path] ?? [])
      #expect(again.damage.isEmpty)
      #expect(again.contents.isSame(as: script.states[number + 1]))
    }
  }

  @Test("older versions of the file stay, each sound")
  func olderVersions() throws {
    let script = try Script()
    let files = SimulatedFiles()
    let keeper = try Script.open(.creating, files)
    for (number, change) in script.changes.enumerated() {
      try keeper.commit(change, after: script.states[number])
    }
    let names = Set(files.contents.keys)
    #expect(
      names == ["ledger.folio", "ledger.folio.1", "ledger.folio.2", "ledger.folio.lock"])
    for name in ["ledger.folio.1", "ledger.folio.2"] {
      let reading = JournalReading(files.contents[name] ?? [])
      #expect(reading.damage.isEmpty)
      #expect(script.states.contains { $0.isSame(as: reading.contents) })
    }
  }
}
