import Folio
import Testing

@testable import FolioQuery
@testable import TestSupport

@Suite("The schema of queries")
struct SchemaTests {
  private static let ways = [Way.all, Way.of(.us), Way.of(.uk), Way.of(.ca)].flatMap {
    Array($0.prefix(1))
  }

  private func books(_ history: History) throws -> QueryBooks {
    let booked = try Booked(history).result
    var options = booked.options
    options.keepsMovements = true
    return QueryBooks(try BookedLedger(booking: booked.ledger, options), ReportRequest())
  }

  @Test("names every table, view and column once")
  func names() {
    #expect(Set(QuerySchema.names).count == QuerySchema.names.count)
    for table in QuerySchema.tables {
      let columns = table.columns.flatMap(\.sqlNames)
      #expect(Set(columns).count == columns.count, "\(table.name)")
      for name in table.indexed { #expect(columns.contains(name), "\(table.name): \(name)") }
      #expect(table.meaning.first?.isLowercase == true)
      for column in table.columns { #expect(!column.meaning.isEmpty, "\(column.name)") }
    }
  }

  @Test("has a value of its kind for each column", arguments: ways)
  func kinds(_ way: Way) throws {
    for history in way.histories(401..<403, areAll: true) {
      let books = try books(history)
      for table in QuerySchema.tables {
        let rows = try table.rows(books)
        var values: [Report.Cell] = []
        for row in 0..<rows.count {
          values.removeAll()
          rows.append(row, Array(table.columns.indices), &values)
          #expect(values.count == table.columns.count, "\(table.name)")
          for (column, value) in zip(table.columns, values) {
            #expect(value.fits(column.kind), "\(table.name).\(column.name): \(value)")
          }
        }
      }
    }
  }

  @Test("has a row for each record", arguments: ways)
  func counts(_ way: Way) throws {
    for history in way.histories(411..<413, areAll: true) {
      let books = try books(history)
      let tables = books.tables
      let counts = [
        "groups": tables.groups.count, "legs": tables.stockLegs.count + tables.cashLegs.count,
        "postings": books.booked.postings.count, "lots": books.booked.lots.count,
        "disposals": books.booked.disposals.count, "income": books.booked.income.count,
        "prices": tables.prices.count, "rates": tables.rates.count, "ledger": 1,
        "instruments": tables.instruments.count, "cash": tables.cashAccounts.count,
      ]
      for table in QuerySchema.tables {
        guard let expected = counts[table.name] else { continue }
        #expect(try table.rows(books).count == expected, "\(table.name)")
      }
    }
  }

  @Test("reads the legs in the order of the groups")
  func legs() throws {
    let way = try #require(Self.ways.first)
    let history = try #require(way.histories(421..<422, areAll: true).first)
    let rows = try books(history).booked.ledger.rows
    var index = 0
    for leg in QueryLegs(rows) {
      let group = rows.groups[Int(leg.group)]
      if let stock = leg.stock {
        #expect(group.stockLegs.contains { rows.stockLegs[$0].id == stock.id })
      }
      if let cash = leg.cash {
        #expect(group.cashLegs.contains { rows.cashLegs[$0].id == cash.id })
      }
      index += 1
    }
    #expect(index == rows.stockLegs.count + rows.cashLegs.count)
    #expect(index > 50)
  }
}

extension Report.Cell {
  fileprivate func fits(_ kind: QueryColumn.Kind) -> Bool {
    switch (self, kind) {
    case (.null, _), (.text, .text), (.day, .day), (.integer, .integer), (.number, .exact),
      (.money, .exact):
      true
    case (.text, _), (.day, _), (.integer, _), (.number, _), (.money, _): false
    }
  }
}
