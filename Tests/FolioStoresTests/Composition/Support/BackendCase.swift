import FolioNumbers
import FolioSQLite
import FolioStores
import Foundation

/// The backends that have to look alike from outside.
enum BackendCase: String, CaseIterable, Sendable {
  case memory, file
  #if canImport(SQLite3) || SQLite
  case sqlite
  #endif

  /// The address of a store in a folder.
  func address(_ name: String, in folder: TestFolder) -> String {
    self == .memory ? "memory:\(name)" : "\(rawValue):\(folder.path)/\(name)"
  }
}

/// A folder that goes when the test ends.
final class TestFolder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "folio-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The names in it, in order.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}

/// A clock that goes on by a minute each time it is asked.
final class MinuteClock: @unchecked Sendable {
  private let lock = NSLock()
  private var minutes = 0

  func now() -> Timestamp {
    lock.withLock {
      minutes += 1
      return Timestamp(secondsSince1970: 1_717_200_000 + 60 * minutes)
    }
  }
}

extension CompositionRoot {
  /// A root for tests: its clock and its ids are the same on each run.
  static func ofTests(device: String = "device-1") -> CompositionRoot {
    let clock = MinuteClock()
    return CompositionRoot(
      platform: "test", appVersion: "1.2", now: { clock.now() }, newID: { device })
  }

  /// The parts for an environment.
  func parts(_ environment: [String: String]) throws -> AppParts {
    let configuration = try BackendConfiguration(environment: environment)
    let kinds = StoreKind.builtIn + [.sqlite]
    return try parts(for: try BackendDetector(configuration, kinds: kinds).choice())
  }
}
