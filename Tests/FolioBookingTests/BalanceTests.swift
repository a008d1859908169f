import FolioDiagnostics
import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("Balances of statements")
struct BalanceTests {
  private func books() -> LedgerBuilder {
    LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
      .group("d", "2024-01-01", cash: [.into("usd", 1_000, .deposit)])
  }

  @Test("hold in every history, and one that is changed is the only fault")
  func laws() throws {
    for way in TestScale.some(Way.all + Way.ruled, from: 1) {
      for plain in way.histories(171..<173) {
        let days = [1, 4, 7].map { plain.groups[plain.groups.count * $0 / 8].at.day }
        var history = try plain.statingBalances(of: days).statingUnits()
        #expect(try bookingFaults(history.builder()) == [], "\(history.name)")
        var dice = Dice(seed: history.seed)
        let index = dice.below(history.balances.count)
        history.balances[index].value = history.balances[index].value + 1
        let found = try bookingDiagnostics(history.builder())
        #expect(found.map(\.code) == [.balanceDiffers], "\(history.name)")
        #expect(found.first?.message.hasSuffix("less than this row says") == true)
      }
    }
  }

  @Test("are of the end of the day, by trade date, with pending groups and without void ones")
  func whatCounts() throws {
    let builder = books()
      .group("v", "2024-01-02", status: .void, cash: [.into("usd", 5, .deposit)])
      .event("b", "2024-01-03T23:59:59Z", .buy("A", 10, at: 20), status: .pending)
      .balance("2024-01-02", cash: "usd", 1_000).balance("2024-01-03", cash: "usd", 800)
      .balance("2024-01-02", "A", 0).balance("2024-01-03", "A", 10)
    #expect(try bookingFaults(builder) == [])
    #expect(try bookingFaults(builder) { $0.dateBasis = .settlement } == [])
    #expect(try bookingFaults(builder) { $0.excludesPending = true } == [])
  }

  @Test("allow half a minor unit of cash, and nothing of units")
  func tolerance() throws {
    let cases: [(ExactDecimal, [DiagnosticCode])] = [
      ("1000.005", []), ("999.995", []), ("1000.0051", [.balanceDiffers]),
    ]
    for (amount, faults) in cases {
      #expect(try bookingFaults(books().balance("2024-01-01", cash: "usd", amount)) == faults)
    }
    let units = books().balance("2024-01-01", "A", "0.000001")
    #expect(try bookingFaults(units) == [.balanceDiffers])
  }

