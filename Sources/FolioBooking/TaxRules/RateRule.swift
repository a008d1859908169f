/// Which exchange rates count for amounts in the base currency.
struct RateRule: Sendable {
  /// The day of the rate.
  var day = RateDay.ofEvent
  /// Whether the event of a sale is its settlement.
  var isOfSettlement = false
  /// Whether only the rates of the rate book count, because the law names their source. The rate
  /// of a leg, or of an exchange in its group, is that of a broker.
  var isOfficial = false

  @inline(__always)
  func day(for event: Day) -> Day {
    switch day {
    case .ofEvent: event
    case .dayBefore: event.adding(days: -1) ?? .first
    case .endOfLastMonth: event.adding(days: -event.day) ?? .first
    }
  }
}

/// The day whose exchange rate counts for an event. If there is no rate of that day, the last one
/// before it counts.
enum RateDay: Sendable {
  case ofEvent, dayBefore, endOfLastMonth
}
