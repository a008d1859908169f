/// A tax year as written on the command line. Its first and last day depend on the tax rules.
package struct TaxYearChoice: Sendable, Equatable {
  package let year: TaxYear
  /// Whether it is written as two years, as in the United Kingdom.
  package let isSplit: Bool

  /// A year that is not written as two.
  package init(_ year: TaxYear) { (self.year, isSplit) = (year, false) }

  /// Parses `2024`, `2024/25` or `2024-25`; nil for anything else.
  package init?(_ text: String) {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "-" }
    guard let first = parts.first, parts.count <= 2, Self.isNumber(first, digits: 4),
      let year = Int(first).flatMap(TaxYear.init)
    else { return nil }
    if parts.count == 2 {
      let next = year.firstYear + 1
      guard Self.isNumber(parts[1], digits: 2), Int(parts[1]) == next % 100 else { return nil }
    }
    self.year = year
    isSplit = parts.count == 2
  }

  /// The year in the form with two years: `2024/25`.
  package var splitName: String { year.name(under: .uk) }

  private static func isNumber(_ text: Substring, digits: Int) -> Bool {
    text.utf8.count == digits && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
