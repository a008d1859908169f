import FolioModel
import FolioNumbers

/// A tax year: from 6 April to 5 April in the United Kingdom (Income Tax Act 2007 s.4), and the
/// calendar year elsewhere.
public struct TaxYear: Sendable, Hashable, Comparable {
  /// The calendar year in which the tax year begins, 1...9998.
  public let firstYear: Int

  /// Creates the tax year that begins in a calendar year. Returns `nil` outside 1...9998.
  public init?(_ firstYear: Int) {
    guard (1...9998).contains(firstYear) else { return nil }
    self.firstYear = firstYear
  }

  /// Creates the tax year of a day. Returns `nil` if it would be outside 1...9998.
  public init?(containing day: Day, under rules: TaxRules) {
    let (year, month, date) = day.civil
    let isBefore = rules == .uk && (month, date) < (4, 6)
    self.init(isBefore ? year - 1 : year)
  }

  /// Returns the first and the last day.
  public func period(under rules: TaxRules) -> (first: Day, last: Day) {
    if rules == .uk {
      return (day(firstYear, 4, 6), day(firstYear + 1, 4, 5))
    }
    return (day(firstYear, 1, 1), day(firstYear, 12, 31))
  }

  /// Returns the usual name: `2024`, or `2024/25` in the United Kingdom.
  public func name(under rules: TaxRules) -> String {
    let (first, last) = period(under: rules)
    let year = String(first.description.prefix(4))
    return rules == .uk ? "\(year)/\(last.description.prefix(4).suffix(2))" : year
  }

  /// Compares tax years by their first day.
  public static func < (left: TaxYear, right: TaxYear) -> Bool {
    left.firstYear < right.firstYear
  }

  private func day(_ year: Int, _ month: Int, _ day: Int) -> Day {
    // Cannot fail: these days exist in every year from 1 to 9999.
    (try? Day(year: year, month: month, day: day)) ?? .last
  }
}
