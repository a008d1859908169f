import FolioNumbers
import Testing

@testable import FolioValuation

@Suite("Shares of a value by units")
struct UnitSharesTests {
  /// A third of the units, rounded at 18 places.
  private func third(_ units: ExactDecimal) -> ExactDecimal? {
    try? units.divided(by: 3, places: 18)
  }

  @Test("add up to the value of all units", arguments: [[2, -1, -1], [1, 1, -2], [2, 3, 5]])
  func addUp(_ units: [Int]) {
    let parts = units.enumerated().map { ($0.offset, Optional(ExactDecimal($0.element))) }
    let shares = UnitShares.share(parts, third)
    #expect(shares.map(\.0) == [0, 1, 2])
    let whole = third(ExactDecimal(units.reduce(0, +)))
    #expect(shares.sum(\.1) == whole)
    #expect(shares.first?.1 == third(ExactDecimal(units[0])))
  }

  @Test("are unknown if the value of a part is")
  func unknown() {
    #expect(UnitShares.share([(0, 1), (1, -1)]) { $0.isZero ? .zero : nil }.isEmpty)
  }
}
