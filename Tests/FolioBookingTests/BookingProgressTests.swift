import FolioDiagnostics
import FolioModel
import Testing

@testable import FolioBooking
@testable import TestSupport

/// How far booking has come, for whoever asks.
struct BookingProgressTests {
  @Test(arguments: [TaxRules.none, .us, .uk, .ca])
  func groupsAreCountedEvery1024(_ rules: TaxRules) throws {
    let builder = LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
    for number in 0..<2500 { _ = builder.event("g\(number)", "2024-01-02", .buy("A", 1, at: 20)) }
    var options = BookingOptions()
    options.taxRules = rules
    var told: [WorkProgress] = []
    let ledger = try builder.ledger()
    let booked = try BookedLedger(booking: ledger, options) { told.append($0) }
    #expect(told == [0, 1024, 2048].map { WorkProgress(.groups, done: $0, of: 2500) })
    #expect(booked.lots.count == (try BookedLedger(booking: ledger, options).lots.count))
  }
}