  @Test("name the first group after the last one that holds, and count those up to their day")
  func history() throws {
    let builder = books()
      .group("e", "2024-01-02", cash: [.into("usd", 1, .deposit), .into("usd", 2, .deposit)])
      .group("f", "2024-01-03", cash: [.into("usd", 4, .deposit)])
      .balance("2024-01-01", cash: "usd", 1_000).balance("2024-01-05", cash: "usd", 1_010)
      .balance("2023-12-31", cash: "usd", 1)
    let found = try bookingDiagnostics(builder)
    #expect(
      found.map(\.message) == [
        "the balance of \"usd\" is 1007.00 USD at the end of 2024-01-05, 3.00 USD less than this "
          + "row says",
        "the balance of \"usd\" is 0.00 USD at the end of 2023-12-31, 1.00 USD less than this row "
          + "says",
      ])
    #expect(
      found.map(\.help) == [
        "The balance of 2024-01-01 holds. The first group after it is \"e\" of 2024-01-02; "
          + "1 more follows by 2024-01-05. Correct the groups, or this row.",
        "No group moves it by 2023-12-31. Correct the groups, or this row.",
      ])
  }

  @Test("that differ by as much as the one before are a consequence, and others are not")
  func followers() throws {
    let builder = books().group("e", "2024-01-02", cash: [.into("usd", 5, .deposit)])
      .group("f", "2024-01-04", cash: [.into("usd", 7, .deposit)])
      .balance("2024-01-01", cash: "usd", 998).balance("2024-01-02", cash: "usd", "1003.005")
      .balance("2024-01-03", cash: "usd", 1_003).balance("2024-01-04", cash: "usd", 1_003)
      .balance("2024-01-05", cash: "usd", 1_012)
    let found = try bookingDiagnostics(builder)
    #expect(found.map(\.code) == [.balanceDiffers, .balanceDiffers])
    #expect(
      found.map(\.help) == [
        "Its first group is \"d\" of 2024-01-01; no other follows by 2024-01-01. The next 2 "
          + "balances differ by as much. Correct the groups, or this row.",
        "The balance of 2024-01-03 differs by another amount. The first group after it is \"f\" "
          + "of 2024-01-04; no other follows by 2024-01-04. Correct the groups, or this row.",
      ])
  }

  @Test("count once if they are equal, and are cancelled by a deleted row after them")
  func rows() throws {
    let twice = books().balance("2024-01-01", cash: "usd", 1)
      .balance("2024-01-01", cash: "usd", "1.00")
    #expect(try bookingFaults(twice) == [.balanceDiffers])
    let cancelled = twice.balance("2024-01-01", cash: "usd", 2)
      .balance("2024-01-01", cash: "usd", 0, isDeleted: true)
    #expect(try bookingFaults(cancelled) == [])
    let again = cancelled.balance("2024-01-01", cash: "usd", 1)
    #expect(try bookingFaults(again) == [.balanceDiffers])
  }

  @Test("of later days do not matter to a report, and none does while there are other faults")
  func scope() throws {
    let builder = books().balance("2024-02-01", cash: "usd", 1)
    #expect(try bookingFaults(builder) == [.balanceDiffers])
    #expect(try bookingFaults(builder) { $0.asOf = "2024-01-31" } == [])
    builder.event("s", "2024-01-05", .sell("A", 1, at: 1))
    #expect(try bookingFaults(builder) == [.soldMoreThanHeld])
  }

  @Test(
    "of units are of the account that they name, whatever lots are matched",
    arguments: LotScope.allCases)
  func accounts(_ scope: LotScope) throws {
    let builder = books().settings { $0.lotScope = scope }
      .event("b", "2024-01-02", .buy("A", 10, at: 20).inAccount("one"))
      .event("c", "2024-01-03", .buy("A", 5, at: 20).inAccount("two"))
      .balance("2024-01-03", "A", 10, account: "one").balance("2024-01-03", "A", 15)
    #expect(try bookingFaults(builder) == [])
    builder.event("s", "2024-01-04", .sell("A", 3, at: 20).inAccount("two"))
      .balance("2024-01-04", "A", 10, account: "one")
      .balance("2024-01-04", "A", 2, account: "two").balance("2024-01-04", "A", 12)
    #expect(try bookingFaults(builder) == [])
    builder.balance("2024-01-05", "A", 7, account: "one")
    #expect(try bookingFaults(builder) == [.balanceDiffers])
  }

  @Test("of units by account keep the method of a ledger that keeps its lots by account")
  func namedLots() throws {
    let builder = books()
      .event("b", "2024-01-02", .buy("A", 10, at: 20).inAccount("one"))
      .event("c", "2024-01-03", .buy("A", 10, at: 20).inAccount("one"))
      .event("s", "2024-01-04", .sell("A", 10, at: 20).inAccount("one"))
      .event(
        "n", "2024-01-05",
        .sell("A", 4, at: 20).inAccount("one").lots(LotRow(group: "b", quantity: 4))
      )
      .balance("2024-01-05", "A", 6, account: "one")
    let faults = try bookingFaults(builder) { ($0.method, $0.lotScope) = (.lifo, .account) }
    #expect(faults == [])
  }

  @Test("that are below zero are of overdrafts and short positions")
  func negative() throws {
    let builder = books().event("s", "2024-01-02", .shortSell("A", 3, at: 10))
      .group("w", "2024-01-03", cash: [.out("usd", 2_000, .withdrawal)])
      .balance("2024-01-02", "A", -3).balance("2024-01-03", cash: "usd", -970)
    #expect(try bookingFaults(builder) == [])
  }
}
