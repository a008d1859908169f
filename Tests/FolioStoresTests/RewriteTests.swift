import FolioNumbers
import FolioTools
import Testing

@testable import FolioStores
@testable import TestSupport

/// A rewrite whose work many changes share, and that others watch.
@Suite("A journal is rewritten in steps")
struct RewriteTests {
  static let path = Script.path
  private static let script = Result {
    try RandomScript(seed: 21, count: TestScale.isFull ? 240 : 140, most: 9)
  }

  /// Steps of a few lines.
  private static func policy(step: Int = 300) -> JournalStorage.Policy {
    var policy = JournalAnswerTests.policy(slack: 2_000)
    policy.step = step
    return policy
  }

  private static func open(
    _ access: StoreAccess, _ files: SimulatedFiles, step: Int = 300
  ) throws(StoreFailure) -> JournalStorage {
    let storage = try JournalStorage(
      path, access, calls: files, policy: policy(step: step))
    storage.spreadWork()
    return storage
  }

  private static func partials(_ files: SimulatedFiles) -> [String] {
    files.fileNames.filter { $0.hasSuffix(".partial") }
  }

  /// Changes a storage, and counts the steps and the ends of rewrites.
  private struct Count {
    var steps = 0
    var rewrites = 0

    mutating func commit(
      _ change: StoreChange, after before: StoreContents, to storage: JournalStorage
    ) throws(StoreFailure) {
      let old = storage.journal.file.number
      try storage.commit(change, after: before)
      if storage.rewrite != nil { steps += 1 }
      if storage.journal.file.number != old { rewrites += 1 }
    }
  }

  @Test("and answers as before at each step, to the writer and to readers")
  func everyState() throws {
    let script = try Self.script.get()
    let files = SimulatedFiles()
    let keeper = try Self.open(.creating, files)
    let follower = try Self.open(.reading, files)
    var count = Count()
    for (number, change) in script.changes.enumerated() {
      try count.commit(change, after: script.states[number], to: keeper)
      let state = script.states[number + 1]
      #expect(Self.partials(files).count <= 1, "\(number)")
      #expect(keeper.journal.outline != nil, "\(number)")
      try follower.refresh()
      #expect(try follower.counts() == state.counts, "\(number)")
      guard number % (TestScale.isFull ? 1 : 13) == 0 || keeper.rewrite == nil else { continue }
      try expectSameAnswers(keeper, state, "writer, \(number)")
      try expectSameAnswers(follower, state, "follower, \(number)")
      let reader = try Self.open(.reading, files)
      try expectSameAnswers(reader, state, "reader, \(number)")
      let reading = JournalReading(files.contents[Self.path] ?? [])
      #expect(reading.damage.isEmpty && reading.contents.isSame(as: state), "\(number)")
      #expect(reading.contents.lastSequence == state.lastSequence)
    }
    #expect(count.rewrites > 3 && count.steps > 8, "\(count)")
    for name in files.fileNames where name.last?.isNumber == true {
      #expect(JournalReading(files.contents[name] ?? []).damage.isEmpty)
    }
  }

  @Test("by any number of bytes at once, and always to the same file", arguments: [1, 4_000, .max])
  func anyStep(size: Int) throws {
    let script = try Self.script.get()
    let files = SimulatedFiles()
    let keeper = try Self.open(.creating, files, step: size == .max ? 1 << 30 : size)
    var count = Count()
    for (number, change) in script.changes.enumerated() {
      try count.commit(change, after: script.states[number], to: keeper)
      let size = files.contents[Self.path]?.count ?? 0
      let live = try #require(keeper.outlinedSize)
      #expect(size <= 4 * live + 2 * 2_000 + 6_000, "\(number)")
    }
    #expect(count.rewrites > 1 && (count.steps == 0) == (size == .max), "\(count)")
    let last = try #require(script.states.last)
    try expectSameAnswers(try Self.open(.reading, files), last, "\(size)")
    try keeper.compact()
    let wanted = JournalText(of: last).bytes
    #expect(files.contents[Self.path] == wanted)
    try expectSameAnswers(try Self.open(.reading, files), last, "\(size)")
  }

