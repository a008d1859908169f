import Foundation
import Testing

@testable import FolioNumbers

/// A table of Specs/numbers: one case a line, columns between tabs, the id in front.
struct Table {
  /// How many cases each file holds. A file that is not named here, or whose count differs, fails
  /// `TableTests`: no case gets lost without anyone noticing.
  static let counts = [
    "add": 300, "subtract": 250, "multiply": 350, "multiply-round": 450, "divide": 450,
    "multiply-divide": 500, "round": 300, "compare": 350, "compare-products": 300, "print": 250,
    "errors": 30, "parse": 433, "currencies": 239, "days": 399, "days-refused": 35,
    "day-sums": 720, "timestamps": 339, "decimal-arithmetic": 8149,
  ]

  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Specs/numbers")

  let rows: [Row]

  init(_ name: String) throws {
    let url = Self.folder.appendingPathComponent(name + ".tsv")
    let text = try String(contentsOf: url, encoding: .utf8)
    rows = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      Row(cells: line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init))
    }
  }

  /// Runs a check on every row, and says which row a failure belongs to.
  static func forEachRow(of name: String, _ check: (Row) throws -> Void) throws {
    let table = try Table(name)
    #expect(table.rows.count == counts[name], "rows of \(name)")
    for row in table.rows {
      do {
        try check(row)
      } catch {
        Issue.record(error, "\(row.id)")
      }
    }
  }
}

/// One case.
struct Row {
  let cells: [String]

  var id: String { cells[0] }

  /// A cell; the first one after the id is 1.
  subscript(_ column: Int) -> String { cells[column] }

  func number(_ column: Int) throws -> ExactDecimal { try ExactDecimal(cells[column]) }

  func integer(_ column: Int) throws -> Int {
    try #require(Int(cells[column]), "\(id) column \(column)")
  }

  func rule(_ column: Int) throws -> RoundingRule {
    try #require(RoundingRule(rawValue: cells[column]), "\(id) column \(column)")
  }

  /// A text that is written as a JSON string.
  func text(_ column: Int) throws -> String {
    try JSONDecoder().decode(String.self, from: Data(cells[column].utf8))
  }
}

/// What came of an operation, as the tables write it: the digits, or "!" and the fault.
func outcome(_ operation: () throws -> ExactDecimal) -> String {
  do {
    return try operation().description
  } catch {
    return "!\(caseName(of: error))"
  }
}

/// The name of a fault in the tables.
func caseName(of fault: any Error) -> String {
  switch fault {
  case ArithmeticFault.overflow: "overflow"
  case ArithmeticFault.tooManyPlaces, NumberFault.tooManyPlaces: "tooManyPlaces"
  case ArithmeticFault.divisionByZero: "divisionByZero"
  case NumberFault.empty, CurrencyFault.empty: "empty"
  case NumberFault.tooManyDigits: "tooManyDigits"
  case CurrencyFault.tooLong: "tooLong"
  default: "\(fault)"
  }
}

/// Unsigned 64-bit numbers by SplitMix64: the same ones in every run.
struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Any number of up to `digits` digits and `places` places.
  mutating func number(digits: Int = 36, places: Int = 36) -> ExactDecimal {
    let length = Int.random(in: 0...digits, using: &self)
    let magnitude = UInt128.random(in: 0..<PowerOfTen.wide(length), using: &self)
    let coefficient = Bool.random(using: &self) ? Int128(magnitude) : -Int128(magnitude)
    let point = Int.random(in: 0...places, using: &self)
    return ExactDecimal(unchecked: coefficient, places: point)
  }
}
