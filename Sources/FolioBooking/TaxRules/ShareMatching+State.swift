import FolioModel
import FolioNumbers

// Plans in stored states.
extension ShareMatching {
  /// How many days before an event the plan has to know. Events change the matches of the disposals
  /// of the 30 days before them, which take from purchases after which others, of 30 days before,
  /// have taken.
  static let lookBack: Int32 = 61

  /// Leaves out the acquisitions and disposals before a day. Events that are at least `lookBack`
  /// days after it can still be added.
  /// - Returns: how many they are; nil if days go back in what is left, so that nothing can be
  ///   added.
  mutating func leaveOut(before day: Day) -> ShareCursor.Place? {
    let bought = acquisitions.firstIndex { $0.day >= day } ?? acquisitions.count
    let sold = disposals.firstIndex { $0.day >= day } ?? disposals.count
    let first = sold < disposals.count ? disposals[sold].matches.lowerBound : matches.count
    acquisitions.removeFirst(bought)
    disposals.removeFirst(sold)
    matches.removeFirst(first)
    takes.removeFirst(first)
    // An acquisition that is left out is before all others.
    for index in takes.indices {
      takes[index].acquisition = max(-1, takes[index].acquisition - bought)
    }
    for index in disposals.indices {
      let range = disposals[index].matches
      disposals[index].matches = range.lowerBound - first..<range.upperBound - first
    }
    eventCount = 0
    let isInOrder = acquisitions.isInOrder(by: \.day) && disposals.isInOrder(by: \.day)
    return isInOrder ? (bought, sold) : nil
  }

  /// Leaves out what comes after a group. What is left says how those up to it were booked, and
  /// nothing can be added.
  mutating func leaveOut(after key: OrderKey) {
    acquisitions.shorten(to: acquisitions.partitioningIndex { $0.key > key })
    disposals.shorten(to: disposals.partitioningIndex { $0.key > key })
    matches.shorten(to: disposals.last?.matches.upperBound ?? 0)
    takes.shorten(to: matches.count)
    for index in takes.indices where takes[index].acquisition >= acquisitions.count {
      takes[index].acquisition = -1
    }
    eventCount = nil
  }

  /// Whether there is nothing that later groups may ask.
  var isBlank: Bool { acquisitions.isEmpty && disposals.isEmpty && epoch == 0 }

  /// - Parameter isWhole: whether events can be added.
  mutating func code(_ coder: inout StateCoder, isWhole: Bool) throws(StateFault) {
    try splits.code(&coder)
    epoch = splits.count
    let (last, blank) = (epoch, Acquisition(day: .first, epoch: 0, currency: 0, key: .start))
    try coder.code(&acquisitions, of: blank) { bought, coder throws(StateFault) in
      try bought.code(&coder)
      try coder.expect(bought.epoch <= last)
    }
    try coder.code(&matches, of: .blank) { match, coder throws(StateFault) in
      try match.code(&coder)
    }
    var first = 0
    let count = matches.count
    try coder.code(&disposals, of: DisposalDay(day: .first, epoch: 0, key: .start)) {
      sold, coder throws(StateFault) in
      try sold.code(&coder, from: &first, to: count)
      try coder.expect(sold.epoch <= last)
    }
    try coder.expect(first == count)
    let bought = acquisitions.count
    try coder.code(&takes, of: (-1, .zero)) { take, coder throws(StateFault) in
      var place = take.acquisition + 1
      try coder.code(&place, upTo: bought)
      take.acquisition = place - 1
      try coder.code(&take.units)
    }
    try coder.expect(takes.count == count)
    try coder.code(&lastDay)
    if coder.isReading { eventCount = isWhole ? 0 : nil }
  }
}

extension ShareMatching.Acquisition {
  mutating func code(_ coder: inout StateCoder) throws(StateFault) {
    try coder.code(&day)
    try coder.code(&epoch, upTo: Int(UInt32.max))
    try coder.code(&units)
    try coder.code(&costOfAll)
    try coder.code(&costBaseOfAll)
    try coder.code(&hasBase)
    try coder.code(currency: &currency)
    try key.code(&coder)
    try coder.code(&quantity)
    try coder.code(&cost)
    try coder.code(&costBase)
    try coder.code(&unseenMatched)
    try coder.code(&unseenCost)
  }
}

extension ShareMatching.DisposalDay {
  /// - Parameter first: the first of its matches; then the one after them.
  fileprivate mutating func code(
    _ coder: inout StateCoder, from first: inout Int, to last: Int
  ) throws(StateFault) {
    try coder.code(&day)
    try coder.code(&epoch, upTo: Int(UInt32.max))
    try key.code(&coder)
    try coder.code(&units)
    try coder.code(&left)
    var count = matches.count
    try coder.code(&count, upTo: last - first)
    matches = first..<first + count
    first += count
    try coder.code(&sharesMatches)
  }
}

extension ShareMatch {
  /// A match before it is read.
  static var blank: ShareMatch {
    ShareMatch(
      rule: .sameDay, quantity: .zero, cost: .zero, costBase: .zero, hasBase: false,
      currency: missingCurrency, day: .first, group: 0)
  }

  mutating func code(_ coder: inout StateCoder) throws(StateFault) {
    try coder.code(&rule)
    try coder.code(&quantity)
    try coder.code(&cost)
    try coder.code(&costBase)
    try coder.code(&hasBase)
    try coder.code(currency: &currency)
    try coder.code(&day)
    try coder.code(&group)
  }
}

extension SplitRatios {
  mutating func code(_ coder: inout StateCoder) throws(StateFault) {
    let blank = Ratio(new: .one, old: .one)
    try coder.code(&ratios, of: blank) { ratio, coder throws(StateFault) in
      try coder.code(&ratio.new)
      try coder.code(&ratio.old)
      try coder.expect(ratio.new.isPositive && ratio.old.isPositive)
    }
  }
}

extension Array {
  /// Whether no day is before that of the element before it.
  fileprivate func isInOrder(by day: (Element) -> Day) -> Bool {
    zip(self, dropFirst()).allSatisfy { day($0) <= day($1) }
  }
}
