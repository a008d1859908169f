import FolioDiagnostics
import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("Settlement: what is there, what is to come, what is to go")
struct SettlementTests {
  private func books() -> LedgerBuilder {
    LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
      .group("d", "2024-01-01", .deposit, cash: [.into("usd", 1000, .deposit)])
  }

  private func trading(
    _ status: GroupStatus = .settled, settledAt: Timestamp? = nil
  ) -> LedgerBuilder {
    books().group(
      GroupRow(
        id: "g1", at: "2024-01-10", type: .stockTrade, status: status, settledAt: settledAt,
        stock: [StockRow.buy("A", 10, at: 10).with { $0.settles = "2024-01-12" }],
        cash: [.out("usd", 100)]))
  }

  /// `balance settled in out available` of each account.
  private func cash(_ booked: BookedLedger) -> [String] {
    booked.cash.map { row in
      [row.balance, row.settled, row.pendingIn, row.pendingOut, row.available ?? "-1"]
        .map { $0.normalized().description }.joined(separator: " ")
    }
  }

  @Test("once all has settled, books by either date have the same lots", arguments: Way.all)
  func settledBooks(_ way: Way) throws {
    for history in way.histories(831..<832) {
      let first = try Booked(history).result
      guard let last = first.ledger.lastDay else { continue }
      var options = first.options
      options.dateBasis = .trade
      options.asOf = last.adding(days: 40)
      let traded = BookedLedger.book(first.ledger, options).booked
      options.dateBasis = .settlement
      let settled = BookedLedger.book(first.ledger, options).booked
      let shared = traded.booked(by: .settlement)
      #expect(shared.options.dateBasis == .settlement)
      #expect(Booked(shared).lots == Booked(settled).lots, "\(history.name)")
      #expect(cash(shared) == cash(settled), "\(history.name)")
    }
  }

  @Test("cash that is to go out is not available, by either date")
  func available() throws {
    let traded = try Booked(trading()) { $0.asOf = "2024-01-11" }
    #expect(cash(traded.result) == ["900 1000 0 100 900"])
    #expect(cash(traded.result.booked(by: .settlement)) == ["1000 1000 0 100 900"])
    let after = try Booked(trading()) { $0.asOf = "2024-01-12" }
    #expect(cash(after.result) == ["900 900 0 0 900"])
    #expect(cash(after.result.booked(by: .settlement)) == ["900 900 0 0 900"])
  }

  @Test("cash that is to come in is not available")
  func comingIn() throws {
    let builder = books().group(
      GroupRow(
        id: "w", at: "2024-01-05", type: .deposit, settledAt: "2024-01-08",
        cash: [.into("usd", 50, .deposit)]))
    let booked = try Booked(builder) { $0.asOf = "2024-01-07" }
    #expect(cash(booked.result) == ["1050 1000 50 0 1000"])
    #expect(booked.result.ledger.lastDay == "2024-01-08")
  }

  @Test("settled_at counts, whatever the settlement dates of the legs are")
  func settledAt() throws {
    let late = trading(settledAt: "2024-01-20T23:30:00-08:00")
    #expect(cash(try Booked(late) { $0.asOf = "2024-01-19" }.result) == ["900 1000 0 100 900"])
    #expect(cash(try Booked(late) { $0.asOf = "2024-01-20" }.result) == ["900 900 0 0 900"])
    let early = trading(settledAt: "2024-01-10")
    #expect(cash(try Booked(early) { $0.asOf = "2024-01-10" }.result) == ["900 900 0 0 900"])
    let lots = try Booked(late) {
      $0.asOf = "2024-01-19"
      $0.dateBasis = .settlement
    }
    #expect(lots.lots.isEmpty)
  }

  @Test("by settlement date a disposal bears the day that settled_at gives")
  func disposal() throws {
    let builder = trading().group(
      GroupRow(
        id: "s", at: "2024-01-15", type: .stockTrade, settledAt: "2024-01-22",
        stock: [StockRow.sell("A", 4, at: 12).with { $0.settles = "2024-01-17" }],
        cash: [.into("usd", 48)]))
    #expect(try Booked(builder).result.disposals.map(\.disposed) == ["2024-01-15"])
    let settled = try Booked(builder) { $0.dateBasis = .settlement }
    #expect(settled.result.disposals.map(\.disposed) == ["2024-01-22"])
  }

