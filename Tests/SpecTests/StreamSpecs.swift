import Folio
import Testing

@testable import TestSupport

/// Every ledger of the examples and the specification, booked while it is read and as a whole: the
/// same reports, or the same faults, to the byte.
struct StreamSpecs {
  /// A ledger in a file, or in the "ledger" of a file.
  struct Found {
    var path: String
    var bytes: [UInt8]
  }

  /// How many ledgers there are in each folder, and how many of them are booked while they are
  /// read, group by group and by batches of the usual size: one that is lost is missed, and so is
  /// one that goes the longer way for nothing.
  private static let pinned = [
    "../Examples/ledgers": [8, 1, 3], "booking": [143, 85, 93], "ledger": [14, 10, 10],
    "valuation": [8, 2, 8], "tax": [310, 0, 0], "errors": [285, 45, 48], "quotes": [7, 7, 7],
    "returns": [11, 4, 11],
  ]

  static let folders = [
    "../Examples/ledgers", "booking", "ledger", "valuation", "tax", "errors", "quotes", "returns",
  ]

  static func ledgers(in folder: String) throws -> [Found] {
    let paths = SpecFiles.paths(in: folder, ending: "")
    let endings = [".json", ".ndjson"]
    return try paths.filter { path in
      path.contains("/ledger.") || endings.contains { path.hasSuffix($0) }
    }.compactMap { path in
      let bytes = try SpecFiles.bytes(path)
      let isWhole = folder.hasPrefix("../") || path.contains("/ledger.")
      if isWhole { return Found(path: path, bytes: bytes) }
      guard let range = try? SpecParser.parse(bytes)["ledger"]?.range else { return nil }
      return Found(path: path, bytes: Array(bytes[range]))
    }
  }

  @Test("The stream says what the whole says", arguments: folders)
  func same(_ folder: String) async throws {
    let ledgers = try Self.ledgers(in: folder)
    #expect(!ledgers.isEmpty, "no ledgers in \(folder)")
    var (single, usual) = (StreamCount(), StreamCount())
    // Booking up to the limit of lots takes long. A default run does it as a whole, in ErrorSpecs.
    for ledger in ledgers where TestScale.isFull || !ledger.path.contains("/F312/") {
      var trial = StreamTrial(ledger.bytes)
      let whole = trial.whole
      (trial.batchSize, trial.windowSize) = (1, 64)
      try await single.expectSameOnTwoCores(trial, "\(ledger.path), group by group", whole: whole)
      (trial.batchSize, trial.windowSize) = (8192, 1 << 17)
      if TestScale.isFull {
        try await usual.expectSameOnTwoCores(trial, ledger.path, whole: whole)
      } else {
        try usual.expectSame(trial, ledger.path, whole: whole)
      }
    }
    let counts = [ledgers.count, single.booked, usual.booked]
    #expect(counts == Self.pinned[folder], "\(folder)")
  }
}
