import FolioDiagnostics
import FolioNumbers
import Testing

@testable import FolioModel
@testable import TestSupport

@Suite("Symbols and stock ids find their instruments")
struct InstrumentTests {
  private func row(_ symbol: String?, _ stockID: String?) -> StockRow {
    StockRow.buy("", 1, at: 0).inCurrency("USD").with {
      $0.symbol = symbol
      $0.stockID = stockID
    }
  }

  private func instruments(_ builder: LedgerBuilder) throws -> [String] {
    let tables = try builder.ledger().tables
    return tables.stockLegs.map { leg in
      let row = tables.instruments[Int(leg.instrument)]
      return "\(tables.text(row.symbol))/\(tables.text(row.stockID))"
    }
  }

  private func master() -> LedgerBuilder { LedgerBuilder(base: "USD").stock("A", "USD", id: "s") }

  @Test("by symbol, by id, or by both")
  func byEither() throws {
    let builder = master().event("g1", "2024-01-01", row("A", nil), row(nil, "s"), row("A", "s"))
    #expect(try instruments(builder) == ["A/s", "A/s", "A/s"])
  }

  @Test("a symbol that only legs mention is an instrument without a master row")
  func mentioned() throws {
    let tables = try master().event("g1", "2024-01-01", row("Z", nil)).ledger().tables
    #expect(tables.instruments.map(\.hasMasterRow) == [true, false])
    #expect(tables.symbol(1) == "Z")
  }

  @Test("a leg that names both teaches which belong together, also to legs before it")
  func learned() throws {
    let builder = LedgerBuilder(base: "USD")
      .event("g1", "2024-01-01", row(nil, "t")).event("g2", "2024-01-02", row("Z", "t"))
    #expect(try instruments(builder) == ["Z/t", "Z/t"])
  }

  @Test("a master row with a symbol alone learns its id from a leg")
  func learnsID() throws {
    let builder = LedgerBuilder(base: "USD").stock("A", "USD")
      .event("g1", "2024-01-01", row("A", "t"), row(nil, "t"))
    #expect(try instruments(builder) == ["A/t", "A/t"])
  }

  @Test("a master row with an id alone learns its symbol from a leg")
  func learnsSymbol() throws {
    let builder = LedgerBuilder(base: "USD").stock(nil, "USD", id: "t")
      .event("g1", "2024-01-01", row("A", "t"), row(nil, "t"), row("A", nil))
    #expect(builder.check().faults.map(\.code) == [])
    #expect(try instruments(builder) == ["A/t", "A/t", "A/t"])
  }

  @Test("two symbols for one id contradict each other, wherever they stand")
  func contradiction() {
    let builder = LedgerBuilder(base: "USD")
      .event("g1", "2024-01-01", row("Y", "t")).event("g2", "2024-01-02", row("Z", "t"))
    #expect(builder.check().faults.map(\.code) == [.contradictoryInstrument])
  }

  @Test("a price is found by symbol or id, in the currency of its instrument")
  func prices() throws {
    let tables = try master().price("A", "2024-01-01", 5).price(nil, "2024-01-02", 6, stockID: "s")
      .price("A", "2024-01-03", 7, "EUR").ledger().tables
    #expect(tables.prices.map(\.instrument) == [0, 0, 0])
    #expect(tables.prices.map { tables.currencies[$0.currency] } == ["USD", "USD", "EUR"])
  }

  @Test("a new symbol is the instrument of its master row, or a new one")
  func newSymbols() throws {
    let tables = try master().stock("B", "EUR", id: "b")
      .event("g1", "2024-01-01", .symbolChange("A", to: "B"))
      .event("g2", "2024-01-02", .symbolChange("B", to: "C"))
      .event("g3", "2024-01-03", .symbolChange("C", to: "A")).ledger().tables
    #expect(tables.details.map { tables.symbol($0.newInstrument) } == ["B", "C", "A"])
    #expect(tables.details.map(\.newInstrument) == [1, 2, 0])
  }

  @Test("symbols that are not ASCII or are long are instruments like any other")
  func oddSymbols() throws {
    let builder = LedgerBuilder(base: "USD").stock("Zürich Versicherung", "USD", id: "日本")
      .event("g1", "2024-01-01", row("Zürich Versicherung", nil), row(nil, "日本"))
    #expect(
      try instruments(builder) == ["Zürich Versicherung/日本", "Zürich Versicherung/日本"])
  }
}