  @Test("what is pending has not settled: the status counts, and W418 says so")
  func pending() throws {
    let builder = trading(.pending, settledAt: "2024-01-12")
    let booked = try Booked(builder) { $0.asOf = "2024-01-12" }
    #expect(cash(booked.result) == ["900 1000 0 100 900"])
    #expect(booked.codes == [.settledAndPending])
    let settled = try Booked(builder) {
      $0.asOf = "2024-01-13"
      $0.dateBasis = .settlement
    }
    #expect(settled.lots.isEmpty)
    #expect(cash(settled.result) == ["1000 1000 0 100 900"])
    #expect(settled.codes == [.settledAndPending, .pendingPastSettlement])
  }

  @Test("a void group never counts, whatever its settled_at is")
  func void() throws {
    let booked = try Booked(trading(.void, settledAt: "2024-01-12"))
    #expect(cash(booked.result) == ["1000 1000 0 0 1000"])
    #expect(booked.codes.isEmpty)
  }

  @Test("settled before the trade is W411")
  func beforeTrade() throws {
    #expect(try Booked(trading(settledAt: "2024-01-09")).codes == [.settlesBeforeTrade])
  }

  @Test(
    "cash is what has settled, and comes in, less what goes out",
    arguments: Way.third(0, of: Way.all))
  func identity(_ way: Way) throws {
    for var history in way.histories(71..<74) {
      // What a split or a transfer leaves counts from its day, and so does its cash.
      for (index, group) in history.groups.enumerated()
      where group.stock.contains(where: { !$0.type.isTrade }) {
        history.groups[index].status = .settled
      }
      let ledger = try history.builder().ledger()
      for step in 1...6 {
        var options = BookingOptions()
        options.asOf = history.groups[history.groups.count * step / 6 - 1].at.day
        let traded = try BookedLedger(booking: ledger, options)
        options.dateBasis = .settlement
        let settled = try BookedLedger(booking: ledger, options)
        for (left, right) in zip(traded.cash, settled.cash) {
          #expect(left.balance == left.settled + left.pendingIn - left.pendingOut)
          #expect(right.balance == right.settled)
          #expect(left.settled == right.settled, "\(history.name), \(step)")
          #expect(left.pendingIn == right.pendingIn && left.pendingOut == right.pendingOut)
        }
      }
    }
  }

  @Test("what is pending never makes a sound ledger faulty", arguments: Way.third(1, of: Way.all))
  func sound(_ way: Way) throws {
    for var history in way.histories(91..<94) {
      // A group may name one of its lots alone only because the sale of another has settled.
      if history.method != .specific { history.takeLotsByMethod() }
      let traded = try Booked(history.builder())
      let settled = try Booked(history.builder()) { $0.dateBasis = .settlement }
      #expect(traded.result.cash.map(\.settled) == settled.result.cash.map(\.settled))
      #expect(traded.result.cash.map(\.pending) == settled.result.cash.map(\.pending))
    }
  }

  @Test(
    "when all has settled, both dates give the same books", arguments: Way.third(2, of: Way.all))
  func same(_ way: Way) throws {
    for var history in way.histories(81..<84) {
      for index in history.groups.indices where history.groups[index].status == .pending {
        history.groups[index].status = .settled
      }
      let traded = try Booked(history.builder())
      let settled = try Booked(history.builder()) { $0.dateBasis = .settlement }
      expectSoundBooks(settled)
      #expect(traded.lots == settled.lots, "\(history.name)")
      #expect(traded.gains == settled.gains && traded.baseGains == settled.baseGains)
      #expect(traded.result.cash == settled.result.cash)
      #expect(
        traded.summary.filter { !$0.hasPrefix("gain") }
          == settled.summary.filter { !$0.hasPrefix("gain") }, "\(history.name)")
    }
  }
}
