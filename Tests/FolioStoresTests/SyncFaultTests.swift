import FolioNumbers
import FolioStores
import Testing

@testable import TestSupport

/// A sync of two journals whose disk fails, or that is killed, at every call.
@Suite("A sync outlives a failing disk")
struct SyncFaultTests {
  private static let names = ["a.folio", "b.folio"]

  /// Two journals that were alike and have each changed since, and the memory of their sync.
  private func disk() throws -> [String: [UInt8]] {
    let files = SimulatedFiles()
    let start = try StoreOperations.contents(
      of: StoreInput(Sample.small + Sample.deposit("g3", "3")), at: try Sample.time(1))
    var books = try Self.names.map { name in
      StoreOperations(
        try JournalStorage(
          name, .creating, holding: name == "a.folio" ? start : StoreContents(), calls: files))
    }
    _ = try sync(&books, files)
    try books[0].append(StoreInput(Sample.deposit("a1", "5")), at: try Sample.time(2))
    try books[0].setStatus(of: "g3", to: .void, at: try Sample.time(3))
    try books[1].append(StoreInput(Sample.deposit("b1", "6")), at: try Sample.time(2))
    try books[1].delete("g3", at: try Sample.time(4))
    files.closeAll()
    return files.contents
  }

  private func sync(
    _ books: inout [StoreOperations], _ files: SimulatedFiles
  ) throws(StoreFailure) -> SyncProgress {
    let file = SyncStateFile("a.folio.sync", files)
    let lock = try file.lock()
    defer { withExtendedLifetime(lock) {} }
    var round = SyncRound(try file.load())
    while let request = round.request {
      if case .save(let memory) = request { try file.save(memory) }
      round.take(try books[request.side == .remote ? 1 : 0].answer(request))
    }
    return round.progress
  }

  /// Opens both stores and syncs them, as `folio sync` does.
  private func sync(_ files: SimulatedFiles) throws(StoreFailure) -> SyncProgress {
    var policy = JournalStorage.Policy()
    policy.slack = 0
    var books: [StoreOperations] = []
    for name in Self.names {
      books.append(
        StoreOperations(try JournalStorage(name, .writing, calls: files, policy: policy)))
    }
    return try sync(&books, files)
  }

  /// What both stores hold: ids, rows and times.
  private func kept(_ files: SimulatedFiles) throws -> [[String]] {
    try Self.names.map { name in
      let contents = try JournalStorage(name, .reading, calls: files).contents()
      return contents.groups.map {
        "\($0.text) \($0.updatedAt) \(String(describing: $0.deletedAt))"
      }
      .sorted()
    }
  }

  /// Syncs after a failure, and looks whether everything is as if nothing had failed.
  private func recover(
    _ files: SimulatedFiles, _ expected: [[String]], _ label: String
  ) throws {
    _ = try sync(files)
    #expect(try kept(files) == expected, "\(label)")
    let again = try sync(files)
    #expect(again.sent == 0 && again.taken == 0, "\(label)")
    let memory = try SyncStateFile("a.folio.sync", files).load()
    #expect(memory.losers.map(\.id) == ["g3"], "\(label)")
  }

  private func expected(_ disk: [String: [UInt8]]) throws -> [[String]] {
    let files = SimulatedFiles(disk)
    #expect(try sync(files).sent > 0)
    let expected = try kept(files)
    #expect(expected[0] == expected[1] && expected[0].count == 5)
    return expected
  }

  @Test("each call fails once, and each two calls in a row; the next sync does the rest")
  func eachCall() throws {
    let disk = try disk()
    let expected = try expected(disk)
    let counting = SimulatedFiles(disk)
    _ = try sync(counting)
    for row in [1, 2] {
      var refused = 0
      for number in 1...counting.calls {
        let files = SimulatedFiles(disk)
        files.failing = Set(number..<number + row)
        do {
          _ = try sync(files)
        } catch {
          refused += 1
        }
        files.failing = []
        files.closeAll()
        try recover(files, expected, "calls \(number)..<\(number + row)")
      }
      if TestScale.isFull { print("| sync | \(row) of \(counting.calls) | \(refused) |") }
      #expect(refused > 20)
    }
  }

  @Test("it is killed, or the power cut, at every call and within every write")
  func everyDeath() throws {
    let disk = try disk()
    let expected = try expected(disk)
    let files = SimulatedFiles(disk)
    var moments: [SimulatedFiles.Moment] = []
    files.watch = { moments.append($0) }
    _ = try sync(files)
    var judged: Set<[String: [UInt8]]> = []
    for (number, moment) in moments.enumerated() where TestScale.isFull || number % 80 == 0 {
      for death in Death.allCases {
        let remains = death.remains(of: moment)
        guard judged.insert(remains).inserted else { continue }
        try recover(SimulatedFiles(remains), expected, "\(death) at \(number)")
      }
    }
    if TestScale.isFull { print("| sync | \(moments.count) points | \(judged.count) openings |") }
    #expect(moments.count > 2_000)
  }
}
