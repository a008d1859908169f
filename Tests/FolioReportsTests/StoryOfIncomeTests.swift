import FolioBooking
import FolioModel
import FolioNumbers
import Testing

@testable import FolioReports
@testable import TestSupport

@Suite("The story of an instrument")
struct StoryOfIncomeTests {
  private func story(_ builder: LedgerBuilder, _ symbol: String) throws -> Report {
    var options = BookingOptions()
    options.keepsTrace = true
    let booked = try BookedLedger(booking: try builder.ledger(), options)
    let subject = try #require(ExplanationSubject.named(symbol, in: booked.ledger.tables).first)
    return .explanation(of: subject, booked)
  }

  /// A column of all rows as text.
  private func column(_ report: Report, _ key: String) -> [String] {
    let place = report.columns.firstIndex { $0.key == key } ?? 0
    return (0..<report.rowCount).map { index in
      switch report.row(index)[place] {
      case .text(let text): text
      case .number(let amount, _), .money(let amount, _): amount.normalized().description
      case .day(let day): day.description
      case .integer(let count): "\(count)"
      case .null: "-"
      }
    }
  }

  private func books() -> LedgerBuilder {
    LedgerBuilder(base: "USD").account("usd", "USD").account("eur", "EUR").stock("A").stock("B")
      .event("buy", "2024-01-02", .buy("A", 10, at: 10).inAccount("x"))
      .event("income", "2024-02-01", .dividend("A", 20, withheld: 3).fees(1, taxes: 3))
      .event("split", "2024-03-01", .split("A", 2, for: 1))
      .event("other", "2024-03-02", .dividend("B", 5))
      .group(
        "move", "2024-04-01",
        stock: [.transferOut("A", 5, from: "x"), .transferIn("A", 5, to: "y")]
      )
      .event("back", "2024-05-01", .returnOfCapital("A", 8))
      .event("sale", "2024-06-03", .sell("A", 10, at: 7).inAccount("x"))
      .event("last", "2024-07-01", .dividend("A", 30).inCurrency("EUR").atRate("1.1"))
  }

  @Test("has every leg of it, in order of booking, with its amounts")
  func everything() throws {
    let report = try story(books(), "A")
    #expect(
      column(report, "group_id")
        == ["buy", "income", "split", "move", "move", "back", "sale", "last"])
    let events = column(report, "event")
    #expect(events[1] == "income" && events[7] == "income")
    #expect(column(report, "proceeds")[1] == "20" && column(report, "proceeds")[7] == "30")
    #expect(column(report, "currency")[7] == "EUR")
    let texts = column(report, "text")
    #expect(texts[1] == "Dividend: 20.00 - tax withheld 3.00 - fees 1.00 = 16.00 USD.")
    #expect(texts[7] == "Dividend: 30.00 EUR.\nIn USD: 30.00 × 1.1 = 33.00 USD.")
    #expect(column(report, "held_quantity") == ["10", "10", "20", "15", "20", "20", "10", "10"])
  }

  @Test("tells of income although nothing is held")
  func incomeAlone() throws {
    let report = try story(books(), "B")
    #expect(column(report, "group_id") == ["other"])
    #expect(column(report, "text") == ["Dividend: 5.00 USD."])
  }

  @Test("tells of interest and charges beside a trade")
  func beside() throws {
    let builder = LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
      .event("buy", "2024-01-02", .buy("A", 10, at: 10).accrued("2.5"))
      .event("split", "2024-03-01", .split("A", 2, for: 1).fees(4).inCurrency("USD"))
    let texts = column(try story(builder, "A"), "text")
    #expect(texts[0].hasSuffix("and is income below zero: -2.50 USD."))
    #expect(texts[1].hasSuffix("Expenses of their own: fees 4.00 USD."))
  }

  @Test("leaves out what is void or of a later day")
  func uncounted() throws {
    let builder = books().event("no", "2024-07-02", .dividend("A", 9), status: .void)
    #expect(!column(try story(builder, "A"), "group_id").contains("no"))
  }

  @Test("shows the rate at which a cost entered a pool")
  func rate() throws {
    let builder = LedgerBuilder(base: "CAD").account("cad", "CAD").account("usd", "USD")
      .stock("A", "CAD").settings { $0.taxRules = .ca }
      .event("g1", "2024-01-02", .buy("A", 10, at: 10))
      .event("g2", "2024-03-04", .buy("A", 10, at: "6.2").inCurrency("USD").atRate("1.5"))
      .event("g3", "2024-05-01", .returnOfCapital("A", 8).inCurrency("USD").atRate("1.25"))
    let texts = column(try story(builder, "A"), "text")
    #expect(texts[1].contains("62.00 × 1.5 = 93.00 CAD, the cost."))
    #expect(texts[2].contains("8.00 USD was paid back, shared by units, at 1.25."))
  }

  @Test("says that a pool goes over to base")
  func currency() throws {
    let builder = LedgerBuilder(base: "CAD").account("cad", "CAD").account("usd", "USD")
      .stock("A", "CAD").settings { $0.costBasisMethod = .average }
      .event("g1", "2024-01-02", .buy("A", 10, at: 10).inCurrency("USD").atRate("1.5"))
      .event("g2", "2024-03-04", .buy("A", 10, at: 6))
    let report = try story(builder, "A")
    #expect(column(report, "text")[1].hasPrefix("No rate leads to the currency of the cost."))
    #expect(column(report, "held_quantity") == ["10", "20"])
  }
}
