import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import FolioReports
@testable import TestSupport

@Suite("Losses that go from year to year")
struct CarriedLossTests {
  private func losses(_ amounts: [(Int, ExactDecimal)]) -> CarriedLosses {
    var losses = CarriedLosses()
    for (year, amount) in amounts { losses.set(.losses, amount, year) }
    return losses
  }

  @Test("the oldest are used first")
  func order() throws {
    var carried = losses([(2021, 30), (2019, 10), (2020, 20)])
    #expect(try carried.use(.losses, against: 25, upTo: \.left) == 25)
    #expect(carried.all.map(\.loss.year) == [2020, 2021])
    #expect(carried.all.map(\.loss.left) == [5, 30])
    #expect(carried.all.map(\.loss.whole) == [20, 30])
  }

  @Test("a limit holds for the losses of each year")
  func limits() throws {
    var carried = losses([(2019, 10), (2020, 20)])
    #expect(try carried.use(.losses, against: 100) { try $0.whole * "0.5" } == 15)
    #expect(carried.all.map(\.loss.left) == [5, 10])
  }

  @Test("they expire after some years")
  func expiry() throws {
    var carried = losses([(2014, 10), (2015, 20)])
    carried.dropExpired(.losses, in: 2025, after: 10)
    #expect(carried.all.map(\.loss.year) == [2015])
    carried.dropExpired(.losses, in: 2090, after: nil)
    #expect(try carried.total(of: .losses) == 20)
  }

  @Test("amounts of the settings replace those of the ledger, once")
  func inputs() throws {
    var carried = losses([(2020, 20)])
    let given = [TaxInput(.losses, 7, year: 2020), TaxInput(.losses, 9, year: 2024)]
    carried.take(given, upTo: 2021)
    #expect(carried.all.map(\.loss.left) == [7])
    #expect(try carried.use(.losses, against: 5, upTo: \.left) == 5)
    carried.take(given, upTo: 2022)
    #expect(carried.all.map(\.loss.left) == [2])
    carried.take(given, upTo: 2025)
    #expect(carried.all.map(\.loss.left) == [2, 9])
  }

  @Test("what is used and what is left add up to all losses")
  func sums() throws {
    var dice = Dice(seed: 20)
    for _ in 0..<200 {
      var carried = CarriedLosses()
      var whole = ExactDecimal.zero
      for year in 2000..<2000 + dice.below(8) {
        let amount = ExactDecimal(short: Int64(dice.below(100_000)), places: 2)
        carried.set(.losses, amount, year)
        whole = try whole.adding(amount)
      }
      var used = ExactDecimal.zero
      for _ in 0..<dice.below(5) {
        let gain = ExactDecimal(short: Int64(dice.below(100_000)), places: 2)
        let part = try carried.use(.losses, against: gain, upTo: \.left)
        #expect(part <= gain)
        used = try used.adding(part)
      }
      #expect(try used.adding(carried.total(of: .losses)) == whole)
    }
  }
}

@Suite("Kinds of instruments for tax returns")
struct TaxClassTests {
  @Test(arguments: [
    ("share", TaxClass.share), ("Stock", .share), ("equity_fund", .equityFund),
    ("stock ETF", .equityFund), ("etf", .unknownFund), ("bond fund", .otherFund),
    ("foreign property fund", .foreignPropertyFund), ("property fund", .propertyFund),
    ("mixed fund", .mixedFund), ("bond", .bond), ("option", .derivative), ("crypto", .coin),
    ("", .unknown), ("thing", .unknown),
  ])
  func kinds(_ kind: String, _ expected: TaxClass) {
    #expect(TaxClass(kind) == expected)
  }

  @Test("a kind that a message proposes is understood")
  func choices() {
    for own in TaxClass.allCases where own.isKnown { #expect(TaxClass(own.rawValue) == own) }
  }
}

@Suite("Tax returns")
struct TaxReturnTests {
  private func ledger(_ kind: String = "share") throws -> Ledger {
    try LedgerBuilder(base: "EUR").account("eur", "EUR").stock("A", "EUR", kind: kind)
      .event("buy", "2021-01-10", .buy("A", 10, at: 10))
      .event("loss", "2021-08-01", .sell("A", 5, at: 4))
      .event("gain", "2024-08-01", .sell("A", 5, at: 20))
      .ledger()
  }

  private func report(
    _ rules: TaxRules, _ from: Day?, _ to: Day?, _ kind: String = "share"
  ) throws -> [[Report.Cell]] {
    var (options, request) = (BookingOptions(), ReportRequest())
    options.taxRules = rules
    (request.selection.from, request.selection.to) = (from, to)
    let made = try ReportKind.taxReturn.report(on: try ledger(kind), options, request)
    let report = try #require(made).report
    return (0..<report.rowCount).map { report.row($0) }
  }

  @Test("a loss goes through years without sales, and every year has its lines")
  func carry() throws {
    let all = try report(.fr, nil, nil)
    for year in 2021...2024 {
      #expect(all.contains { $0[0] == .text("\(year)") && $0[3] == .text("Gains") }, "\(year)")
    }
    let last = try report(.fr, "2024-01-01", "2024-12-31")
    #expect(last.count { $0[3] == .text("Losses of earlier years that are used") } == 1)
    let used = last.first { $0[3] == .text("Losses of earlier years that are used") }
    #expect(used?[4] == .money(30, "EUR"))
    #expect(last.allSatisfy { $0[0] == .text("2024") })
  }

  @Test("under every country with a return, lines have an item and an amount")
  func everyCountry() throws {
    for form in TaxForm.all where form.assess != nil {
      var (options, request) = (BookingOptions(), ReportRequest())
      options.taxRules = form.rules
      let currency = try Currency(form.currency)
      options.baseCurrency = currency
      (request.selection.from, request.selection.to) = ("2024-01-01", "2024-12-31")
      let ledger = try LedgerBuilder(base: currency).account("c", currency)
        .stock("A", currency, kind: "share")
        .event("buy", "2024-01-10", .buy("A", 10, at: 10))
        .event("sale", "2024-08-01", .sell("A", 5, at: 20))
        .price("A", "2024-12-31", 21)
        .ledger()
      let made = try #require(try ReportKind.taxReturn.report(on: ledger, options, request))
      #expect(made.report.rowCount > 1, "\(form.rules.rawValue)")
      for number in 0..<made.report.rowCount {
        let row = made.report.row(number)
        #expect(row[3] != .null && row[4] != .null, "\(form.rules.rawValue): \(row)")
      }
    }
  }

  @Test("rules of an app's own may make a return")
  func ownReturn() throws {
    var options = BookingOptions()
    options.taxRules = .de
    let booked = try BookedLedger(booking: try ledger(), options)
    let history = TaxHistory(booked, Selection())
    let year = try #require(TaxYear(2024))
    var made = TaxReturn(try history.figures(of: year), CarriedLosses())
    made.add("Own", "1", "Gains", try made.figures.gainsAndLosses().gains)
    #expect(made.lines.map(\.amount) == [50])
  }

  @Test("a kind that does not say how it is taxed is a fault where the law asks for it")
  func unknownKind() throws {
    let fault = #expect(throws: LedgerFaults.self) { try report(.de, nil, nil, "etf") }
    #expect(fault?.diagnostics.map(\.code) == [.kindOfInstrument])
    #expect(try report(.fr, nil, nil, "etf").isEmpty == false)
  }
}
