import Testing

@testable import FolioNumbers

/// The General Decimal Arithmetic testcases, as far as they mean something here.
@Suite struct DecimalArithmeticTests {
  @Test func everyCase() throws {
    try Table.forEachRow(of: "decimal-arithmetic") { row in
      let a = try row.number(2)
      switch row[1] {
      case "add": try check(row, try a.adding(try row.number(3)))
      case "subtract": try check(row, try a.subtracting(try row.number(3)))
      case "multiply": try check(row, try a.multiplied(by: try row.number(3)))
      case "divide": try checkQuotient(row, a)
      case "compare": try checkOrder(row, a)
      case "quantize", "rescale": try checkRounding(row, a)
      default: Issue.record("unknown operation in \(row.id)")
      }
    }
  }

  private func check(_ row: Row, _ result: ExactDecimal) throws {
    #expect(result == (try row.number(6)), "\(row.id)")
    if row[4] == "kept" { #expect(result.description == row[6], "\(row.id)") }
  }

  private func checkQuotient(_ row: Row, _ a: ExactDecimal) throws {
    let (b, places, rule) = (try row.number(3), try row.integer(4), try row.rule(5))
    let result = outcome { try a.divided(by: b, places: places, rounding: rule) }
    #expect(result == row[6], "\(row.id)")
  }

  private func checkOrder(_ row: Row, _ a: ExactDecimal) throws {
    let (b, order) = (try row.number(3), try row.integer(6))
    #expect((a < b ? -1 : a == b ? 0 : 1) == order, "\(row.id)")
  }

  private func checkRounding(_ row: Row, _ a: ExactDecimal) throws {
    let (places, rule) = (try row.integer(4), try row.rule(5))
    let result = a.rounded(toPlaces: places, rule).padded(toPlaces: places)
    #expect(result.description == row[6], "\(row.id)")
  }
}
