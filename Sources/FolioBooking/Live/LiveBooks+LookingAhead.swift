import FolioModel
import FolioNumbers

// Rules that look ahead.
//
// Problem: a purchase may change what a sale before it is matched with, or how much of its loss
// counts. Decision: the timeline, which is booked without rules, takes each change first. Of the
// instruments whose events change, the rules make their plans anew, and say which group is the
// first that these treat in another way. The books go on from there.
extension LiveBooks {
  /// Whether the rules look ahead.
  package var looksAhead: Bool { timeline != nil }

  var recorder: TimelineRecorder? { timeline?.booker.rules as? TimelineRecorder }

  /// Looks ahead to groups that come after all others.
  /// - Returns: why they can't be booked at the end; nil if they can.
  mutating func lookAhead(_ batch: Ledger, _ numbers: [GroupIndex]) -> Outcome? {
    guard let before = recorder, let number = numbers.first else { return nil }
    let key = OrderKey(batch.rows.groups[0].occurredAt, number)
    if let reason = bookTimeline(batch, numbers) { return .needsWhole(reason) }
    let changed = recorder?.instruments(longerThan: before) ?? [:]
    do throws(ArithmeticFault) {
      return try plan(changed, before: key) < key ? .affectsEarlier : nil
    } catch {
      return .needsWhole(.inexactSums)
    }
  }

  /// Looks ahead after a change of the groups from a place on.
  /// - Returns: the first place for which that makes a difference, or why it fails.
  mutating func lookAhead(
    from key: OrderKey, _ rows: RowsAfter
  ) rethrows -> (start: OrderKey, failure: Outcome?) {
    let before = recorder
    timeline?.goBack(before: key)
    let counts = recorder?.events.map(\.count) ?? []
    while let (batch, numbers) = try rows(timeline?.last) {
      let reason = reasonForWhole(batch) ?? bookTimeline(batch, numbers)
      if let reason { return (key, .needsWhole(reason)) }
    }
    let changed = before.flatMap { recorder?.instruments(notAsIn: $0, after: counts) } ?? [:]
    do throws(ArithmeticFault) {
      return (try plan(changed, before: key), nil)
    } catch {
      return (key, .needsWhole(.inexactSums))
    }
  }

  /// - Returns: why the whole ledger has to be booked; nil if the groups were booked.
  private mutating func bookTimeline(
    _ batch: Ledger, _ numbers: [GroupIndex], following: Int = 0
  ) -> Reason? {
    if booker.traits.poolRule == .section104, batch.givesPremiums { return .premiums }
    if batch.changesPast { return .timeline }
    timeline?.book(batch, numbers, following: following)
    return timeline?.booker.faults.isEmpty == false ? .timeline : nil
  }

  /// Makes the plans of some instruments anew.
  /// - Parameters:
  ///   - instruments: with the number of their first events that are as before.
  ///   - key: the place from which on groups are booked again anyway.
  /// - Returns: that place, or the first one before it for which the plans make a difference.
  private mutating func plan(
    _ instruments: [InstrumentIndex: Int], before key: OrderKey
  ) throws(ArithmeticFault) -> OrderKey {
    guard let timeline, let recorder else { return key }
    let base = timeline.booker.rates.baseIndex
    var first = key
    for (instrument, count) in instruments {
      let events = recorder.events[Int(instrument)]
      let place = try main.plan(
        instrument, events, keeping: count, base: base, before: key)
      first = min(first, place ?? key)
    }
    return first
  }
}

// Groups that are booked later than the timeline.
extension LiveBooks {
  /// Whether groups may come so late that they affect those at a place: a state of the place would
  /// be of no use.
  func isOpen(at place: OrderKey) -> Bool {
    guard let tip = timeline?.last else { return false }
    return place > tip.before(days: Self.daysAhead)
  }

  /// The days after a group of which the timeline is known before it is booked: the 30 days of the
  /// rules, until a trade settles, and the zones of time.
  static let daysAhead: Int64 = 35

  /// Whether groups can be booked without those that come after the timeline.
  package func canBook(_ batch: Ledger) -> Bool {
    batch.lastKey.map { !isOpen(at: $0) } ?? true
  }

  /// Lets the timeline take groups that come after all others, and that `goOn` books later.
  /// - Parameter following: the number of groups that come later for certain.
  /// - Returns: false if only the whole ledger tells.
  package mutating func lookAhead(_ batch: Ledger, following: Int = 0) -> Bool {
    guard let timeline, let key = batch.lastKey, timeline.last.map({ $0 < key }) ?? true else {
      return true
    }
    if planned == nil { planned = recorder?.events.map(\.count) }
    return reasonForWhole(batch) == nil
      && bookTimeline(batch, batch.numbers ?? [], following: following) == nil
  }

  /// Plans what the timeline took since.
  /// - Returns: false if the groups that were booked would have to be booked again.
  package mutating func planAhead(lastDay: Day?) -> Bool {
    guard let counts = planned, let recorder else { return true }
    planned = nil
    self.lastDay = lastDay
    var changed: [InstrumentIndex: Int] = [:]
    for (index, events) in recorder.events.enumerated() {
      if index >= counts.count {
        changed[InstrumentIndex(index)] = 0
      } else if counts[index] < events.count {
        changed[InstrumentIndex(index)] = counts[index]
      }
    }
    let key = main.last?.next ?? .start
    return (try? plan(changed, before: key)).map { $0 >= key } ?? false
  }
}

extension OrderKey {
  /// The last place before so many days.
  fileprivate func before(days: Int64) -> OrderKey {
    OrderKey(seconds: seconds - 86_400 * days, nanoseconds: 0, group: 0)
  }
}

extension Ledger {
  /// The place of the last group of a batch.
  package var lastKey: OrderKey? {
    guard let number = numbers?.last, rows.groups.count > 0 else { return nil }
    return OrderKey(rows.groups[rows.groups.count - 1].occurredAt, number)
  }

  /// Whether a share gets a new symbol, or a cost rises that units sold before may share in: only
  /// a whole timeline knows.
  fileprivate var changesPast: Bool {
    rows.stockLegs.contains { $0.type == .symbolChange || $0.type == .costAdjustment }
  }

  /// Whether options are exercised or assigned.
  fileprivate var givesPremiums: Bool {
    rows.groups.contains { group in
      group.stockLegs.contains { rows.stockLegs[$0].type.givesPremium }
    }
  }
}
