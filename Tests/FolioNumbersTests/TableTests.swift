import Foundation
import Testing

@testable import FolioNumbers

@Suite struct TableTests {
  @Test func everyFileOfTheFolderIsRead() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Table.folder.path)
      .filter { $0.hasSuffix(".tsv") || $0.hasSuffix(".json") }
    #expect(Set(names) == Set(Table.counts.keys.map { $0 + ".tsv" }))
  }

  @Test func everyCaseHasItsOwnID() throws {
    for name in Table.counts.keys {
      let rows = try Table(name).rows
      #expect(Set(rows.map(\.id)).count == rows.count, "\(name)")
    }
  }

  @Test func sums() throws {
    try Table.forEachRow(of: "add") { row in
      let (a, b) = (try row.number(1), try row.number(2))
      #expect(outcome { try a.adding(b) } == row[3], "\(row.id)")
      #expect(outcome { try b.adding(a) } == row[3], "\(row.id) turned round")
      #expect(outcome { try a.addingWide(b) } == row[3], "\(row.id) in 256 bits")
    }
  }

  @Test func differences() throws {
    try Table.forEachRow(of: "subtract") { row in
      let (a, b) = (try row.number(1), try row.number(2))
      #expect(outcome { try a.subtracting(b) } == row[3], "\(row.id)")
    }
  }

  @Test func products() throws {
    try Table.forEachRow(of: "multiply") { row in
      let (a, b) = (try row.number(1), try row.number(2))
      #expect(outcome { try a.multiplied(by: b) } == row[3], "\(row.id)")
      #expect(outcome { try b.multiplied(by: a) } == row[3], "\(row.id) turned round")
      #expect(outcome { try a.multipliedWide(by: b) } == row[3], "\(row.id) in 256 bits")
    }
  }

  @Test func roundedProducts() throws {
    try Table.forEachRow(of: "multiply-round") { row in
      let (a, b, places, rule) = (
        try row.number(1), try row.number(2), try row.integer(3), try row.rule(4)
      )
      let result = outcome { try a.multiplied(by: b, places: places, rounding: rule) }
      #expect(result == row[5], "\(row.id)")
    }
  }

  @Test func quotients() throws {
    try Table.forEachRow(of: "divide") { row in
      let (a, b, places, rule) = (
        try row.number(1), try row.number(2), try row.integer(3), try row.rule(4)
      )
      let result = outcome { try a.divided(by: b, places: places, rounding: rule) }
      #expect(result == row[5], "\(row.id)")
      let wide = outcome { try a.multipliedWide(by: .one, dividedBy: b, places: places, rule) }
      #expect(wide == row[5], "\(row.id) in 256 bits")
    }
  }

  @Test func productsDivided() throws {
    try Table.forEachRow(of: "multiply-divide") { row in
      let (a, b, c) = (try row.number(1), try row.number(2), try row.number(3))
      let (places, rule) = (try row.integer(4), try row.rule(5))
      let result = outcome {
        try a.multiplied(by: b, dividedBy: c, places: places, rounding: rule)
      }
      #expect(result == row[6], "\(row.id)")
      let wide = outcome { try a.multipliedWide(by: b, dividedBy: c, places: places, rule) }
      #expect(wide == row[6], "\(row.id) in 256 bits")
    }
  }

  @Test func roundings() throws {
    try Table.forEachRow(of: "round") { row in
      let (a, places) = (try row.number(1), try row.integer(2))
      for (column, rule) in RoundingRule.allCases.enumerated() {
        let rounded = a.rounded(toPlaces: places, rule).description
        #expect(rounded == row[3 + column], "\(row.id) \(rule)")
        guard a.places > places else { continue }
        let wide = a.roundedWide(dropping: a.places - places, to: places, rule).description
        #expect(wide == row[3 + column], "\(row.id) \(rule) in 128 bits")
      }
    }
  }

  @Test func comparisons() throws {
    try Table.forEachRow(of: "compare") { row in
      let (a, b, order) = (try row.number(1), try row.number(2), try row.integer(3))
      #expect((a < b) == (order < 0), "\(row.id)")
      #expect((a > b) == (order > 0), "\(row.id)")
      #expect((a == b) == (order == 0), "\(row.id)")
      #expect(order != 0 || a.hashValue == b.hashValue, "\(row.id)")
      let wide = ExactDecimal.compareWideProducts(a, .one, b, .one)
      #expect(wide == order, "\(row.id) in 256 bits")
    }
  }

  @Test func comparedProducts() throws {
    try Table.forEachRow(of: "compare-products") { row in
      let (a, b) = (try row.number(1), try row.number(2))
      let (c, d) = (try row.number(3), try row.number(4))
      let order = try row.integer(5)
      #expect(ExactDecimal.compareProducts(a, b, c, d) == order, "\(row.id)")
      #expect(ExactDecimal.compareProducts(d, c, b, a) == -order, "\(row.id) turned round")
      #expect(ExactDecimal.compareWideProducts(a, b, c, d) == order, "\(row.id) in 256 bits")
    }
  }

  @Test func printedNumbers() throws {
    try Table.forEachRow(of: "print") { row in
      let coefficient = try #require(Int128(row[1]))
      let number = try ExactDecimal(coefficient: coefficient, places: try row.integer(2))
      #expect(number.description == row[3], "\(row.id)")
      var bytes = Array("x=".utf8)
      number.write(into: &bytes)
      #expect(String(decoding: bytes, as: UTF8.self) == "x=" + row[3], "\(row.id)")
    }
  }

  @Test func numbersRead() throws {
    try Table.forEachRow(of: "parse") { row in
      let text = try row.text(1)
      do {
        let number = try ExactDecimal(text)
        #expect(number.coefficient.description == row[2], "\(row.id)")
        #expect(number.places == Int(row[3]), "\(row.id)")
        let bytes = Array(text.utf8)
        let long = try ExactDecimal.parseLong(bytes.span)
        #expect(long.bits == number.bits, "\(row.id) the long way")
      } catch let fault as NumberFault {
        #expect(name(of: fault) == row[2], "\(row.id)")
      }
    }
  }

  private func name(of fault: NumberFault) -> String {
    if case .syntax(let offset) = fault { return "!syntax@\(offset)" }
    return "!\(caseName(of: fault))"
  }

  @Test func refusals() throws {
    try Table.forEachRow(of: "errors") { row in
      #expect(outcome { try refused(row) } == "!" + row[7], "\(row.id)")
    }
  }

  private func refused(_ row: Row) throws -> ExactDecimal {
    if row[1] == "coefficient" {
      let coefficient = try #require(Int128(row[2]))
      return try ExactDecimal(coefficient: coefficient, places: try row.integer(3))
    }
    let (a, b) = (try row.number(2), try row.number(3))
    switch row[1] {
    case "add": return try a.adding(b)
    case "subtract": return try a.subtracting(b)
    case "multiply": return try a.multiplied(by: b)
    default: break
    }
    let (places, rule) = (try row.integer(5), try row.rule(6))
    switch row[1] {
    case "multiplyRound": return try a.multiplied(by: b, places: places, rounding: rule)
    case "divide": return try a.divided(by: b, places: places, rounding: rule)
    default:
      let c = try row.number(4)
      return try a.multiplied(by: b, dividedBy: c, places: places, rounding: rule)
    }
  }
}
