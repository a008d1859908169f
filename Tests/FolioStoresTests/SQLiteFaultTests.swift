#if canImport(SQLite3) || SQLite
import FolioNumbers
import FolioStores
import Foundation
import Testing

@testable import FolioSQLite
@testable import TestSupport

#if canImport(SQLite3)
import SQLite3
#else
import FolioCSQLite
#endif

/// A database whose disk fails, that is killed, or whose machine loses its power, at every call.
@Suite("A SQLite store outlives a failing disk", .serialized)
struct SQLiteFaultTests {
  private static let changes = TestScale.isFull ? 14 : 5

  private let files = WatchedFiles()

  private func folder(_ place: StorePlace) -> String {
    URL(filePath: place.path).deletingLastPathComponent().path + "/"
  }

  /// How far a play came.
  private struct Outcome {
    /// The state that was confirmed last; nil while nothing was made.
    var confirmed: Int?
    var refused = 0
    var unknown = 0
  }

  private func make(_ place: StorePlace, _ script: Script) throws(StoreFailure) -> SQLiteStorage {
    try SQLiteStorage(place.path, .creating, holding: script.states[1], calls: files)
  }

  /// Makes a database and changes it, until something fails.
  private func playUntilFailure(_ place: StorePlace, _ script: Script) -> Outcome {
    var outcome = Outcome()
    do {
      let keeper = try make(place, script)
      outcome.confirmed = 1
      for number in 1..<Self.changes {
        try keeper.commit(script.changes[number], after: script.states[number])
        outcome.confirmed = number + 1
      }
    } catch {
      outcome.refused += 1
    }
    return outcome
  }

  /// Makes a database and changes it, trying again whatever fails.
  private func playOn(
    _ place: StorePlace, _ script: Script, _ label: String
  ) throws -> Outcome {
    var outcome = Outcome()
    var found: SQLiteStorage?
    for _ in 0..<4 where found == nil {
      do throws(StoreFailure) {
        found = try make(place, script)
      } catch {
        outcome.refused += 1
        guard FileManager.default.fileExists(atPath: place.path) else { continue }
        // What has the name is complete, though it could not be opened yet, or nobody knew.
        if case .unknownOutcome = error { outcome.unknown += 1 }
        found = reopen(place)
      }
    }
    guard var keeper = found else { return outcome }
    var model = script.states[1]
    for change in script.changes[1..<Self.changes] {
      do throws(StoreFailure) {
        try keeper.commit(change, after: model)
        model.apply(change)
      } catch {
        outcome.refused += 1
        if case .unknownOutcome = error {
          outcome.unknown += 1
          #expect(throws: StoreFailure.self) { try keeper.commit(change, after: model) }
          guard let again = reopen(place) else { return outcome }
          keeper = again
          var changed = model
          changed.apply(change)
          let kept = try keeper.contents()
          #expect(kept.isSame(as: model) || kept.isSame(as: changed), "\(label)")
          model = kept
        }
      }
      #expect(try keeper.contents().isSame(as: model), "\(label)")
    }
    #expect(try reopen(place)?.contents().isSame(as: model) == true, "\(label)")
    return outcome
  }

  private func reopen(_ place: StorePlace) -> SQLiteStorage? {
    for _ in 0..<4 {
      if let keeper = try? SQLiteStorage(place.path, .writing, calls: files),
        (try? keeper.contents()) != nil
      {
        return keeper
      }
    }
    return nil
  }

  private func calls(_ script: Script) throws -> [String] {
    let place = try StorePlace(.sqlite)
    let (outcome, watch) = FaultyDatabases.shared.watching(folder(place)) {
      playUntilFailure(place, script)
    }
    #expect(outcome.confirmed == Self.changes)
    return watch.names
  }

