import FolioNumbers

/// The largest fall of a series from a peak to a later low, in one pass and constant memory.
///
/// The series is that of the growth of one unit of money (``ReturnChain/growth``), not of values:
/// what is taken out is no loss. Of equal falls the first counts; the peak's day is the last one
/// on which the series stood there before it fell.
public struct Drawdown: Sendable, Hashable {
  /// A fall.
  public struct Fall: Sendable, Hashable {
    /// The low over the peak, less 1: -0.25 for a fall by a quarter.
    public var depth: Double
    /// The last day at the peak.
    public var peak: Day
    /// The day of the low.
    public var trough: Day
    /// The first day on which the peak is reached again; nil while it is not.
    public var recovery: Day?
  }

  /// The largest fall so far; nil while the series has never fallen.
  public private(set) var maximum: Fall?
  /// How far below its peak so far the series is, 0 at the peak.
  public private(set) var current = 0.0
  private var peakLevel = 0.0
  private var peakDay: Day?
  private var maximumPeakLevel = 0.0

  /// Without levels.
  public init() {}

  /// Takes the level at the close of a day; days ascend. A level of zero or less before any
  /// other can't be fallen from and is left out.
  public mutating func append(_ day: Day, level: Double) {
    if level >= maximumPeakLevel, maximum != nil, maximum?.recovery == nil {
      maximum?.recovery = day
    }
    guard level < peakLevel, let peakDay else {
      current = 0
      if level > 0 { (peakLevel, peakDay) = (level, day) }
      return
    }
    current = level / peakLevel - 1
    if current < maximum?.depth ?? 0 {
      maximum = Fall(depth: current, peak: peakDay, trough: day)
      maximumPeakLevel = peakLevel
    }
  }
}