  @Test("and outlives every death, of the program and of the power, with readers")
  func everyPoint() throws {
    let script = try RandomScript(seed: 22, count: 80, most: 8)
    let files = SimulatedFiles()
    var (confirmed, moments, isRewriting) = (0, 0, false)
    var names: Set<String> = []
    var points: [(moment: SimulatedFiles.Moment, confirmed: Int)] = []
    let step = TestScale.isFull ? 307 : 2_003
    files.watch = { moment in
      moments += 1
      // Few moments are those at which a name comes or goes, and most are within a write.
      let isCall = names != Set(moment.seen.keys)
      names = Set(moment.seen.keys)
      if isRewriting, isCall || moments % step == 0 { points.append((moment, confirmed)) }
    }
    let keeper = try Self.open(.creating, files)
    var count = Count()
    for (number, change) in script.changes.enumerated() {
      isRewriting = keeper.rewrite != nil
      try count.commit(change, after: script.states[number], to: keeper)
      confirmed = number + 1
    }
    #expect(count.rewrites > 1 && points.count > 8, "\(count), \(points.count)")
    for (moment, confirmed) in TestScale.some(points) {
      for death in Death.allCases {
        try judge(death.remains(of: moment), confirmed, script, "\(death) after \(confirmed)")
      }
    }
  }

  /// Reads what is left, opens it for writing, and goes on with it.
  private func judge(
    _ remains: [String: [UInt8]], _ confirmed: Int, _ script: RandomScript, _ label: String
  ) throws {
    let files = SimulatedFiles(remains)
    let reader = try Self.open(.reading, files)
    let keeper = try Self.open(.writing, files)
    var count = Count()
    let next = min(confirmed + 1, script.changes.count)
    let last = try keeper.counts().lastSequence
    let state = last == script.states[confirmed].lastSequence ? confirmed : next
    #expect(try reader.contents().isSame(as: script.states[state]), "\(label)")
    try expectSameAnswers(keeper, script.states[state], label)
    #expect(try keeper.contents().isSame(as: script.states[state]), "\(label)")
    #expect(Self.partials(files).isEmpty, "\(label)")
    for number in state..<min(state + 3, script.changes.count) {
      try count.commit(script.changes[number], after: script.states[number], to: keeper)
      try reader.refresh()
      #expect(try reader.contents().isSame(as: script.states[number + 1]), "\(label)")
    }
  }

  @Test("while each call fails, and each two calls in a row")
  func failures() throws {
    let script = try RandomScript(seed: 23, count: 70, most: 8)
    let all = try play(script, failing: 0..<0)
    for row in [1, 2] {
      for number in stride(from: 1, through: all, by: TestScale.isFull ? 5 : 61) {
        _ = try play(script, failing: number..<number + row)
      }
    }
  }

  /// Makes all changes, each as often as needed.
  /// - Returns: the number of calls.
  private func play(_ script: RandomScript, failing: Range<Int>) throws -> Int {
    let files = SimulatedFiles()
    var keeper = try Self.open(.creating, files)
    let start = files.calls
    files.failing = Set(failing.map { start + $0 })
    for (number, change) in script.changes.enumerated() {
      let (before, after) = (script.states[number], script.states[number + 1])
      for _ in 0..<6 {
        do throws(StoreFailure) {
          let last = try keeper.counts().lastSequence
          if last == after.lastSequence { break }
          try keeper.commit(change, after: before)
        } catch {
          if case .unavailable = error, keeper.breakdown == nil { continue }
          files.closeAll()
          for _ in 0..<4 {
            guard let again = try? Self.open(.writing, files) else { continue }
            keeper = again
            break
          }
        }
      }
      let contents = try files.withoutFailures { try keeper.contents() }
      #expect(contents.isSame(as: after), "\(failing), change \(number)")
    }
    let calls = files.calls - start
    files.failing = []
    let last = try #require(script.states.last)
    #expect(try Self.open(.reading, files).contents().isSame(as: last), "\(failing)")
    return calls
  }