  @Test("each call fails once, and each two calls in a row, from the making on")
  func eachCall() throws {
    let script = try Script()
    let calls = try calls(script).count
    #expect(calls > 30)
    for row in [1, 2] {
      var sum = (refused: 0, unknown: 0)
      for number in stride(from: 1, through: calls, by: TestScale.isFull ? 1 : 3) {
        let place = try StorePlace(.sqlite)
        let label = "calls \(number)..<\(number + row)"
        let outcome = try FaultyDatabases.shared.watching(
          folder(place), failing: Set(number..<number + row)
        ) {
          try playOn(place, script, label)
        }.result
        sum.refused += outcome.refused
        sum.unknown += outcome.unknown
        #expect(isSound(place), "\(label)")
      }
      if TestScale.isFull {
        print("| sqlite | \(row) of \(calls) | \(sum.refused) | \(sum.unknown) |")
      }
      #expect(sum.refused > 10 && (row == 2) == (sum.unknown > 0), "\(sum)")
    }
  }

  private func isSound(_ place: StorePlace) -> Bool {
    guard let connection = try? SQLiteConnection(place.path),
      let check = try? connection.statement("PRAGMA integrity_check"), (try? check.step()) == true
    else { return false }
    defer { check.reset() }
    return check.text(0) == Array("ok".utf8)
  }

  /// What the disk has of the files when the power is cut.
  private enum Cut: CaseIterable {
    /// The program is killed, and the disk has everything.
    case none
    /// Only what was synced.
    case unsynced
    /// Every second block of what was not synced.
    case everySecondBlock
    /// Files have their lengths, and zeros where nothing was synced.
    case zeros
  }

  private func cut(_ cut: Cut, _ folder: String, _ durable: [String: Data]) throws {
    if cut == .none { return }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let path = folder + name
      // The memory that connections share is made anew.
      if name.hasSuffix("-shm") {
        try FileManager.default.removeItem(atPath: path)
        continue
      }
      if name.hasSuffix(".lock") { continue }
      let seen = [UInt8](FileManager.default.contents(atPath: path) ?? Data())
      let kept = [UInt8](durable[path] ?? Data())
      let bytes: [UInt8]
      switch cut {
      case .none, .unsynced: bytes = kept
      case .everySecondBlock:
        bytes = seen.indices.map { index in
          index / 512 % 2 == 0 ? seen[index] : index < kept.count ? kept[index] : 0
        }
      case .zeros:
        bytes = seen.indices.map { $0 < kept.count ? kept[$0] : 0 }
      }
      try Data(bytes).write(to: URL(filePath: path))
    }
  }

  @Test("it is killed, or the power cut, at every call", arguments: [false, true])
  func everyDeath(doesHalf: Bool) throws {
    let script = try Script()
    let names = try calls(script)
    var openings = 0
    for number in stride(from: 1, through: names.count, by: TestScale.isFull ? 1 : 3) {
      for kind in Cut.allCases {
        if doesHalf, names[number - 1] != "write" { continue }
        let place = try StorePlace(.sqlite)
        let (outcome, watch) = FaultyDatabases.shared.watching(
          folder(place), killedAt: number, doesHalf: doesHalf
        ) {
          playUntilFailure(place, script)
        }
        try cut(kind, folder(place), watch.durable)
        openings += 1
        try judge(place, outcome, script, "\(kind) at call \(number), \(names[number - 1])")
      }
    }
    if TestScale.isFull { print("| sqlite | \(names.count) points | \(openings) openings |") }
    #expect(openings > 20)
  }

  private func judge(
    _ place: StorePlace, _ outcome: Outcome, _ script: Script, _ label: String
  ) throws {
    let first = outcome.confirmed ?? 1
    do {
      let kept = try SQLiteStorage(place.path, .writing).contents()
      let last = outcome.confirmed == nil ? 1 : min(first + 1, script.states.count - 1)
      #expect(script.states[first...last].contains { $0.isSame(as: kept) }, "\(label)")
      #expect(isSound(place), "\(label)")
    } catch {
      guard outcome.confirmed == nil, case .notFound = error else {
        Issue.record("\(label): \(error)")
        return
      }
      let again = try SQLiteStorage(place.path, .creating, holding: script.states[1])
      #expect(try again.contents().isSame(as: script.states[1]), "\(label)")
    }
  }
}
#endif
