import FolioBooking
import FolioModel
import FolioNumbers
import Testing

@testable import FolioReports
@testable import TestSupport

@Suite("What holds of every explanation")
struct StoryLawsTests {
  private func booked(_ history: History) throws -> BookedLedger {
    var options = BookingOptions()
    options.keepsTrace = true
    return try BookedLedger(booking: try history.builder().ledger(), options)
  }

  private func numbers(_ report: Report, _ key: String) -> [ExactDecimal?] {
    let place = report.columns.firstIndex { $0.key == key } ?? 0
    return (0..<report.rowCount).map { index in
      switch report.row(index)[place] {
      case .number(let amount, _), .money(let amount, _): amount
      case .text, .day, .integer, .null: nil
      }
    }
  }

  @Test(
    "the story of an instrument leads to what is held, also where methods change",
    arguments: LotScope.allCases, [TaxRules.none, .us])
  func instruments(_ scope: LotScope, _ rules: TaxRules) throws {
    let way = Way(method: .fifo, scope: scope, fees: .capitalize, rules: rules)
    for var history in way.histories(91..<97) {
      history.changeMethods()
      let booked = try booked(history)
      for instrument in booked.ledger.tables.instruments.indices {
        let index = InstrumentIndex(instrument)
        let story = Report.explanation(of: .instrument(index), booked)
        let held = booked.lots.filter { $0.instrument == index }.map(\.signedQuantity).total()
        let told = numbers(story, "held_quantity")
        #expect(told.isEmpty || told.last == held, "\(history.name), \(instrument)")
      }
    }
  }

  @Test(
    "the story of a gain takes it from a lot or a pool that had its units",
    arguments: LotScope.allCases, [TaxRules.none, .us])
  func gains(_ scope: LotScope, _ rules: TaxRules) throws {
    let way = Way(method: .fifo, scope: scope, fees: .capitalize, rules: rules)
    for var history in way.histories(97..<100) {
      history.changeMethods()
      let booked = try booked(history)
      for group in TestScale.some(Array(Set(booked.disposals.map(\.group))).sorted()) {
        let story = Report.explanation(of: .group(group), booked)
        let left = numbers(story, "held_quantity")
        #expect(!left.contains { $0?.isNegative == true }, "\(history.name), \(group)")
        let own = booked.disposals.filter { $0.group == group }.compactMap(\.gain).total()
        let told = zip(numbers(story, "gain"), 0..<story.rowCount).compactMap(\.0).total()
        #expect(told == own, "\(history.name), \(group)")
      }
    }
  }
}
