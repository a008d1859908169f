import Folio
import Foundation
import Testing

/// The schema for PostgreSQL under Specs/schema says what Folio says. Whether a server takes it,
/// and what it refuses, is seen by Tests/PostgresSchema/run.
struct SchemaSpecs {
  static let files = SpecFiles.paths(in: "schema", ending: ".sql")

  private func schema() throws -> String {
    String(decoding: try SpecFiles.bytes("schema/postgres.sql"), as: UTF8.self)
  }

  @Test func thereAreTwoSchemas() {
    #expect(Self.files == ["schema/coinflip.sql", "schema/postgres.sql"])
  }

  @Test func minorUnitsAreThoseOfFolio() throws {
    let text = try schema()
    var codes: Set<String> = []
    for branch in text.components(of: "WHEN code IN (").dropFirst() {
      let parts = branch.components(of: ") THEN ")
      let places = try #require(parts.dropFirst().first?.prefix { $0.isNumber })
      for quoted in parts[0].split(separator: ",") {
        let code = quoted.filter { $0.isLetter || $0.isNumber }
        #expect(String(try Currency(code).minorUnits) == places, "\(code)")
        codes.insert(code)
      }
    }
    #expect(codes.count > 200)
    for code in ["XAU", "BTC", "NOSUCH"] {
      #expect(!codes.contains(code), "\(code)")
      #expect(try Currency(code).minorUnits == 8)
    }
  }

  @Test func wordsAreThoseOfTheLedger() throws {
    let text = try schema()
    let words =
      GroupType.allCases.map(\.rawValue) + GroupStatus.allCases.map(\.rawValue)
      + TradeType.allCases.map(\.rawValue) + CashLegType.allCases.map(\.rawValue)
      + CostBasisMethod.allCases.map(\.rawValue) + TaxRules.allCases.map(\.rawValue)
    for word in words { #expect(text.contains("'\(word)'"), "\(word)") }
  }
}

extension String {
  fileprivate func components(of separator: String) -> [String] {
    var parts: [String] = []
    var rest = self[...]
    while let range = rest.range(of: separator) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }
}
