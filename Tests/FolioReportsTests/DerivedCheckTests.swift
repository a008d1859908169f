import FolioBooking
import FolioDiagnostics
import FolioModel
import FolioNumbers
import FolioReports
import Testing

@testable import TestSupport

@Suite("Stored positions against computed ones")
struct DerivedCheckTests {
  /// 3 of A for 100.00, 10.4 of B for 104.00; B closes at 11.
  private func codes(_ rows: [[String: String]], day: Day? = nil) throws -> [String] {
    let ledger = try LedgerBuilder(base: "USD").account("usd", "USD").stock("A", id: "s-a")
      .stock("B", id: "s-b")
      .event("g1", "2024-01-10", .buy("A", 3, at: 33).with { $0.fees = 1 })
      .event("g2", "2024-01-20", .buy("B", "10.4", at: 10)).price("B", "2024-01-25", 11).ledger()
    let derived = rows.enumerated().map { number, row in
      DerivedRow(
        table: .storedHoldings, columns: row.map { (key: $0.key, text: $0.value) },
        position: SourcePosition(file: 0, offset: 1_000 + number))
    }
    var options = BookingOptions()
    options.asOf = day
    return try DerivedCheck(of: ledger, options).differences(in: derived).map { found in
      let column = found.field.first.map { if case .key(let key) = $0 { key } else { "?" } }
      return [found.code.rawValue, column].compactMap { $0 }.joined(separator: " ")
    }
  }

  private let b = ["symbol": "B", "quantity": "10.4", "cost_basis": "104"]

  @Test(
    "an average cost is right at the places that it was rounded to",
    arguments: [
      ("33.33333333", true), ("33.33", true), ("33.34", false), ("33.3333333333", true),
      ("33.33333334", false), ("33", false), ("33.3", false),
    ])
  func rounding(_ average: String, _ isRight: Bool) throws {
    let row = ["symbol": "A", "quantity": "3.00000000", "average_cost": average]
    #expect(try codes([row, b]) == (isRight ? [] : ["F401 average_cost"]))
  }

  @Test(
    "a quantity with few places is taken as one whose zeros were left out",
    arguments: [
      ("10.4", true), ("10", false), ("10.40000000", true), ("1.04e1", true), ("10.40001", false),
    ])
  func quantity(_ quantity: String, _ isRight: Bool) throws {
    let a = ["stock_id": "s-a", "quantity": "3"]
    let row = ["stock_id": "s-b", "quantity": quantity]
    #expect(try codes([a, row]) == (isRight ? [] : ["F401 quantity"]))
  }

  @Test("each snapshot is held against the positions of its day")
  func days() throws {
    #expect(try codes([["symbol": "A", "quantity": "3", "as_of": "2024-01-15"]]) == [])
    #expect(try codes([["symbol": "A", "quantity": "3", "date": "2024-01-20"]]) == ["F402"])
    #expect(try codes([["symbol": "A", "quantity": "3"]]) == ["F402"])
    #expect(try codes([["symbol": "A", "quantity": "3"]], day: "2024-01-15") == [])
    let early = ["symbol": "A", "quantity": "3", "snapshot_date": "2024-01-05"]
    #expect(try codes([early]) == ["F403"])
  }

  @Test("a row of nothing needs no position, and one of an unknown symbol is one too many")
  func extra() throws {
    let a = ["symbol": "A", "quantity": "3"]
    let none = ["symbol": "C", "quantity": "0", "average_cost": "5"]
    #expect(try codes([a, b, none]) == [])
    #expect(try codes([a, b, ["symbol": "C", "quantity": "1"]]) == ["F403"])
    #expect(try codes([a, b, a]) == ["F403"])
  }

  @Test("a market value is compared where a price is known")
  func marketValue() throws {
    let a = ["symbol": "A", "market_value": "1"]
    let right = ["symbol": "B", "market_value": "114.40"]
    let wrong = ["symbol": "B", "market_value": "114.41"]
    #expect(try codes([a, right]) == [])
    #expect(try codes([a, wrong]) == ["F401 market_value"])
  }

  @Test("amounts in another currency are not compared, the currency is")
  func currency() throws {
    let a = ["symbol": "A", "quantity": "3", "total_cost": "90", "currency": "EUR"]
    #expect(try codes([a, b]) == ["F401 currency"])
  }

  @Test("columns that nothing is computed for are named")
  func unsupported() {
    let rows = [
      (LedgerTable.storedHoldings, ["symbol", "quantity", "sector"]),
      (.storedHoldings, ["symbol", "as_of", "name"]), (.storedPositions, ["stock_id", "avg_cost"]),
    ].map { table, keys in
      DerivedRow(
        table: table, columns: keys.map { (key: $0, text: "1") }, position: .none)
    }
    let found = DerivedCheck.columnsLeftOut(of: rows)
    #expect(found.map(\.table) == [.storedHoldings])
    #expect(found.map(\.columns) == [["name", "sector"]])
  }

  @Test("what can't be read is named by its column")
  func unreadable() throws {
    let a = ["symbol": "A", "quantity": "3"]
    #expect(try codes([a, b, ["quantity": "3"]]) == ["F404"])
    #expect(try codes([a, b, ["symbol": "A", "quantity": "3,5"]]) == ["F404 quantity"])
    #expect(try codes([a, b, ["symbol": "A", "as_of": "soon"]]) == ["F404 as_of"])
    #expect(try codes([a, b, ["symbol": "A", "currency": "$"]]) == ["F404 currency"])
  }
}
