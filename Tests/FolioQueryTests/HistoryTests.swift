import Folio
import Testing

@testable import FolioQuery
@testable import TestSupport

@Suite("Queries on random histories", .enabled(if: LedgerQuery.isAvailable))
struct HistoryTests {
  private static let ways = [Way.all, Way.of(.us), Way.of(.uk), Way.of(.ca)].flatMap {
    Array($0.prefix(2))
  }

  private func number(_ rows: [String]) -> ExactDecimal? {
    rows.first.flatMap { try? ExactDecimal($0) }
  }

  private func total(_ report: Report, _ key: String) -> ExactDecimal? {
    guard case .money(let amount, _)? = report.totals.first(where: { $0.key == key })?.value else {
      return nil
    }
    return amount
  }

  @Test("have the totals of the reports", arguments: ways)
  func totals(_ way: Way) throws {
    var compared = 0
    for history in way.histories(431..<433, areAll: true) {
      let booked = try Booked(history).result
      let asking = Asking(booked.ledger, booked.options)
      let columns: [(String, Report, [String])] = [
        ("disposals", .gains(booked), ["gain_base", "proceeds_base", "taxable_gain", "gain"]),
        ("lots", .lots(booked), ["cost_basis_base", "cost_basis"]),
        ("income", .income(booked), ["net_base", "gross_base", "net"]),
        ("cash", .cash(booked), ["balance_base", "balance"]),
        ("holdings", try .holdings(booked), ["cost_basis"]),
        ("positions", try .positions(booked), ["market_value_base", "cost_basis_base"]),
      ]
      for (table, report, keys) in columns where report.rowCount > 0 {
        for key in keys {
          guard let expected = total(report, key) else { continue }
          let sum = number(try asking.rows("SELECT exact_sum(\(key)_exact) FROM \(table)"))
          #expect(sum == expected, "\(table).\(key), \(history.name)")
          compared += 1
        }
      }
    }
    #expect(compared > 8)
  }

  @Test("balance in every currency", arguments: ways)
  func balance(_ way: Way) throws {
    for history in way.histories(441..<443, areAll: true) {
      let booked = try Booked(history).result
      let sums = try Asking(booked.ledger, booked.options).rows(
        "SELECT exact_sum(amount_exact) FROM postings GROUP BY currency")
      #expect(!sums.isEmpty)
      for sum in sums { #expect(try ExactDecimal(sum).isZero) }
    }
  }

  @Test("are the same in every run, and in an exported database")
  func sameBytes() throws {
    let way = try #require(Self.ways.first)
    let history = try #require(way.histories(451..<452, areAll: true).first)
    let query = LedgerQuery(try Booked(history).result.ledger)
    let (one, two) = (try query.database().bytes, try query.database().bytes)
    #expect(one == two)
    #expect(one.starts(with: "SQLite format 3\0".utf8))
    #expect(one.count > 50_000)
  }
}
