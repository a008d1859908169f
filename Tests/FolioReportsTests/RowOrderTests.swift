import FolioBooking
import FolioModel
import FolioReports
import Testing

@testable import TestSupport

@Suite("The order of unrelated rows")
struct RowOrderTests {
  /// One way of each kind: booking in all of them is tested below the reports.
  static let ways =
    CostBasisMethod.allCases.flatMap { method in
      LotScope.allCases.map { Way(method: method, scope: $0, fees: .capitalize) }
    } + [.us, .uk, .ca].flatMap { Way.of($0) }.filter { $0.fees == .capitalize }

  @Test(
    "groups of different instants, master rows, rates and prices in any order",
    arguments: Way.third(1, of: ways))
  func documents(_ way: Way) throws {
    for history in way.histories(151..<153) {
      let (one, other) = (try Booked(history), try Booked(history.shuffled()))
      let pages = zip(try reports(one, hasJournal: true), try reports(other, hasJournal: true))
      for (page, same) in pages {
        expectSameRows(page, same, history)
        // The cash accounts are shown in the order of their rows.
        if page.name == "cash" { continue }
        for format in [ReportFormat.json, .csv, .table] {
          #expect(page.text(as: format) == same.text(as: format), "\(page.name), \(history.name)")
        }
      }
    }
  }

  @Test(
    "groups of one instant and different instruments in any order",
    arguments: Way.third(2, of: ways))
  func instants(_ way: Way) throws {
    for history in way.histories(153..<155) {
      let one = try Booked(history.onDays())
      let other = try Booked(history.onDays(shuffled: true))
      #expect(one.summary != other.summary, "\(history.name): nothing was shuffled")
      let pages = zip(try reports(one, hasJournal: false), try reports(other, hasJournal: false))
      for (page, same) in pages {
        expectSameRows(page, same, history)
      }
    }
  }

  /// The order of the rows may be that of the document; what they say is not.
  private func expectSameRows(_ page: Report, _ same: Report, _ history: History) {
    let (lines, others) = (page.text(as: .csv), same.text(as: .csv))
    #expect(
      lines.split(whereSeparator: \.isNewline).sorted()
        == others.split(whereSeparator: \.isNewline).sorted(), "\(page.name), \(history.name)")
    #expect(page.totals == same.totals, "\(page.name), \(history.name)")
  }

  private func reports(_ booked: Booked, hasJournal: Bool) throws -> [Report] {
    let result = booked.result
    var all: [Report] = [
      .lots(result), .gains(result), .income(result), .cash(result), try .holdings(result),
      try .trialBalance(result),
    ]
    if hasJournal {
      all.append(.journal(result))
      if let form = Report.taxFormInCurrency(result) { all.append(form) }
    }
    return all
  }
}
