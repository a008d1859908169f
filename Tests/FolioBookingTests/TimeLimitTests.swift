import FolioModel
import Testing

@testable import FolioBooking
@testable import TestSupport

/// Booking that may take only so long, by a clock that goes on at each reading.
struct TimeLimitTests {
  private static func ledger(_ count: Int) throws -> Ledger {
    let builder = LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
    for number in 0..<count { _ = builder.event("g\(number)", "2024-01-02", .buy("A", 1, at: 20)) }
    return try builder.ledger()
  }

  private static func options(_ rules: TaxRules, seconds: Int) -> BookingOptions {
    let clock = SteppingClock()
    var options = BookingOptions()
    options.taxRules = rules
    options.timeLimit = TimeLimit { clock.read() > .seconds(seconds) }
    return options
  }

  @Test(arguments: [TaxRules.none, .us, .uk, .ca])
  func bookingStopsWithAFaultOfItsOwn(_ rules: TaxRules) throws {
    let options = Self.options(rules, seconds: 10)
    let found = BookedLedger.book(try Self.ledger(2500), options)
    #expect(found.faults.first?.code == .tookTooLong)
    #expect(found.booked.bookedGroups <= 160)
    #expect(options.timeLimit?.isOver == true)
  }

  @Test(arguments: [TaxRules.none, .us, .uk, .ca])
  func aLimitThatIsNotReachedChangesNothing(_ rules: TaxRules) throws {
    let ledger = try Self.ledger(2500)
    let limited = try BookedLedger(booking: ledger, Self.options(rules, seconds: 1000))
    var options = BookingOptions()
    options.taxRules = rules
    let unlimited = try BookedLedger(booking: ledger, options)
    #expect(limited.lots.map(\.cost) == unlimited.lots.map(\.cost))
    #expect(limited.bookedGroups == unlimited.bookedGroups)
  }

  @Test func theTimeStaysOver() {
    let clock = SteppingClock()
    let limit = TimeLimit { clock.read() == .seconds(2) }
    #expect([limit.isOver, limit.isOver, limit.isOver, limit.isOver] == [false, true, true, true])
  }
}
