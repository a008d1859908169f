import FolioModel
import FolioNumbers
import FolioReports
import Testing
@testable import FolioBooking
@testable import TestSupport

@Suite("Gains and lots under tax rules")
struct TaxGainsTests {
  @Test("what is deferred of a loss, where it went, and what is left of it")
  func washSale() throws {
    var books = try TaxBooks(.us)
    books.add(1, 10, proceeds: 117, cost: 200) { $0.term = .short }
    books.deferLoss(83, to: 2, 0, 2)
    books.add(2, 10, proceeds: 120, cost: 100) { $0.term = .long }
    let report = Report.gains(books.booked)
    #expect(report.column("term") == ["short", "long"])
    #expect(report.column("gain") == ["-83.00", "20.00"])
    #expect(report.column("disallowed") == ["83.00", "0.00"])
    #expect(report.column("taxable_gain") == ["0.00", "20.00"])
    #expect(report.column("rule") == ["wash_sale", "fifo"])
    #expect(report.column("disallowed_to") == ["g3,g1", "null"])
    #expect(report.total("disallowed") == "83.00")
    #expect(report.total("taxable_gain") == "20.00")
    #expect(report.columns.last?.key == "disallowed_to")
  }

  @Test("each disposal finds its own deferred losses, whatever is selected")
  func ownLosses() throws {
    var books = try TaxBooks(.us)
    for number in 1...3 {
      books.add(1, 1, proceeds: 1, cost: 2, disposed: "2024-01-10") { $0.term = .short }
      if number != 2 { books.deferLoss(1, to: GroupIndex(number)) }
    }
    books.add(3, 1, proceeds: 1, cost: 2, disposed: "2024-06-01") { $0.term = .short }
    books.deferLoss(1, to: 0)
    #expect(Report.gains(books.booked).column("disallowed_to") == ["g2", "null", "g4", "g1"])
    var june = Selection()
    june.from = "2024-06-01"
    #expect(Report.gains(books.booked, june).column("disallowed_to") == ["g1"])
  }

  @Test("sums by term are there where rules tell terms, and add up")
  func terms() throws {
    var books = try TaxBooks(.us)
    books.add(1, 1, proceeds: 7, cost: 10) { $0.term = .short }
    books.deferLoss(1, to: 2)
    books.add(1, 1, proceeds: 30, cost: 10) { $0.term = .long }
    books.add(1, 1, proceeds: 15, cost: 10) { $0.term = .short }
    let report = Report.gains(books.booked)
    #expect(report.total("gain_base_short") == "2.00")
    #expect(report.total("disallowed_short") == "1.00")
    #expect(report.total("taxable_gain_short") == "3.00")
    #expect(report.total("taxable_gain_long") == "20.00")
    #expect(report.total("taxable_gain") == "23.00")
  }

  @Test("a superficial loss went into the pool")
  func superficialLoss() throws {
    var books = try TaxBooks(.ca)
    books.add(1, 10, proceeds: 117, cost: 200, acquired: nil) {
      $0.matching = .adjustedCostBase
      $0.openedBy = .missing
    }
    books.deferLoss(83, to: .missing)
    let report = Report.gains(books.booked)
    #expect(report.column("acquired") == ["null"])
    #expect(report.column("term") == ["null"])
    #expect(report.column("rule") == ["superficial_loss"])
    #expect(report.column("disallowed_to") == ["A"])
    #expect(report.total("taxable_gain_short") == nil)
  }

  @Test("an event keeps its name, a cover that of its method")
  func causes() throws {
    var books = try TaxBooks(.us)
    books.add(1, 0, proceeds: 5, cost: 0) { $0.cause = .returnOfCapital }
    books.add(1, 1, proceeds: 5, cost: 4) { $0.cause = .cover }
    books.add(1, 1, proceeds: 5, cost: 6) { $0.cause = .cover }
    books.deferLoss(1, to: 2)
    #expect(
      Report.gains(books.booked).column("rule")
        == ["return_of_capital", "short fifo", "wash_sale"])
  }

  @Test(
    "people see the columns that the rules fill",
    arguments: [
      (TaxRules.none, []), (.us, ["term", "disallowed", "taxable_gain", "disallowed_to"]),
      (.uk, []), (.ca, ["disallowed", "taxable_gain", "disallowed_to"]),
    ])
  func shownColumns(_ rules: TaxRules, _ expected: [String]) throws {
    let report = Report.gains(try TaxBooks(rules).booked)
    let taxing: Set = ["term", "disallowed", "taxable_gain", "disallowed_to"]
    #expect(report.shown.intersection(taxing) == Set(expected))
    #expect(report.columns.map(\.key).suffix(5).first == "term")
  }

  @Test("a lot that took over a holding period shows it")
  func heldFrom() throws {
    var books = try TaxBooks(.none)
    let plain = Report.lots(books.booked)
    #expect(plain.column("holding_from") == ["2023-01-01"])
    #expect(!plain.shown.contains("holding_from"))
    books.changeLots { $0[0].holdingFrom = "2022-06-01" }
    let tacked = Report.lots(books.booked)
    #expect(tacked.column("acquired") == ["2023-01-01"])
    #expect(tacked.column("holding_from") == ["2022-06-01"])
    #expect(tacked.shown.contains("holding_from"))
  }
}
