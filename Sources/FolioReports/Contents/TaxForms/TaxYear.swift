/// A tax year, which begins on the same day of each year: the calendar year, unless the tax rules
/// say otherwise.
public struct TaxYear: Sendable, Hashable, Comparable {
  /// The calendar year in which the tax year begins, 1...9998.
  public let firstYear: Int

  /// Creates the tax year that begins in a calendar year. Returns `nil` outside 1...9998.
  public init?(_ firstYear: Int) {
    guard (1...9998).contains(firstYear) else { return nil }
    self.firstYear = firstYear
  }

  /// Creates the tax year of a day. Returns `nil` if it would be outside 1...9998.
  public init?(containing day: Day, under regime: TaxRegime?) {
    let (year, month, date) = day.civil
    let start = regime.startOfYear
    self.init((month, date) < start ? year - 1 : year)
  }

  /// Returns the first and the last day.
  public func period(under regime: TaxRegime?) -> (first: Day, last: Day) {
    let (month, date) = regime.startOfYear
    let next = day(firstYear + 1, month, date)
    return (day(firstYear, month, date), Day(daysSince1970: next.daysSince1970 - 1) ?? .last)
  }

  /// Returns the usual name: `2024`, or `2024/25` if the year does not begin in January.
  public func name(under regime: TaxRegime?) -> String {
    func digits(_ year: Int) -> Substring { day(year, 1, 1).description.prefix(4) }
    let name = String(digits(firstYear))
    return regime.hasSplitYears ? "\(name)/\(digits(firstYear + 1).suffix(2))" : name
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

extension TaxRegime? {
  fileprivate var startOfYear: (month: Int, day: Int) { self?.startOfYear ?? (1, 1) }

  /// Whether a tax year is in two calendar years.
  package var hasSplitYears: Bool { startOfYear != (1, 1) }
}
