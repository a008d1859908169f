import FolioModel
import FolioNumbers

/// The days around a disposal on which an acquisition changes what the disposal gains.
package struct AcquisitionWindow: Sendable, Hashable {
  package let first: Day
  package let last: Day
}

extension TaxRules {
  /// The days of the disposals whose window includes an acquisition on a day; nil as below.
  package func window(before day: Day) -> AcquisitionWindow? {
    guard let window = window(around: day) else { return nil }
    let (before, after) = (
      day.daysSince1970 - window.first.daysSince1970,
      window.last.daysSince1970 - day.daysSince1970
    )
    return AcquisitionWindow(
      first: Day(daysSince1970: day.daysSince1970 - after) ?? .first,
      last: Day(daysSince1970: day.daysSince1970 + before) ?? .last)
  }

  /// The window around a disposal; nil if the rules have none.
  ///
  /// 30 days before and after a sale at a loss in the United States (26 U.S.C. 1091) and Canada
  /// (Income Tax Act s.54), there by settlement date; the day and the 30 days after it in the
  /// United Kingdom (TCGA 1992 s.105, s.106A).
  package func window(around day: Day) -> AcquisitionWindow? {
    let before: Int32
    switch self {
    case .none: return nil
    case .us, .ca: before = WashSales.window
    case .uk: before = 0
    }
    let first = Day(daysSince1970: day.daysSince1970 - before) ?? .first
    let last = Day(daysSince1970: day.daysSince1970 + WashSales.window) ?? .last
    return AcquisitionWindow(first: first, last: last)
  }
}
