import Folio
import Testing

@testable import TestSupport

@Suite("Random histories as values")
struct TypedHistoryTests {
  @Test("Values mean the rows that they were made of", arguments: Way.third(1, of: Way.all))
  func roundTrip(_ way: Way) throws {
    for history in way.histories(0..<10) {
      let ledger = try history.builder().ledger()
      try expectTypedRoundTrip(ledger, "seed \(history.seed), \(way)")
      let contents = LedgerContents(ledger)
      #expect(try LedgerContents(Ledger(contents)) == contents, "seed \(history.seed), \(way)")
    }
  }
}
