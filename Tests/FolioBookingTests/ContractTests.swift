import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("Contracts, bonds and the interest that had accrued on them")
struct ContractTests {
  @Test("ten options on 100 shares each at 2.50 are worth 2,500")
  func multiplier() throws {
    let booked = try Booked(
      LedgerBuilder(base: "USD").account("usd", "USD").contract("O", multiplier: 100)
        .event("g1", "2024-01-01", .buy("O", 10, at: "2.5"))
        .event("g2", "2024-02-01", .sell("O", 4, at: 3)))
    #expect(booked.gains == ["O 2024-01-01 4 1200 1000"])
    #expect(booked.lots == ["O - 2024-01-01 6 1500 1500"])
    #expect(booked.balance("Assets:Cash:usd") == "-1300")
    expectSoundBooks(booked)
  }

  @Test("a bond of 10,000 at 98.25 per cent is worth 9,825")
  func priceFactor() throws {
    let booked = try Booked(
      LedgerBuilder(base: "USD").account("usd", "USD").contract("N", priceFactor: "0.01")
        .event("g1", "2024-01-01", .buy("N", 10_000, at: "98.25")))
    #expect(booked.lots == ["N - 2024-01-01 10000 9825 9825"])
  }

  @Test("accrued interest is paid with a purchase and received with a sale, beside the cost")
  func accrued() throws {
    let booked = try Booked(
      LedgerBuilder(base: "USD").account("usd", "USD").contract("N", priceFactor: "0.01")
        .event("g1", "2024-01-01", .buy("N", 10_000, at: 98).fees(10).accrued(120))
        .event("g2", "2024-02-01", .sell("N", 5000, at: 99).fees(5).accrued("75.5")))
    #expect(booked.gains == ["N 2024-01-01 5000 4945 4905"])
    #expect(booked.lots == ["N - 2024-01-01 5000 4905 4905"])
    #expect(booked.balance("Income:AccruedInterest:N") == "44.5")
    #expect(booked.balance("Assets:Cash:usd") == "-4909.5")
    #expect(booked.result.income.map(\.kind) == [.accruedInterest, .accruedInterest])
    #expect(booked.result.income.map(\.gross) == [-120, "75.5"])
    expectSoundBooks(booked)
  }

  @Test("so it is with short sales and covers, and with fees expensed")
  func shorts() throws {
    let booked = try Booked(
      LedgerBuilder(base: "USD").account("usd", "USD").stock("N")
        .settings { $0.feeTreatment = .expense }
        .event("g1", "2024-01-01", .shortSell("N", 10, at: 98).fees(2).accrued(7))
        .event("g2", "2024-02-01", .cover("N", 10, at: 90).fees(2).accrued(9)))
    #expect(booked.gains == ["N 2024-01-01 10 980 900"])
    #expect(booked.result.income.map(\.gross) == [7, -9])
    #expect(booked.balance("Expenses:Fees") == "4")
    expectSoundBooks(booked)
  }

  @Test("a trade that crosses zero pays its interest once")
  func crossing() throws {
    let booked = try Booked(
      LedgerBuilder(base: "USD").account("usd", "USD").stock("N")
        .settings { $0.crossingZero = .allow }
        .event("g1", "2024-01-01", .buy("N", 10, at: 98))
        .event("g2", "2024-02-01", .sell("N", 15, at: 90).accrued(9)))
    #expect(booked.result.income.map(\.gross) == [9])
    #expect(booked.lots == ["-N - 2024-02-01 5 450 450"])
    expectSoundBooks(booked)
  }

  @Test("by settlement date the interest of what has not settled is not income yet")
  func unsettled() throws {
    let builder = LedgerBuilder(base: "USD").account("usd", "USD").stock("N")
      .event(
        "g1", "2024-01-01", .buy("N", 10, at: 98).accrued(9).with { $0.settles = "2024-01-03" })
    let booked = try Booked(builder) {
      $0.dateBasis = .settlement
      $0.asOf = "2024-01-02"
    }
    #expect(booked.result.income.isEmpty)
    #expect(booked.result.postings.isEmpty)
  }

  @Test("the interest in base is at the rate of the leg")
  func base() throws {
    let booked = try Booked(
      LedgerBuilder(base: "USD").account("eur", "EUR").stock("N", "EUR")
        .event("g1", "2024-01-01", .buy("N", 10, at: 98).accrued(9).atRate("1.5")))
    let income = try #require(booked.result.income.first)
    #expect(try income.rate?.convert(income.gross) == "-13.5")
  }
}
