import Folio
import Testing

@testable import TestSupport

/// Every ledger of the examples and the specification as values: they mean the same rows.
struct TypedValueSpecs {
  @Test("Values mean the rows that they were read from", arguments: StreamSpecs.folders)
  func same(_ folder: String) throws {
    var count = 0
    // The ledgers at a limit are long, and have the same rows over and over.
    for found in try StreamSpecs.ledgers(in: folder) where found.bytes.count < 1 << 20 {
      guard let ledger = try? Ledger(reading: found.bytes, name: found.path) else { continue }
      count += try expectTypedRoundTrip(ledger, found.path)
    }
    #expect(count > 0, "no groups in \(folder)")
  }
}
