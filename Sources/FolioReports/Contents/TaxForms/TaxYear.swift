import FolioModel
import FolioNumbers

/// A year of taxation: in the United Kingdom from 6 April to 5 April (Income Tax Act 2007 s.4),
/// elsewhere the calendar year.
public struct TaxYear: Sendable, Hashable, Comparable {
  /// The year in which it begins, 1...9998.
  public let firstYear: Int

  /// The tax year that begins in this year; nil outside of 1...9998.
  public init?(_ firstYear: Int) {
    guard (1...9998).contains(firstYear) else { return nil }
    self.firstYear = firstYear
  }

  /// The tax year in which a day lies; nil in the first and last year that there is.
  public init?(containing day: Day, under rules: TaxRules) {
    let (year, month, date) = day.civil
    let isBefore = rules == .uk && (month, date) < (4, 6)
    self.init(isBefore ? year - 1 : year)
  }

  /// Its first and its last day.
  public func period(under rules: TaxRules) -> (first: Day, last: Day) {
    if rules == .uk {
      return (day(firstYear, 4, 6), day(firstYear + 1, 4, 5))
    }
    return (day(firstYear, 1, 1), day(firstYear, 12, 31))
  }

  /// How it is written: `2024`, in the United Kingdom `2024/25`.
  public func name(under rules: TaxRules) -> String {
    let first = Self.padded(firstYear, to: 4)
    return rules == .uk ? "\(first)/\(Self.padded((firstYear + 1) % 100, to: 2))" : first
  }

  /// Earlier before later.
  public static func < (left: TaxYear, right: TaxYear) -> Bool {
    left.firstYear < right.firstYear
  }

  private func day(_ year: Int, _ month: Int, _ day: Int) -> Day {
    // Every year from 1 to 9999 has these days.
    (try? Day(year: year, month: month, day: day)) ?? .last
  }

  private static func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(width - digits.count, 0)) + digits
  }
}
