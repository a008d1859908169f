import FolioModel
import FolioNumbers
import FolioReports
import Testing
@testable import FolioBooking
@testable import TestSupport

@Suite("Form 8949")
struct Form8949Tests {
  private func form(_ books: TaxBooks) throws -> Report {
    try #require(try Report.taxForm(books.booked))
  }

  @Test("part I comes first, each part in order of booking, with its own sums")
  func parts() throws {
    var books = try TaxBooks(.us)
    books.add(1, 1, proceeds: 30, cost: 10) { $0.term = .long }
    books.add(1, 2, proceeds: 7, cost: 10) { $0.term = .short }
    books.add(2, 3, proceeds: 8, cost: 10) { $0.term = .short }
    let form = try form(books)
    #expect(form.name == "tax-form")
    #expect(form.column("part") == ["I", "I", "II"])
    #expect(form.column("description") == ["2 A (Alpha)", "3 A (Alpha)", "1 A (Alpha)"])
    #expect(form.column("gain_or_loss") == ["-3.00", "-2.00", "20.00"])
    #expect(form.total("proceeds") == "45.00")
    #expect(form.total("proceeds_short") == "15.00")
    #expect(form.total("gain_or_loss_short") == "-5.00")
    #expect(form.total("gain_or_loss_long") == "20.00")
  }

  @Test("a loss that is not allowed is coded W and added back")
  func adjustments() throws {
    var books = try TaxBooks(.us)
    books.add(1, 10, proceeds: 117, cost: 200) { $0.term = .short }
    books.deferLoss("41.5", to: 2)
    books.add(2, 10, proceeds: 120, cost: 100) { $0.term = .short }
    let form = try form(books)
    #expect(form.column("code") == ["W", "null"])
    #expect(form.column("adjustment") == ["41.50", "null"])
    #expect(form.column("gain_or_loss") == ["-41.50", "20.00"])
    #expect(form.total("adjustment_short") == "41.50")
  }

  @Test("the lots of one sale add up to its rounded proceeds")
  func proceedsOfOneSale() throws {
    var books = try TaxBooks(.us)
    for part in ["33.333333333333333333", "33.333333333333333333", "33.333333333333333334"] {
      books.add(1, 1, proceeds: try ExactDecimal(part), cost: 10) { $0.term = .short }
    }
    books.add(2, 1, proceeds: "33.333333333333333333", cost: 10) { $0.term = .short }
    let form = try form(books)
    #expect(form.column("proceeds") == ["33.33", "33.34", "33.33", "33.33"])
    #expect(form.column("gain_or_loss") == ["23.33", "23.34", "23.33", "23.33"])
  }

  @Test("what is neither gain nor loss stays so, however it is rounded")
  func neither() throws {
    var books = try TaxBooks(.us)
    for part in ["33.333333333333333333", "33.333333333333333333", "33.333333333333333334"] {
      books.add(1, 1, proceeds: try ExactDecimal(part), cost: try ExactDecimal(part)) {
        ($0.term, $0.basis) = (.short, .proceeds)
      }
    }
    let form = try form(books)
    #expect(form.column("proceeds") == ["33.33", "33.34", "33.33"])
    #expect(form.column("cost_basis") == ["33.33", "33.34", "33.33"])
    #expect(form.column("gain_or_loss") == ["0.00", "0.00", "0.00"])
  }

  @Test("a loss that is deferred as a whole leaves nothing, however it is rounded")
  func wholeLoss() throws {
    var books = try TaxBooks(.us)
    books.add(1, 1, proceeds: "0.005", cost: 1) { $0.term = .short }
    books.deferLoss("0.995", to: 2)
    books.add(1, 1, proceeds: "0.006", cost: "1.004") { $0.term = .short }
    books.deferLoss("0.998", to: 2)
    let form = try form(books)
    #expect(form.column("proceeds") == ["0.00", "0.01"])
    #expect(form.column("cost_basis") == ["1.00", "1.00"])
    #expect(form.column("adjustment") == ["1.00", "0.99"])
    #expect(form.column("gain_or_loss") == ["0.00", "0.00"])
  }

  @Test("what closes a short sale was acquired when it was bought; out of a pool: various")
  func datesAcquired() throws {
    var books = try TaxBooks(.us)
    books.add(1, 1, proceeds: 5, cost: 4, acquired: "2023-12-01") {
      $0.cause = .cover
      $0.term = .short
    }
    books.add(1, 1, proceeds: 5, cost: 4, acquired: nil) { $0.term = .short }
    let form = try form(books)
    #expect(form.column("date_acquired") == ["2024-01-10", "VARIOUS"])
    #expect(form.column("date_sold") == ["2024-01-10", "2024-01-10"])
    #expect(form.text(as: .csv).contains("I,1 A (Alpha),VARIOUS,2024-01-10,5.00,4.00,,,1.00,g2"))
  }

  @Test("without a rate a row is there, and its amounts are not")
  func unknownRate() throws {
    var books = try TaxBooks(.us)
    books.add(1, 1, proceeds: 5, cost: 4) {
      $0.hasBase = false
      $0.term = .short
    }
    let form = try form(books)
    #expect(form.column("proceeds") == ["null"])
    #expect(form.column("gain_or_loss") == ["null"])
    #expect(form.total("gain_or_loss") == "null")
  }

  @Test("has only the disposals of the period")
  func selection() throws {
    var books = try TaxBooks(.us)
    books.add(1, 1, proceeds: 5, cost: 4) { $0.term = .short }
    books.add(3, 1, proceeds: 6, cost: 4, disposed: "2024-06-01") { $0.term = .short }
    var selection = Selection()
    (selection.from, selection.to) = ("2024-06-01", "2024-12-31")
    let form = try #require(try Report.taxForm(books.booked, selection))
    #expect(form.column("proceeds") == ["6.00"])
    #expect(form.from == "2024-06-01" && form.to == "2024-12-31")
  }

  @Test("in another base currency is a fault", arguments: [TaxRules.us, .uk, .ca])
  func otherCurrency(_ rules: TaxRules) throws {
    let books = try TaxBooks(rules, in: "SEK", base: "EUR")
    let faults = try #require(throws: LedgerFaults.self) { try Report.taxForm(books.booked) }
    let fault = try #require(faults.errors.first)
    #expect(fault.code == .currencyOfForm)
    #expect(fault.message.contains("\(rules.formCurrency), but the base currency is EUR"))
    #expect(fault.help.contains("--base \(rules.formCurrency)"))
  }

  @Test("without tax rules there is no form")
  func none() throws {
    #expect(try Report.taxForm(TaxBooks(.none).booked) == nil)
  }
}
