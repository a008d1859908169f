import FolioDiagnostics
import FolioModel
import FolioNumbers
import Testing

@testable import TestSupport

@Suite("Multipliers, price factors and lists of methods")
struct ValueFactorTests {
  private func gross(_ builder: LedgerBuilder) throws -> ExactDecimal {
    try builder.ledger().tables.stockLegs[0].gross
  }

  private func books() -> LedgerBuilder { LedgerBuilder(base: "USD").account("usd", "USD") }

  @Test("a gross amount left out is quantity × price × multiplier × price factor")
  func product() throws {
    let row = StockRow.buy("X", 3, at: "98.5")
    #expect(try gross(books().stock("X").event("g", "2024-01-01", row)) == "295.5")
    let contract = books().contract("X", multiplier: 100)
    #expect(try gross(contract.event("g", "2024-01-01", row)) == 29_550)
    let bond = books().contract("X", priceFactor: "0.01")
    #expect(try gross(bond.event("g", "2024-01-01", row)) == "2.955")
    let both = books().contract("X", multiplier: 1000, priceFactor: "0.01")
    #expect(try gross(both.event("g", "2024-01-01", row)) == 2955)
  }

  @Test("W401 compares with the whole product, and says by what it was multiplied")
  func warning() throws {
    let row = StockRow.buy("X", 3, at: "98.5").gross("295.5")
    let check = books().contract("X", multiplier: 100).event("g", "2024-01-01", row).check()
    #expect(check.validPart.warnings.map(\.code) == [.grossDiffers])
    #expect(check.validPart.warnings[0].message.hasPrefix("quantity × price × 100 is 29550.0 USD"))
  }

  @Test("what rounding of the price allows is multiplied, too")
  func rounding() throws {
    func warnings(_ gross: ExactDecimal) throws -> [DiagnosticCode] {
      let row = StockRow.buy("X", 3, at: "1.23").gross(gross)
      return try books().contract("X", multiplier: 100).event("g", "2024-01-01", row).ledger()
        .warnings.map(\.code)
    }
    // 3 × 1.23 × 100 = 369; half a place of the price is 3 × 0.005 × 100 = 1.50, and 0.005.
    #expect(try warnings("370.505").isEmpty)
    #expect(try warnings("370.506") == [.grossDiffers])
  }

  @Test("a factor that can't be exact is F215 at the instrument")
  func tooLong() {
    let long: ExactDecimal = "123456789012345678901.5"
    let check = books().contract("X", multiplier: long, priceFactor: long).check()
    #expect(check.faults.map(\.code) == [.arithmetic])
  }

  @Test("the symbols of a list of methods are found; an unknown one is W415")
  func symbols() throws {
    let builder = books().stock("X").method(.fifo).method(.average, from: "2024-01-01", "X", "Y")
    let ledger = try builder.ledger()
    #expect(ledger.tables.settings.methodEntries.map(\.instruments) == [[], [0]])
    #expect(ledger.warnings.map(\.code) == [.unknownMethodSymbol])
    #expect(ledger.warnings[0].message.contains("names Y"))
  }

  @Test("two entries for one symbol and day are F211; for two days or symbols they are not")
  func twice() {
    let good = books().stock("X").stock("Y").method(.fifo).method(.lifo, "X").method(.hifo, "Y")
      .method(.lofo, from: "2024-01-01", "X").method(.average, from: "2024-01-01")
    #expect(good.check().faults.isEmpty)
    let bad = books().stock("X").method(.fifo).method(.lifo, "X").method(.hifo, "X", "X")
      .method(.lofo)
    #expect(bad.check().faults.map(\.code) == [.contradictorySettings, .contradictorySettings])
    #expect(
      bad.check().faults.map(\.field) == [
        ["cost_basis_method", .index(2)], ["cost_basis_method", .index(3)],
      ])
  }

  @Test("accrued interest is part of the cash that a trade calls for, and of no other leg")
  func accrued() throws {
    func called(_ type: TradeType) throws -> ExactDecimal {
      var leg = StockLeg(type: type, day: "2024-01-01")
      leg.gross = 100
      leg.fees = 1
      var detail = StockLegDetail()
      detail.accruedInterest = 7
      return try leg.requiredCash(detail)
    }
    #expect(try called(.buy) == -108)
    #expect(try called(.cover) == -108)
    #expect(try called(.sell) == 106)
    #expect(try called(.shortSell) == 106)
    #expect(try called(.dividend) == 99)
    #expect(try called(.gift) == -1)
    #expect(try called(.unitFee) == -1)
  }

  @Test("a gift is a transfer or an adjustment, units paid as a fee are a fee")
  func types() throws {
    func warnings(_ row: StockRow, _ type: GroupType) throws -> [DiagnosticCode] {
      try books().stock("X").event("g", "2024-01-01", row, type: type).ledger().warnings
        .map(\.code)
    }
    #expect(try warnings(.gift("X", 1), .transfer).isEmpty)
    #expect(try warnings(.unitFee("X", 1), .fee).isEmpty)
    #expect(try warnings(.gift("X", 1), .stockTrade) == [.typeContradictsLegs])
    #expect(try warnings(.gift("X", 1), .fee) == [.typeContradictsLegs])
  }
}