  @Test("but makes room for a change that fits on the disk without it")
  func fullDisk() throws {
    let script = try Self.script.get()
    let files = SimulatedFiles()
    let keeper = try Self.open(.creating, files)
    var full = 0
    for (number, change) in script.changes.enumerated() {
      if let end = keeper.rewrite?.end.offset, end > 3_000, number % 3 == 0 {
        files.room = 100
        full += 1
      }
      try keeper.commit(change, after: script.states[number])
      files.room = .max
    }
    #expect(full > 1, "\(full)")
    let last = try #require(script.states.last)
    try expectSameAnswers(try Self.open(.reading, files), last, "full")
  }

  @Test("by several writers in turns, none of which leaves files behind")
  func severalWriters() throws {
    let script = try Self.script.get()
    let files = SimulatedFiles()
    _ = try Self.open(.creating, files)
    var dice = Dice(seed: 25)
    var writers: [JournalStorage] = try (0..<3).map { _ in try Self.open(.sharing, files) }
    var (count, restarts) = (Count(), 0)
    for (number, change) in script.changes.enumerated() {
      // One of them makes most changes.
      let writer = dice.chance(80) ? writers[0] : dice.pick(writers)
      let before = script.states[number]
      do throws(StoreFailure) {
        try count.commit(change, after: before, to: writer)
      } catch {
        guard case .conflict(.storeChanged) = error else { throw error }
        restarts += 1
        try count.commit(change, after: before, to: writer)
      }
      let after = script.states[number + 1]
      #expect(Self.partials(files).count <= 4, "\(number)")
      guard number % 5 == 0 else { continue }
      for writer in writers {
        try writer.refresh()
        try expectSameAnswers(writer, after, "\(number)")
      }
      #expect(try Self.open(.writing, files).contents().isSame(as: after), "\(number)")
    }
    #expect(count.rewrites > 1 && count.steps > 10 && restarts > 5, "\(count), \(restarts)")
    writers = []
    #expect(Self.partials(files).isEmpty)
  }

  @Test("by programs that end soon, which leave nothing, without growing forever")
  func shortPrograms() throws {
    let script = try Self.script.get()
    for spreads in [true, false] {
      let files = SimulatedFiles()
      _ = try Self.open(.creating, files)
      var rewrites = 0
      for (number, change) in script.changes.enumerated() {
        let keeper = try JournalStorage(
          Self.path, .writing, calls: files, policy: Self.policy())
        if spreads { keeper.spreadWork() }
        var count = Count()
        try count.commit(change, after: script.states[number], to: keeper)
        rewrites += count.rewrites
        #expect(spreads || count.steps == 0)
        let size = files.contents[Self.path]?.count ?? 0
        let live = try #require(keeper.outlinedSize)
        #expect(size <= (spreads ? 4 : 2) * live + 10_000, "\(number)")
      }
      #expect(rewrites > 1 && Self.partials(files).isEmpty, "\(rewrites)")
      let last = try #require(script.states.last)
      try expectSameAnswers(try Self.open(.reading, files), last, "\(spreads)")
    }
  }

  @Test("unless a line is damaged")
  func damage() throws {
    let script = try Self.script.get()
    let files = SimulatedFiles()
    let keeper = try Self.open(.creating, files)
    var number = 0
    while keeper.rewrite == nil, number < script.changes.count {
      try keeper.commit(script.changes[number], after: script.states[number])
      number += 1
    }
    keeper.dropRewrite()
    let place = try #require(keeper.journal.outline?.groups.first?.place)
    let file = try JournalFile(Self.path, .writing, files)
    let byte = try file.bytes(at: place.offset + 99, count: 1)[0]
    try file.write([byte ^ 1], at: place.offset + 99)
    var count = Count()
    for number in number..<min(number + 20, script.changes.count) {
      try count.commit(script.changes[number], after: script.states[number], to: keeper)
      if keeper.journal.outline?.groups.first?.place != place { return }
    }
    #expect(count.rewrites == 0 && Self.partials(files).isEmpty)
    #expect {
      try keeper.compact()
    } throws: { error in
      guard case .corrupt(let damage) = error as? StoreFailure else { return false }
      return damage.places.first?.offset == place.offset
    }
  }
}
