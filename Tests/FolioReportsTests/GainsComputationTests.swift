import FolioModel
import FolioNumbers
import FolioReports
import Testing
@testable import FolioBooking
@testable import TestSupport

@Suite("The computation of gains in the United Kingdom")
struct GainsComputationTests {
  private func form(_ books: TaxBooks) throws -> Report {
    try #require(try Report.taxForm(books.booked))
  }

  /// 20 units sold on one day in two sales, matched in all three ways.
  private func books(_ fees: FeeTreatment? = nil) throws -> TaxBooks {
    var books = try TaxBooks(.uk, fees: fees)
    books.add(1, 4, proceeds: "46.80", cost: 50) { $0.matching = .sameDay }
    books.add(1, 6, proceeds: "70.20", cost: 40, acquired: nil) { $0.matching = .section104 }
    books.add(2, 5, proceeds: 60, cost: 55, acquired: "2024-01-20") { $0.matching = .thirtyDays }
    books.add(2, 5, proceeds: 60, cost: 33, acquired: nil) { $0.matching = .section104 }
    return books
  }

  @Test("all sales of a day are one disposal, its cost told by rule")
  func oneDisposal() throws {
    let form = try form(try books())
    #expect(form.rowCount == 1)
    #expect(form.column("date") == ["2024-01-10"])
    #expect(form.column("quantity") == ["20"])
    #expect(form.column("matched") == ["same day 4; pool 11; 2024-01-20 5"])
    #expect(form.column("same_day_quantity") + form.column("same_day_cost") == ["4", "50.00"])
    #expect(form.column("thirty_day_quantity") + form.column("thirty_day_cost") == ["5", "55.00"])
    #expect(form.column("pool_quantity") + form.column("pool_cost") == ["11", "73.00"])
    #expect(form.column("allowable_cost") == ["178.00"])
    #expect(form.column("group_id") == ["g2,g3"])
  }

  @Test("what goes to the spouse stands apart, and gains nothing, however it is rounded")
  func toSpouse() throws {
    var books = try TaxBooks(.uk)
    books.add(1, 1, proceeds: "10.004", cost: "10.004") {
      ($0.matching, $0.cause, $0.basis) = (.thirtyDays, .gift, .noGain)
    }
    books.add(1, 1, proceeds: "10.004", cost: "10.004", acquired: nil) {
      ($0.matching, $0.cause, $0.basis) = (.section104, .gift, .noGain)
    }
    books.add(2, 1, proceeds: 15, cost: 10) { $0.matching = .section104 }
    let form = try form(books)
    #expect(form.column("proceeds") == ["20.00", "15.00"])
    #expect(form.column("allowable_cost") == ["20.00", "10.00"])
    #expect(form.column("gain_or_loss") == ["0.00", "5.00"])
    #expect(form.total("disposals_2023_24") == "1")
    #expect(form.notes.contains { $0.contains("s.58") })
  }

  @Test("fees of the sale stand apart, and proceeds before them")
  func disposalCosts() throws {
    let form = try form(try books())
    #expect(form.column("proceeds") == ["240.00"])
    #expect(form.column("disposal_costs") == ["3.00"])
    #expect(form.column("gain_or_loss") == ["59.00"])
    let expensed = try self.form(try books(.expense))
    #expect(expensed.column("proceeds") == ["237.00"])
    #expect(expensed.column("disposal_costs") == ["0.00"])
    #expect(expensed.notes.contains { $0.contains("they are expensed") })
  }

  @Test("each tax year has its gains and its losses apart")
  func years() throws {
    var books = try TaxBooks(.uk)
    books.add(3, 1, proceeds: 9, cost: 10, disposed: "2024-04-05") { $0.matching = .section104 }
    books.add(3, 1, proceeds: 15, cost: 10, disposed: "2024-04-06") { $0.matching = .section104 }
    books.add(3, 1, proceeds: 8, cost: 10, disposed: "2024-05-01") { $0.matching = .section104 }
    let form = try form(books)
    #expect(form.column("tax_year") == ["2023/24", "2024/25", "2024/25"])
    #expect(form.total("disposals_2023_24") == "1")
    #expect(form.total("gains_2023_24") == "0.00")
    #expect(form.total("losses_2023_24") == "1.00")
    #expect(form.total("disposals_2024_25") == "2")
    #expect(form.total("gains_2024_25") == "5.00")
    #expect(form.total("losses_2024_25") == "2.00")
    #expect(form.total("net_2024_25") == "3.00")
    #expect(form.total("gain_or_loss") == "2.00")
  }

  @Test("an event is a disposal of its own")
  func events() throws {
    var books = try TaxBooks(.uk)
    books.add(1, 4, proceeds: 48, cost: 40) { $0.matching = .section104 }
    books.add(1, 0, proceeds: 7, cost: 0) {
      $0.cause = .returnOfCapital
      $0.matching = .section104
    }
    let form = try form(books)
    #expect(form.column("proceeds") == ["49.20", "7.00"])
    #expect(form.column("disposal_costs") == ["1.20", "0.00"])
  }

  @Test("disposals come in order of days, whatever the order of booking")
  func order() throws {
    var books = try TaxBooks(.uk)
    for day: Day in ["2024-05-01", "2024-02-01", "2024-05-01"] {
      books.add(3, 1, proceeds: 1, cost: 1, disposed: day) { $0.matching = .section104 }
    }
    #expect(try form(books).column("date") == ["2024-02-01", "2024-05-01"])
    #expect(try form(books).column("quantity") == ["1", "2"])
  }
}

@Suite("Schedule 3")
struct Schedule3Tests {
  @Test("outlays stand apart, a denied loss is not in the loss")
  func rows() throws {
    var books = try TaxBooks(.ca)
    books.add(1, 10, proceeds: 117, cost: 200, acquired: nil) { $0.matching = .adjustedCostBase }
    books.deferLoss("33.2", to: .missing)
    books.add(2, 10, proceeds: 120, cost: "100.004") { $0.matching = .adjustedCostBase }
    let form = try #require(try Report.taxForm(books.booked))
    #expect(form.column("quantity") == ["10", "10"])
    #expect(form.column("name") == ["Alpha", "Alpha"])
    #expect(form.column("year_acquired") == ["various", "2023"])
    #expect(form.column("proceeds") == ["120.00", "120.00"])
    #expect(form.column("outlays") == ["3.00", "0.00"])
    #expect(form.column("adjusted_cost_base") == ["200.00", "100.00"])
    #expect(form.column("superficial_loss") == ["33.20", "null"])
    #expect(form.column("gain_or_loss") == ["-49.80", "20.00"])
    #expect(form.total("gain_or_loss") == "-29.80")
    #expect(form.total("superficial_loss") == "33.20")
  }

  @Test("outlays are at the rate of the proceeds")
  func rate() throws {
    var books = try TaxBooks(.ca, in: "USD")
    books.add(1, 5, proceeds: "58.50", cost: 40) {
      $0.proceedsBase = "29.25"
      $0.costBase = 20
    }
    let form = try #require(try Report.taxForm(books.booked))
    #expect(form.column("outlays") == ["0.75"])
    #expect(form.column("proceeds") == ["30.00"])
    #expect(form.column("gain_or_loss") == ["9.25"])
  }
}
