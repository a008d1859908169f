import FolioDiagnostics
import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("Which groups count: status, day, settlement")
struct SelectionTests {
  private func books() -> LedgerBuilder {
    LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
      .group("d", "2024-01-01", .deposit, cash: [.into("usd", 1000, .deposit)])
  }

  private func cash(_ booked: Booked) -> [String] {
    booked.result.cash.map { "\(booked.text($0.balance)) \(booked.text($0.settled))" }
  }

  private func buying(_ status: GroupStatus = .settled) -> LedgerBuilder {
    books().event(
      "g1", "2024-01-10", .buy("A", 10, at: 10).with { $0.settles = "2024-01-12" },
      status: status)
  }

  @Test("a void group and a deleted one move nothing")
  func void() throws {
    let builder = buying(.void)
    builder.group(
      GroupRow(
        id: "x", at: "2024-01-11", isDeleted: true, cash: [.into("usd", 5, .deposit)]))
    let booked = try Booked(builder)
    #expect(booked.lots.isEmpty)
    #expect(cash(booked) == ["1000 1000"])
    #expect(booked.result.bookedGroups == 1)
  }

  @Test("a void group may be out of balance and sell what is not held")
  func voidNonsense() throws {
    let booked = try Booked(
      books().group(
        "v", "2024-01-02", status: .void, stock: [.sell("A", 5, at: 1)],
        cash: [.out("usd", 99)]))
    #expect(cash(booked) == ["1000 1000"])
  }

  @Test("a pending group counts, and its cash is not settled")
  func pending() throws {
    let booked = try Booked(buying(.pending))
    #expect(booked.lots == ["A - 2024-01-10 10 100 100"])
    #expect(cash(booked) == ["900 1000"])
    #expect(booked.codes.isEmpty)
  }

  @Test("a pending group is left out on request")
  func excluded() throws {
    let booked = try Booked(buying(.pending)) { $0.excludesPending = true }
    #expect(booked.lots.isEmpty)
    #expect(cash(booked) == ["1000 1000"])
  }

