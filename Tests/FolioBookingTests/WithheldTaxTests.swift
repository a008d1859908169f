import FolioBooking
import FolioModel
import FolioNumbers
import Testing

@testable import TestSupport

@Suite("Tax that is withheld apart from a dividend, and from interest")
struct WithheldTaxTests {
  /// A dividend of 100 with 30 of tax; later the 30 come back, and 15 are withheld.
  private func books(_ type: GroupType) -> LedgerBuilder {
    LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
      .event("buy", "2024-01-02", .buy("A", 10, at: 10))
      .event("paid", "2024-02-01", .dividend("A", 100, withheld: 30))
      .group("back", "2024-06-03", type, cash: [.into("usd", 30, .tax).about("A")])
      .group("again", "2024-06-03", type, cash: [.out("usd", 15, .tax).about("A")])
  }

  @Test("is income of zero with the tax, below zero if it comes back")
  func isIncome() throws {
    let booked = try Booked(books(.dividend))
    #expect(booked.result.income.map(\.gross) == [100, 0, 0])
    #expect(booked.result.income.map(\.taxWithheld) == [30, -30, 15])
    #expect(booked.result.income.allSatisfy { $0.kind == .dividend })
    let payers = booked.result.income.map { booked.tables.symbol($0.instrument) }
    #expect(payers == ["A", "A", "A"])
    #expect(booked.codes.isEmpty)
  }

  @Test("has the accounts that it has in a group of tax, which is no income")
  func keepsItsAccounts() throws {
    let (own, tax) = (try Booked(books(.dividend)), try Booked(books(.tax)))
    #expect(tax.result.income.count == 1)
    for account in ["Expenses:Taxes:Paid:A", "Expenses:Taxes:Withholding", "Assets:Cash:usd"] {
      #expect(own.balance(account) == tax.balance(account), "\(account)")
    }
    #expect(own.balance("Expenses:Taxes:Paid:A") == "-15")
  }

  @Test("is withheld from interest, if the group is interest")
  func isOfInterest() throws {
    let booked = try Booked(
      LedgerBuilder(base: "USD").account("usd", "USD")
        .group(
          "paid", "2024-02-01", .interest,
          cash: [.into("usd", 40, .interest), .out("usd", 10, .tax)]))
    #expect(booked.result.income.map(\.gross) == [40, 0])
    #expect(booked.result.income.map(\.taxWithheld) == [0, 10])
    #expect(booked.result.income.allSatisfy { $0.kind == .interest })
    #expect(booked.balance("Expenses:Taxes:Paid") == "10")
  }
}
