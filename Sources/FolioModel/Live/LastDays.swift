/// The last two of some days, which may be the same day.
struct LastDays: Sendable, Hashable {
  /// The last day.
  private(set) var last: Day?
  /// The last day besides one occurrence of `last`.
  private(set) var earlier: Day?

  init(_ last: Day? = nil, earlier: Day? = nil) { (self.last, self.earlier) = (last, earlier) }

  mutating func add(_ day: Day) {
    if last.map({ day >= $0 }) ?? true {
      (earlier, last) = (last, day)
    } else if earlier.map({ day > $0 }) ?? true {
      earlier = day
    }
  }

  mutating func add(_ other: LastDays) {
    if let day = other.earlier { add(day) }
    if let day = other.last { add(day) }
  }
}
