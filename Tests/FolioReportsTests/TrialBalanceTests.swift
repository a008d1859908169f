import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import FolioReports
@testable import TestSupport

@Suite("Opening, movement and closing")
struct TrialBalanceTests {
  private func books() throws -> BookedLedger {
    let builder = LedgerBuilder(base: "USD").account("usd", "USD").stock("A", "USD")
      .group("d", "2023-03-01", .deposit, cash: [.into("usd", 1000, .deposit)])
      .event("b", "2024-02-01", .buy("A", 10, at: 20))
      .event("s", "2025-02-01", .sell("A", 10, at: 25))
    return try BookedLedger(booking: builder.ledger())
  }

  private func year(_ from: Day?, _ to: Day?) -> Selection {
    var selection = Selection()
    (selection.from, selection.to) = (from, to)
    return selection
  }

  @Test("show an account without a movement, and one without an opening balance")
  func year() throws {
    let report = try Report.trialBalance(books(), year("2024-01-01", "2024-12-31"))
    let expected = """
      Trial balance, 2024-01-01 to 2024-12-31, as of 2025-02-01, in USD

      Account               Cur    Opening  Movement    Closing
      ---------------------------------------------------------
      Assets:Cash:usd       USD   1,000.00   -200.00     800.00
      Assets:Securities:A   USD       0.00    200.00     200.00
      Equity:Contributions  USD  -1,000.00      0.00  -1,000.00

      Sum of opening, USD: 0.00 USD
      Sum of movement, USD: 0.00 USD
      Sum of closing, USD: 0.00 USD

      """
    expectSame(report.text(as: .table), expected)
    let json = report.text(as: .json)
    #expect(
      json.contains(
        #"{"account": "Equity:Contributions", "currency": "USD", "debit": null, "credit": null, "#
          + #""opening": "-1000.00", "movement": "0.00", "closing": "-1000.00"}"#))
    #expect(json.contains(#""debit_USD": "200.00""#))
  }

  @Test("without a first day, are debit and credit as before")
  func sinceTheBeginning() throws {
    let report = try Report.trialBalance(books())
    #expect(report.totals.map(\.key) == ["debit_USD", "credit_USD"])
    #expect(report.text(as: .table).contains("Debit"))
    #expect(!report.text(as: .table).contains("Opening"))
  }

  @Test(
    "add up to zero, and lead from one period to the next", arguments: Way.third(2, of: Way.all))
  func balance(_ way: Way) throws {
    let (first, middle): (Day, Day) = ("2022-01-28", "2022-02-22")
    for history in way.histories(411..<413) {
      let booked = try BookedLedger(booking: history.builder().ledger())
      let whole = try booked.accountBalances()
      let closing = Dictionary(uniqueKeysWithValues: whole.map { (Side($0), $0.amount) })
      for from in [first, middle] {
        let rows = try booked.accountBalances(year(from, nil))
        for row in rows {
          #expect(row.closing == (try row.opening.adding(row.amount)), "\(history.name)")
          #expect(row.closing == closing[Side(row)] ?? .zero, "\(history.name) \(row.account)")
        }
        #expect(Set(rows.filter { !$0.closing.isZero }.map(Side.init)) == Set(closing.keys))
        let report = try Report.trialBalance(booked, year(from, nil))
        let sums = report.totals.filter {
          !$0.key.hasPrefix("debit") && !$0.key.hasPrefix("credit")
        }
        for sum in sums {
          guard case .money(let amount, _) = sum.value else { continue }
          #expect(amount.isZero, "\(history.name) \(sum.key)")
        }
      }
      // What closes one period opens the next.
      let before = try booked.accountBalances(year(first, middle.adding(days: -1)))
      let after = try booked.accountBalances(year(middle, nil))
      let openings = after.filter { !$0.opening.isZero }.map { ($0.opening, Side($0)) }
      let closings = before.filter { !$0.closing.isZero }.map { ($0.closing, Side($0)) }
      #expect(openings.count == closings.count && zip(openings, closings).allSatisfy { $0 == $1 })
    }
  }
}

private struct Side: Hashable {
  let account: String
  let currency: Currency

  init(_ row: AccountBalance) { (account, currency) = (row.account, row.currency) }
}
