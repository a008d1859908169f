/// What is known of some groups in the order of booking.
struct OrderSum: Sendable, Hashable {
  var firstTradeDay = Day.last
  /// The last day for which booking them may ask for a rate.
  var lastDay = Day.first
  /// The last days on which they say anything.
  var finalDays = LastDays()

  init() {}

  init(_ entries: [LiveOrder.Entry]) {
    for entry in entries { add(entry) }
  }

  init(_ left: OrderSum, _ right: OrderSum) {
    firstTradeDay = min(left.firstTradeDay, right.firstTradeDay)
    lastDay = max(left.lastDay, right.lastDay)
    finalDays = left.finalDays
    finalDays.add(right.finalDays)
  }

  mutating func add(_ entry: LiveOrder.Entry) {
    firstTradeDay = min(firstTradeDay, entry.tradeDay)
    lastDay = max(lastDay, entry.lastDay)
    finalDays.add(entry.finalDay)
  }
}
