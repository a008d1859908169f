import FolioModel
import FolioNumbers

// Rules that look ahead.
//
// Problem: a purchase may change what a sale before it is matched with, or how much of its loss
// counts. Decision: the timeline, which is booked without rules, takes each change first. Of the
// instruments whose events change, the rules make their plans anew, and say which group is the
// first that these treat in another way. The books go on from there.
extension LiveBooks {
  private var recorder: TimelineRecorder? { timeline?.booker.rules as? TimelineRecorder }

  /// Looks ahead to groups that come after all others.
  /// - Returns: why they can't be booked at the end; nil if they can.
  mutating func lookAhead(
    _ batch: Ledger, _ numbers: [GroupIndex], since point: LiveBooker.Point
  ) -> Outcome? {
    guard let number = numbers.first else { return nil }
    let key = OrderKey(batch.rows.groups[0].occurredAt, number)
    if let reason = bookTimeline(batch, numbers, keepsCheckpoints: false) {
      return .needsWhole(reason)
    }
    do throws(ArithmeticFault) {
      return try plan(instruments(changedAfter: point), before: key) < key ? .affectsEarlier : nil
    } catch {
      return .needsWhole(.inexactSums)
    }
  }

  /// Takes that back.
  mutating func lookBack(to point: LiveBooker.Point) {
    let changed = instruments(changedAfter: point).mapValues { _ in 0 }
    timeline?.undo(to: point)
    // These plans could be made before.
    _ = try? plan(changed, before: OrderKey(seconds: .min, nanoseconds: 0, group: 0))
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
      let reason =
        reasonForWhole(batch) ?? bookTimeline(batch, numbers, keepsCheckpoints: true)
      if let reason { return (key, .needsWhole(reason)) }
    }
    let changed = before.flatMap { recorder?.instruments(notAsIn: $0, after: counts) } ?? [:]
    do throws(ArithmeticFault) {
      return (try plan(changed, before: key), nil)
    } catch {
      return (key, .needsWhole(.inexactSums))
    }
  }

  private func instruments(changedAfter point: LiveBooker.Point) -> [InstrumentIndex: Int] {
    guard let mark = point.mark.rules else { return [:] }
    return recorder?.instruments(changedAfter: mark) ?? [:]
  }

  /// - Returns: why the whole ledger has to be booked; nil if the groups were booked.
  private mutating func bookTimeline(
    _ batch: Ledger, _ numbers: [GroupIndex], keepsCheckpoints: Bool
  ) -> Reason? {
    if booker.traits.poolRule == .section104, batch.givesPremiums { return .premiums }
    timeline?.book(batch, numbers, keepsCheckpoints: keepsCheckpoints)
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

extension Ledger {
  /// Whether options are exercised or assigned.
  fileprivate var givesPremiums: Bool {
    rows.groups.contains { group in
      group.stockLegs.contains { rows.stockLegs[$0].type.givesPremium }
    }
  }
}
