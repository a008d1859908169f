/// The deepest falls of a series, each from a peak until the peak is reached again, in one pass and
/// constant memory.
///
/// The series is the growth of one unit of money (``ReturnChain/growth``) and not the value, so a
/// withdrawal is not a loss. Falls do not overlap. The day of a peak is the last day at that level
/// before the fall.
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

  /// The number of falls that are kept.
  public static let limit = 10

  /// The current fall below the peak so far. 0 at the peak.
  public private(set) var current = 0.0
  private var peakLevel = 0.0
  private var peakDay: Day?
  /// The fall since the last peak.
  private var open: Fall?
  /// The falls that ended, the deepest first.
  private var ended: [Fall] = []

  /// Creates an empty series.
  public init() {}

  /// The deepest falls, the deepest first, at most `limit`. Of equal falls the earlier is first.
  public var deepest: [Fall] {
    var falls = ended
    if let open { Self.insert(open, into: &falls) }
    return falls
  }

  /// The largest fall so far, or `nil` if the series has never fallen.
  public var maximum: Fall? { deepest.first }

  /// Appends the level at the close of a day. Days ascend. Levels of zero or less before the first
  /// positive one are ignored.
  public mutating func append(_ day: Day, level: Double) {
    guard level < peakLevel, let peakDay else {
      end(on: day)
      if level > 0 { (peakLevel, peakDay) = (level, day) }
      return
    }
    current = level / peakLevel - 1
    if current < open?.depth ?? 0 { open = Fall(depth: current, peak: peakDay, trough: day) }
  }

  /// Ends the fall since the last peak, if there is one.
  private mutating func end(on day: Day) {
    current = 0
    guard var fall = open else { return }
    fall.recovery = day
    Self.insert(fall, into: &ended)
    open = nil
  }

  private static func insert(_ fall: Fall, into falls: inout [Fall]) {
    if falls.count == limit, let last = falls.last, last.depth <= fall.depth { return }
    let place = falls.firstIndex { fall.depth < $0.depth } ?? falls.count
    falls.insert(fall, at: place)
    if falls.count > limit { falls.removeLast() }
  }
}
