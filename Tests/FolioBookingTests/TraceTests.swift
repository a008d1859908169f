import FolioDiagnostics
import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("The trace of booking")
struct TraceTests {
  /// What a lot or a pool is called here.
  private struct Thread: Hashable {
    var isPool: Bool
    var number: UInt32

    init(_ event: LotEvent) {
      isPool = event.isPool
      number = event.isPool ? event.position : event.lot
    }
  }

  private func traced(_ history: History) throws -> (plain: Booked, traced: Booked) {
    (try Booked(history.builder()), try Booked(history.builder()) { $0.keepsTrace = true })
  }

  @Test("it is empty unless asked for, and changes nothing", arguments: Way.third(0, of: Way.all))
  func changesNothing(_ way: Way) throws {
    for history in way.histories(51..<53) {
      let (plain, traced) = try traced(history)
      #expect(plain.result.trace.isEmpty)
      #expect(!traced.result.trace.isEmpty)
      #expect(plain.summary == traced.summary, "\(history.name)")
      #expect(plain.codes == traced.codes, "\(history.name)")
    }
  }

  @Test(
    "each state follows from the one before, and the last is what is held",
    arguments: Way.third(1, of: Way.all))
  func isUnbroken(_ way: Way) throws {
    for history in way.histories(61..<65) {
      expectUnbroken(try traced(history).traced, history.name)
    }
  }

  @Test("so it is where methods change", arguments: LotScope.allCases, [TaxRules.none, .us])
  func isUnbrokenByMethods(_ scope: LotScope, _ rules: TaxRules) throws {
    let way = Way(method: .fifo, scope: scope, fees: .capitalize, rules: rules)
    for var history in way.histories(65..<71) {
      history.changeMethods()
      let (plain, traced) = try traced(history)
      #expect(plain.summary == traced.summary, "\(history.name)")
      expectUnbroken(traced, history.name)
    }
  }

  /// A made-up sale that chooses its lot may find two where a wash sale has divided one, or none.
  @Test("so it is under tax rules", arguments: [TaxRules.us, .uk, .ca])
  func isUnbrokenUnderTaxRules(_ rules: TaxRules) throws {
    var count = 0
    let ways = Way.all.filter { $0.method == .fifo || $0.method == .hifo }
    for way in TestScale.some(ways, every: 2, from: rules == .us ? 0 : 1) {
      for var history in way.histories(71..<74, areAll: true) {
        let faults = Set(try bookingFaults(history.builder(), { $0.taxRules = rules }))
        let ofLots: Set = [DiagnosticCode.ambiguousLots, .unmatchedLot, .lotTooSmall]
        #expect(faults.isSubset(of: ofLots), "\(history.name)")
        if !faults.isEmpty { history.takeLotsByMethod() }
        let plain = try Booked(history.builder()) { $0.taxRules = rules }
        let traced = try Booked(history.builder()) {
          $0.taxRules = rules
          $0.keepsTrace = true
        }
        #expect(plain.lots == traced.lots && plain.gains == traced.gains, "\(history.name)")
        #expect(plain.baseGains == traced.baseGains, "\(history.name)")
        expectUnbroken(traced, history.name)
        count += 1
      }
    }
    #expect(count >= (TestScale.isFull ? 12 : 6))
  }

  private func expectUnbroken(_ booked: Booked, _ name: String) {
    var last: [Thread: LotEvent] = [:]
    for event in booked.result.trace {
      #expect(event.before == last[Thread(event)]?.after ?? LotEvent.State(), "\(name)")
      #expect(event.instrument != .missing)
      last[Thread(event)] = event
    }
    let rows = booked.result.trace.filter { $0.kind == .disposed }.compactMap(\.disposal)
    #expect(rows == Array(booked.result.disposals.indices), "\(name)")
    let open = last.values.filter { !$0.after.quantity.isZero || !$0.after.cost.isZero }
    for short in [false, true] {
      let lots = booked.result.lots.filter { $0.isShort == short }
      let events = open.filter { $0.isShort == short }
      #expect(events.map(\.after.cost).total() == lots.map(\.cost).total(), "\(name)")
      #expect(events.map(\.after.quantity).total() == lots.map(\.quantity).total(), "\(name)")
    }
  }

  @Test("what is left of a lot beside a replacement is a lot of its own, with its origin")
  func washSale() throws {
    let booked = try Booked(
      LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
        .event("b1", "2023-01-10", .buy("A", 20, at: 10))
        .event("b2", "2024-02-20", .buy("A", 30, at: 8))
        .event("s1", "2024-03-01", .sell("A", 20, at: 7))
    ) {
      $0.taxRules = .us
      $0.keepsTrace = true
    }
    let kinds = booked.result.trace.map(\.kind)
    #expect(kinds == [.opened, .opened, .taken, .disposed, .divided, .separated, .costRaised])
    let made = try #require(booked.result.trace.first { $0.kind == .separated })
    let raised = try #require(booked.result.trace.last)
    #expect(made.origin == 1 && raised.lot == 1)
    #expect(made.after.cost == 80 && raised.after.cost == 220)
    #expect(raised.disposal == 0)
    #expect(raised.before.holdingFrom == "2024-02-20" && raised.after.holdingFrom == "2022-12-31")
  }

  @Test("what is matched in the United Kingdom stays out of the pool")
  func matchedPurchases() throws {
    let booked = try Booked(
      LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
        .event("b1", "2024-01-10", .buy("A", 100, at: 10))
        .event("s1", "2024-03-01", .sell("A", 60, at: 9))
        .event("b2", "2024-03-15", .buy("A", 20, at: 8))
    ) {
      $0.taxRules = .uk
      $0.keepsTrace = true
    }
    let kinds = booked.result.trace.map(\.kind)
    #expect(kinds == [.opened, .taken, .disposed, .disposed, .opened, .matched])
    let pool = booked.result.trace.map(\.after.quantity)
    #expect(pool == [100, 60, 60, 60, 80, 60])
    #expect(booked.result.trace.map(\.isPool).allSatisfy { $0 })
  }
}
