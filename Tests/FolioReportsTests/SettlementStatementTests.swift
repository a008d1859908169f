import FolioBooking
import FolioModel
import FolioNumbers
import FolioValuation
import Testing

@testable import FolioReports
@testable import TestSupport

/// Trades that settle two days later, in their order.
private func books() -> LedgerBuilder {
  LedgerBuilder(base: "USD").account("usd", "USD").account("eur", "EUR").stock("A")
    .stock("E", "EUR").rate("2024-01-01", "EUR", "USD", "1.10")
    .rate("2024-01-09", "EUR", "USD", "1.07")
    .group("i1", "2024-01-01", .deposit, cash: [.into("usd", 9000, .deposit)])
    .group("i2", "2024-01-02", .deposit, cash: [.into("eur", 7000, .deposit)])
    .event("b1", "2024-01-02", .buy("A", 30, at: 50).fees(7, taxes: 2).settling("2024-01-04"))
    .event("b2", "2024-01-03", .buy("E", 70, at: "33.33").fees(3).settling("2024-01-05"))
    .event("s1", "2024-01-05", .sell("E", 21, at: 40).fees(4).settling("2024-01-09"))
    .event("b3", "2024-01-06", .buy("A", 5, at: 52).settling("2024-01-10"))
    .event("d1", "2024-01-07", .dividend("E", "17.70", withheld: "4.40").settling("2024-01-08"))
    .event("s2", "2024-01-09", .sell("A", 7, at: 41).settling("2024-01-11"))
    .price("A", "2024-01-02", 55).price("E", "2024-01-02", 36).price("A", "2024-01-07", 50)
}

extension StockRow {
  fileprivate func settling(_ day: Day) -> StockRow { with { $0.settles = day } }
}

@Suite("Statements by settlement date")
struct SettlementStatementTests {
  private static let days = (1...12).map { Day(daysSince1970: Int32(19_722 + $0)) ?? .first }

  private func statement(_ ledger: Ledger, _ from: Day?, _ to: Day) throws -> ProfitAndLoss {
    var options = BookingOptions()
    options.asOf = to
    options.dateBasis = .settlement
    return try ProfitAndLoss(of: ledger, options, from: from, .cost)
  }

  private func trialBalance(_ ledger: Ledger, _ day: Day) throws -> [String: ExactDecimal] {
    var options = BookingOptions()
    options.asOf = day
    options.dateBasis = .settlement
    var sums: [String: ExactDecimal] = [:]
    for row in try BookedLedger(booking: ledger, options).accountBalances() {
      sums["\(row.account) \(row.currency)"] = row.amount.normalized()
    }
    return sums
  }

  @Test("the balance sheet has the cash and the cost of the trial balance", arguments: days)
  func ties(_ day: Day) throws {
    let ledger = try books().ledger()
    let result = try statement(ledger, nil, day)
    let sheet = Report.balanceSheet(result)
    var expected = try trialBalance(ledger, day)
    for account in ledger.tables.cashAccounts.indices {
      let id = ledger.tables.text(ledger.tables.cashAccounts[account].id)
      let name = "Assets:Cash:\(id) \(id == "usd" ? "USD" : "EUR")"
      #expect(
        result.booked.cash[account].balance.normalized() == expected.removeValue(forKey: name) ?? 0)
    }
    for symbol in ["A", "E"] {
      var cost = ExactDecimal.zero
      for lot in result.booked.lots where ledger.tables.symbol(lot.instrument) == symbol {
        try cost.add(lot.cost)
      }
      let name = "Assets:Securities:\(symbol) \(symbol == "A" ? "USD" : "EUR")"
      #expect(cost.normalized() == expected.removeValue(forKey: name) ?? 0)
    }
    #expect(!expected.keys.contains { $0.hasPrefix("Assets:") })
    #expect(sheet.total("difference") == "0.00")
    #expect(sheet.dateBasis == .settlement && sheet.caption.contains("by settlement date"))
  }

  @Test("retained results grow by the income statement of the days between")
  func results() throws {
    let ledger = try books().ledger()
    func retained(_ day: Day) throws -> ExactDecimal {
      try #require(try statement(ledger, nil, day).resultLines.sum(\.amount))
    }
    for (start, end) in zip(Self.days, Self.days.dropFirst(3)) {
      let next = try #require(start.adding(days: 1))
      let between = try #require(try statement(ledger, next, end).resultLines.sum(\.amount))
      #expect(try retained(start).adding(between).normalized() == retained(end).normalized())
    }
  }

  @Test("where one old rate is missing, the one line that needs it is the rest")
  func missingRate() throws {
    let builder = LedgerBuilder(base: "USD").account("usd", "USD").account("eur", "EUR").stock("A")
      .group("i0", "2023-01-01", .deposit, cash: [.into("eur", 100, .deposit)])
      .group("i1", "2024-01-01", .deposit, cash: [.into("usd", 900, .deposit)])
      .event("b", "2024-01-02", .buy("A", 10, at: 50)).price("A", "2024-01-09", 55)
      .rate("2024-01-09", "EUR", "USD", 2)
    let result = try ProfitAndLoss(
      of: try builder.ledger(), BookingOptions(), from: nil, .cost)
    let sheet = Report.balanceSheet(result)
    #expect(sheet.total("equity") == "1150.00")
    let lines = sheet.column("line")
    let amounts = sheet.column("amount_base")
    #expect(lines.last == "not_told_apart" && amounts.last == "1100.00")
    #expect(amounts[lines.firstIndex(of: "unrealized_gains") ?? 0] == "50.00")
    #expect(sheet.total("difference") == "null")
  }
}

@Suite("Rates that a report used")
struct UsedRateTests {
  private func report() throws -> Report {
    let builder = LedgerBuilder(base: "USD").account("eur", "EUR").account("jpy", "JPY")
      .account("gbp", "GBP").account("usd", "USD")
      .rate("2024-01-01", "EUR", "USD", "1.10").rate("2024-01-02", "USD", "GBP", "0.80")
      .rate("2024-01-03", "EUR", "JPY", 160)
      .group(
        "i", "2024-01-04", .deposit,
        cash: [
          .into("eur", 1, .deposit), .into("jpy", 1, .deposit), .into("gbp", 1, .deposit),
          .into("usd", 1, .deposit),
        ])
    return Report.cash(try BookedLedger(booking: builder.ledger()))
  }

  @Test("each says its day and whether it is direct, an inverse or a cross")
  func kinds() throws {
    let report = try report()
    #expect(report.rates.map(\.kind) == [.direct, .inverse, .cross])
    #expect(report.rates.map(\.rate.day) == ["2024-01-01", "2024-01-02", "2024-01-01"])
    #expect(
      report.notes.last
        == "Rates on 2024-01-04: 1 EUR = 1.1 USD (2024-01-01); "
        + "1 GBP = 1.25 USD (2024-01-02, from 1 USD = 0.8 GBP); "
        + "1 JPY = 0.006875 USD (2024-01-01, by way of EUR).")
  }

  @Test("JSON has them as objects")
  func json() throws {
    let text = try report().text(as: .json)
    #expect(
      text.contains(
        #"{"from": "JPY", "to": "USD", "on": "2024-01-04", "rate": "0.006875", "#
          + #""rate_date": "2024-01-01", "rate_kind": "cross", "rate_via": "JPY/EUR/USD"}"#))
  }
}
