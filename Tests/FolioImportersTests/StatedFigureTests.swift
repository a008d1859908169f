import Folio
import Testing

@testable import FolioImporters

/// Figures that rows state beside those that they book.
struct StatedFigureTests {
  private func codes(_ compare: String, _ row: String) throws -> [String] {
    let rules = """
      {"format": "folio-rules/1", "name": "q", "title": "Q", "tables": [{
        "header": ["date", "kind", "amount"], "account": "q",
        "columns": {"date": "Date", "kind": "Kind", "symbol": "Symbol", "quantity": "Units",
          "price": "Price", "fees": "Fee", "amount": "Amount", "stated": "Stated",
          "x_rate": "Rate"},
        "set": {"currency": "EUR", "type": "stock"}, "read": {"decimal": ".", "date": ["iso"]},
        "compare": {"stated": \(compare)},
        "amounts": {"sign": "cash", "mean": "net"},
        "rows": [{"if": {"kind": "Cash"}, "is": "cash", "set": {"fees": ""}},
          {"if": {"kind": "Fee"}, "is": "fee"}, {"if": {"kind": "Buy"}, "is": "buy"}]}]}
      """
    let set = try RuleSet(reading: Array(rules.utf8), name: "q.json")
    var run = ImportRun(formats: [Importer(set)])
    let header = "Date,Kind,Symbol,Units,Price,Fee,Amount,Stated,Rate"
    run.read(
      Array("\(header)\n2024-01-02,Cash,,,,,5000,,\n2024-01-03,\(row)\n".utf8), name: "q.csv")
    return run.finish().findings.diagnostics.map(\.code.rawValue)
  }

  @Test(arguments: [
    ("\"gross\"", "1000", true), ("\"gross\"", "-1000.00", true), ("\"gross\"", "1001", false),
    ("\"net\"", "1002", true), ("\"net\"", "1000", false), ("\"cash\"", "-1002", true),
    ("\"cash\"", "1002", false), ("\"gross\"", "", true), ("\"gross\"", "0", true),
    ("\"gross\"", "1000.0", true), ("\"gross\"", "1000.10", false),
  ])
  func figuresOfATrade(_ compare: String, _ stated: String, _ isRight: Bool) throws {
    let found = try codes(compare, "Buy,QXA,10,100,2,-1002,\(stated),")
    #expect(found == (isRight ? [] : ["F524"]), "\(compare) \(stated)")
  }

  @Test func aFigureMayBeAtARate() throws {
    let compare = "{\"gross\": \"x_rate\"}"
    for stated in ["1250,1.25", "800,1.25", "1250,"] {
      #expect(try codes(compare, "Buy,QXA,10,100,2,-1002,\(stated)").isEmpty, "\(stated)")
    }
    #expect(try codes(compare, "Buy,QXA,10,100,2,-1002,1300,1.25") == ["F524"])
  }

  @Test func aFigureThatNoNumbersMakeIsAWarning() throws {
    #expect(try codes("\"made\"", "Buy,QXA,10,100,2,-1002,1004,").isEmpty)
    #expect(try codes("\"made\"", "Buy,QXA,10,100,2,-1002,1037,") == ["W631"])
  }

  @Test func aWorthIsAboutTheAmount() throws {
    for stated in ["1000", "1080", "-930", ""] {
      #expect(try codes("\"worth\"", "Buy,QXA,10,100,2,-1002,\(stated),").isEmpty, "\(stated)")
    }
    #expect(try codes("\"worth\"", "Buy,QXA,10,100,2,-1002,100,") == ["W631"])
  }

  @Test func unitsTimesPriceNeedNoBooking() throws {
    let compare = "\"units_times_price\""
    for stated in ["1000", "-1000.00", ""] {
      #expect(try codes(compare, "Buy,QXA,10,100,2,-1002,\(stated),").isEmpty, "\(stated)")
    }
    #expect(try codes(compare, "Buy,QXA,10,100,2,-1002,1050,") == ["W631"])
    #expect(try codes(compare, "Buy,QXA,10,100,2,-1002,1500,") == ["F524"])
    #expect(try codes(compare, "Cash,,10,100,,5,1500,") == ["F524"])
  }

  @Test func theCashOfADayIsThatOfAllItsRows() throws {
    let compare = "\"cash_of_day\""
    let sums = "Buy,QXA,10,100,2,-1002,-2,\n2024-01-03,Cash,,,,,20,-980,"
    #expect(try codes(compare, sums) == [])
    #expect(try codes(compare, "Buy,QXA,10,100,2,-1002,0,") == ["W601"])
  }

  @Test func aSumRunsFromRowToRow() throws {
    let compare = "{\"running_sum_of\": \"amount\"}"
    let rows = "Buy,QXA,10,100,2,-1002,3998,\n2024-01-04,Cash,,,,,20,4018,"
    #expect(try codes(compare, rows) == [])
    #expect(try codes(compare, rows.replacing("4018", with: "4081")) == ["W601"])
  }

  @Test func aFigureIsAboutAnotherField() throws {
    for meaning in ["value_of", "running_sum_of"] {
      #expect(throws: (any Error).self) { try codes("\"\(meaning)\"", "Cash,,,,,5,5,") }
    }
  }

  @Test("A unit costs about the same at a price without a currency from trade to trade")
  func prices() throws {
    func found(_ price: String) throws -> [String] {
      let first = "Buy,QXA,10,100,0,-1000,125,\n2024-01-04,"
      return try codes("\"price\"", first + "Buy,QXA,5,100,0,-500,\(price),")
    }
    for price in ["125", "110", "150"] { #expect(try found(price).isEmpty, "\(price)") }
    for price in ["1250", "12.5"] { #expect(try found(price) == ["W649"], "\(price)") }
  }

  @Test(
    "A whole price has all the digits of its currency",
    arguments: [
      ("Buy,QXA,1000,1,0,-1000,,", []), ("Buy,QXA,1000,1,0,-1004,,", []),
      ("Buy,QXA,1000,1,0,-1040,,", ["W631"]), ("Buy,QXA,100,5,0,-520,,", ["W631"]),
      ("Buy,QXA,1000,1,0,-1400,,", ["F524"]), ("Buy,QXA,100,5.00,0,-545,,", ["F524"]),
    ])
  func wholePrices(_ row: String, _ expected: [String]) throws {
    #expect(try codes("\"made\"", row) == expected)
  }

  @Test func rowsWithoutUnitsHaveThemToo() throws {
    #expect(try codes("\"gross\"", "Fee,,,,,-5,5,").isEmpty)
    #expect(try codes("\"gross\"", "Fee,,,,,-5,6,") == ["F524"])
  }

  @Test func aMeaningThatIsNoneIsAFaultOfTheRules() throws {
    #expect(throws: LedgerFaults.self) { _ = try codes("\"total\"", "Buy,QXA,1,1,0,-1,,") }
    #expect(throws: LedgerFaults.self) { _ = try codes("{\"made\": \"x\"}", "Buy,QXA,1,1,0,-1,,") }
  }
}
