import FolioNumbers

/// The largest fall of a series from a peak to a later low, in one pass and constant memory.
///
/// The series is the growth of one unit of money (``ReturnChain/growth``) and not the value, so a
/// withdrawal is not a loss. Of equal falls the first counts. The day of the peak is the last day
/// at that level before the fall.
public struct Drawdown: Sendable, Hashable {
  /// A fall.
  public struct Fall: Sendable, Hashable {
    /// The low divided by the peak, less 1: -0.25 for a fall by a quarter.
    public var depth: Double
    /// The last day at the peak.
    public var peak: Day
    /// The day of the low.
    public var trough: Day
    /// The first day on which the peak is reached again, or `nil`.
    public var recovery: Day?
  }

  /// The largest fall so far, or `nil` if the series has never fallen.
  public private(set) var maximum: Fall?
  /// The current fall below the peak so far. 0 at the peak.
  public private(set) var current = 0.0
  private var peakLevel = 0.0
  private var peakDay: Day?
  private var maximumPeakLevel = 0.0

  /// Creates an empty series.
  public init() {}

  /// Appends the level at the close of a day. Days ascend. Levels of zero or less before the first
  /// positive one are ignored.
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
