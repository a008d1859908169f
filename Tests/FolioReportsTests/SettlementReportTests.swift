import FolioBooking
import FolioModel
import FolioNumbers
import FolioReports
import Testing

@testable import TestSupport

@Suite("Reports by trade date and by settlement date")
struct SettlementReportTests {
  /// 10 bought and settled, then 5 bought and 4 sold that settle on 22 and 24 January.
  private func booked(_ basis: DateBasis, _ day: Day) throws -> BookedLedger {
    let builder = LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
      .group("d", "2024-01-01", .deposit, cash: [.into("usd", 1000, .deposit)])
      .event("g1", "2024-01-10", .buy("A", 10, at: 10))
      .event("g2", "2024-01-19", .buy("A", 5, at: 12).with { $0.settles = "2024-01-22" })
      .event("g3", "2024-01-20", .sell("A", 4, at: 15).with { $0.settles = "2024-01-24" })
      .price("A", "2024-01-20", 15)
    var options = BookingOptions()
    options.dateBasis = basis
    options.asOf = day
    return try BookedLedger(booking: builder.ledger(), options)
  }

  private static let units = ["quantity", "settled_quantity", "pending_in", "pending_out"]

  @Test("positions tell what is there, what comes and what goes, by either date")
  func positions() throws {
    let cases: [(DateBasis, Day, [String])] = [
      (.trade, "2024-01-21", ["11", "10", "5", "4"]),
      (.settlement, "2024-01-21", ["10", "10", "5", "4"]),
      (.trade, "2024-01-22", ["11", "15", "0", "4"]),
      (.settlement, "2024-01-22", ["15", "15", "0", "4"]),
      (.trade, "2024-01-24", ["11", "11", "0", "0"]),
      (.settlement, "2024-01-24", ["11", "11", "0", "0"]),
    ]
    for (basis, day, expected) in cases {
      let report = try Report.positions(try booked(basis, day))
      #expect(Self.units.map { report.column($0).first } == expected, "\(basis), \(day)")
    }
  }

  @Test("cash tells what is available, by either date")
  func cash() throws {
    let keys = ["balance", "settled", "pending", "pending_in", "pending_out", "available"]
    let traded = Report.cash(try booked(.trade, "2024-01-21"))
    #expect(
      keys.map { traded.column($0).first }
        == ["900.00", "900.00", "0.00", "60.00", "60.00", "840.00"])
    let settled = Report.cash(try booked(.settlement, "2024-01-22"))
    #expect(
      keys.map { settled.column($0).first }
        == ["840.00", "840.00", "60.00", "60.00", "0.00", "840.00"])
    #expect(keys.map { settled.total($0) } == keys.map { settled.column($0).first })
  }

  @Test("gains and the journal have what has settled, on the day it did")
  func gains() throws {
    let before = try booked(.settlement, "2024-01-23")
    #expect(Report.gains(before).rowCount == 0)
    #expect(!Report.journal(before).column("group_id").contains("g3"))
    let after = try booked(.settlement, "2024-01-24")
    #expect(Report.gains(after).column("disposed") == ["2024-01-24"])
    #expect(Report.journal(after).column("date").last == "2024-01-24")
    let balance = try Report.trialBalance(after)
    #expect(balance.total("debit_USD") == balance.total("credit_USD"))
  }
}