  @Test("a group that is still pending after its settlement date is W406")
  func overdue() throws {
    #expect(try Booked(buying(.pending)) { $0.asOf = "2024-01-12" }.codes == [])
    #expect(
      try Booked(buying(.pending)) { $0.asOf = "2024-01-13" }.codes == [.pendingPastSettlement])
  }

  @Test("a position exists from its trade date, cash is settled from its settlement date")
  func asOf() throws {
    let expected: [(Day, Int, String)] = [
      ("2024-01-09", 0, "1000 1000"), ("2024-01-10", 1, "900 1000"),
      ("2024-01-11", 1, "900 1000"), ("2024-01-12", 1, "900 900"),
    ]
    for (day, lots, balances) in expected {
      let booked = try Booked(buying()) { $0.asOf = day }
      #expect(booked.lots.count == lots, "\(day)")
      #expect(cash(booked) == [balances], "\(day)")
      expectSoundBooks(booked)
    }
  }

  @Test("by settlement date a trade counts when it settles, and is acquired on its trade date")
  func settlementBasis() throws {
    let before = try Booked(buying()) {
      $0.dateBasis = .settlement
      $0.asOf = "2024-01-11"
    }
    #expect(before.lots.isEmpty)
    let after = try Booked(buying()) { $0.dateBasis = .settlement }
    #expect(after.lots == ["A - 2024-01-10 10 100 100"])
  }

  @Test("by settlement date a sale that settles before its purchase finds the lot")
  func saleSettlesFirst() throws {
    let builder = LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
      .event("g1", "2024-01-02", .buy("A", 10, at: 10).with { $0.settles = "2024-01-08" })
      .event("g2", "2024-01-03", .sell("A", 4, at: 12).with { $0.settles = "2024-01-04" })
    let booked = try Booked(builder) {
      $0.dateBasis = .settlement
      $0.asOf = "2024-01-05"
    }
    #expect(booked.lots.isEmpty)
    #expect(booked.result.disposals.map(\.disposed) == ["2024-01-04"])
    #expect(booked.result.disposals.map(\.acquired) == ["2024-01-02"])
    #expect(booked.result.cash.map(\.balance) == ["48"])
  }

  @Test("without a day the whole ledger is booked, as of its last day")
  func lastDay() throws {
    let booked = try Booked(buying())
    #expect(booked.result.options.asOf == "2024-01-12")
    #expect(booked.result.bookedGroups == 2)
  }

  @Test("without a day also a group is booked that settles before its trade")
  func settlesEarlier() throws {
    let builder = books().event(
      "g1", "2024-01-10", .buy("A", 10, at: 10).with { $0.settles = "2024-01-05" })
    let booked = try Booked(builder)
    #expect(booked.codes == [.settlesBeforeTrade])
    #expect(booked.lots == ["A - 2024-01-10 10 100 100"])
  }

  @Test("cash below zero at the end of a day is a warning on request, once for each account: W408")
  func negativeCash() throws {
    let builder = books()
      .event("g1", "2024-01-10", .buy("A", 200, at: 10))
      .event("g2", "2024-01-11", .buy("A", 200, at: 10))
    #expect(try Booked(builder).codes == [])
    #expect(try Booked(builder) { $0.warnsOfNegativeCash = true }.codes == [.negativeCash])
    let sameDay = books()
      .event("g1", "2024-01-10", .buy("A", 200, at: 10))
      .group("g2", "2024-01-10", cash: [.into("usd", 2_000, .deposit)])
    #expect(try Booked(sameDay) { $0.warnsOfNegativeCash = true }.codes == [])
  }

  @Test("a journal and disposals that are not kept change nothing else")
  func leaner() throws {
    let builder = buying().event("g2", "2024-02-01", .sell("A", 4, at: 20))
    let full = try Booked(builder)
    let lean = try Booked(builder) {
      $0.keepsPostings = false
      $0.keepsDisposals = false
    }
    #expect(lean.lots == full.lots)
    #expect(cash(lean) == cash(full))
    #expect(lean.result.postings.isEmpty && lean.result.disposals.isEmpty)
    #expect(full.result.disposals.count == 1)
  }

  @Test("income that is not kept changes nothing else, and rates that it lacks are warned of")
  func withoutIncome() throws {
    let builder = buying().account("eur", "EUR")
      .event("g2", "2024-02-01", .dividend("A", 4).inCurrency("EUR"))
      .event("g3", "2024-02-02", .sell("A", 4, at: 20))
    let full = try Booked(builder)
    let lean = try Booked(builder) { $0.keepsIncome = false }
    #expect(full.result.income.count == 1 && lean.result.income.isEmpty)
    #expect(full.codes == [.noRate] && lean.codes == full.codes)
    #expect(lean.gains == full.gains && lean.lots == full.lots)
  }

  @Test("groups are booked by instant, also across offsets, not in the order of the rows")
  func order() throws {
    let builder = books()
      .event("g2", "2024-01-10T09:00:00+02:00", .sell("A", 5, at: 20))
      .event("g1", "2024-01-10T06:59:59Z", .buy("A", 5, at: 10))
    #expect(try Booked(builder).gains == ["A 2024-01-10 5 100 50"])
  }

  @Test("a split entered as a date alone comes before its day's trades, which have an hour")
  func splitFirst() throws {
    let builder = buying()
      .event("g2", "2024-01-20T10:00:00Z", .sell("A", 20, at: 6))
      .event("g3", "2024-01-20", .split("A", 2, for: 1))
    #expect(try Booked(builder).gains == ["A 2024-01-10 20 120 100"])
  }

  @Test("a split with an hour, or among dates alone, stands where it says")
  func splitByInstant() throws {
    let later = buying().event("g2", "2024-01-20T10:00:00Z", .sell("A", 20, at: 6))
      .event("g3", "2024-01-20T18:00:00Z", .split("A", 2, for: 1))
    #expect(try bookingFaults(later) == [.soldMoreThanHeld])
    let dates = buying().event("g2", "2024-01-20", .sell("A", 4, at: 6))
      .event("g3", "2024-01-20", .split("A", 2, for: 1))
    #expect(try Booked(dates).lots == ["A - 2024-01-10 12 60 60"])
  }

  @Test("faults in the sound part of a faulty ledger leave out mere consequences")
  func validPart() throws {
    let builder = books().stock("B")
      .group("bad", "2024-01-03", stock: [.buy("A", 10, at: 10)], cash: [.out("usd", 1)])
      .event("g1", "2024-01-10", .sell("A", 10, at: 10))
      .event("g2", "2024-01-10", .sell("B", 10, at: 10))
    let check = builder.check()
    #expect(check.faults.map(\.code) == [.unbalancedGroup])
    let found = BookedLedger.faults(in: check)
    #expect(found.faults.map(\.code) == [.soldMoreThanHeld])
    #expect(found.faults.first?.message.contains("10 B ") == true)
  }
}
