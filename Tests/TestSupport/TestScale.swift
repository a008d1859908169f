import Foundation

/// How much the tests with random input do (CONTRIBUTING.md).
///
/// Tests name the size of their full run. By default they do a tenth of it; continuous integration
/// sets `FOLIO_TEST_SCALE` to 10 in release mode, which is the full run.
enum TestScale {
  /// Tenths of the full run; 1 by default.
  static let tenths =
    ProcessInfo.processInfo.environment["FOLIO_TEST_SCALE"].flatMap { Int($0) }.map { max(1, $0) }
    ?? 1

  /// Whether the full run was asked for.
  static var isFull: Bool { tenths >= 10 }

  /// How often to try what the full run tries `full` times.
  static func part<Count: BinaryInteger>(of full: Count) -> Count {
    max(1, full * Count(tenths) / 10)
  }

  /// The places to try of those that the full run tries: every third one.
  static func places(_ full: Range<Int>) -> [Int] {
    isFull ? Array(full) : full.filter { $0 % 3 == 2 }
  }

  /// Some of what the full run tries, at equal distances and the same in every run.
  static func some<Case>(_ full: [Case], every distance: Int = 3, from first: Int = 0) -> [Case] {
    isFull ? full : stride(from: first, to: full.count, by: distance).map { full[$0] }
  }

  /// The distance between two tries, where the full run tries every place.
  static var step: Int { max(1, 10 / tenths) }
}
