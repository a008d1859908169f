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

  /// The warnings of a purchase of some units at a price for a gross amount, in a contract.
  private func codes(
    _ units: ExactDecimal, at price: ExactDecimal, for gross: ExactDecimal,
    multiplier: ExactDecimal = 1
  ) -> [DiagnosticCode] {
    let row = StockRow.buy("X", units, at: price).gross(gross)
    let check = books().contract("X", multiplier: multiplier).event("g", "2024-01-01", row).check()
    return check.faults.map(\.code) + check.validPart.warnings.map(\.code)
  }

  @Test("a product beside a gross amount is only compared, so it may have any number of digits")
  func longProduct() {
    // The product is 265.81224999...: 39 digits.
    let (units, price) =
      ("265.484484606843433397", "1.001234567890123456")
      as (ExactDecimal, ExactDecimal)
    #expect(codes(units, at: price, for: "265.81").isEmpty)
    #expect(codes(units, at: price, for: "265.82") == [.grossDiffers])
    #expect(codes(units, at: price, for: "265.80") == [.grossDiffers])
    #expect(codes(units, at: price, for: "26581.22", multiplier: 100).isEmpty)
    #expect(codes(units, at: price, for: "26581.24", multiplier: 100) == [.grossDiffers])
  }

  @Test("a product of more than 36 digits before the point differs from the gross amount")
  func largeProduct() {
    let large: ExactDecimal = "10000000000000000000000"
    #expect(codes(large, at: large, for: 5) == [.grossDiffers])
    #expect(codes(large, at: large, for: 5, multiplier: large) == [.grossDiffers])
    let all: ExactDecimal = "999999999999999999999999999999999999"
    #expect(codes(all, at: "1", for: all).isEmpty)
    #expect(codes(1, at: all, for: all).isEmpty)
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
    #expect(try warnings(.unitFee("X", 1), .fee) == [.feeWithoutValue])
    #expect(try warnings(.gift("X", 1), .stockTrade) == [.typeContradictsLegs])
    #expect(try warnings(.gift("X", 1), .fee) == [.typeContradictsLegs])
  }
}
