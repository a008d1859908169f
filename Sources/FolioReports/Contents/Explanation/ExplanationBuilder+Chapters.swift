// Builds the chapters of an explanation.
extension ExplanationBuilder {
  func explanation(of subject: ExplanationSubject) -> Explanation {
    switch subject {
    case .group(let group): explanation(of: group)
    case .instrument(let instrument): explanation(ofInstrument: instrument)
    }
  }

  /// Explains a group: the gains that it realized, each with the history of its lot; then the lots
  /// that it opened, each with later events; then its other changes.
  private func explanation(of group: GroupIndex) -> Explanation {
    var explanation = Explanation()
    let events = index.byGroup[group] ?? []
    var covered: Set<Int> = []
    var budget = ExplanationBudget()
    for gain in gains(among: events) {
      guard budget.hasRoom else {
        budget.leftGains += gain.rows.count
        covered.formUnion(gain.all)
        continue
      }
      let events = self.events(of: gain)
      budget.used += events.count
      explanation.add(
        gainHeading(gain.rows.map { trace[$0] }), steps(events, explaining: Set(gain.rows)))
      covered.formUnion(events)
      covered.formUnion(gain.all)
    }
    for event in events where isOpening(trace[event]) {
      guard budget.hasRoom else {
        budget.leftLots += 1
        covered.insert(event)
        continue
      }
      let future = index.future(of: TraceIndex.thread(of: trace[event]), from: event)
      explanation.add(futureHeading(trace[event]), steps(future))
      budget.used += future.count
      covered.insert(event)
      covered.formUnion(future)
    }
    let rest = events.filter { !covered.contains($0) }
    if !rest.isEmpty && budget.hasRoom {
      explanation.add("What group \(briefID(group)) changed", steps(rest))
    }
    if events.isEmpty { explanation.remarks.append(nothingDone(by: group)) }
    if let remark = budget.remark { explanation.remarks.append(remark) }
    return explanation
  }

  /// The disposals of one leg from one lot or pool.
  private struct Gain {
    var thread: TraceIndex.Thread
    var leg: UInt32
    /// The events of the disposals, as indices into the trace.
    var rows: [Int]
    /// All events of the leg on the thread.
    var all: [Int] = []
  }

  private func gains(among events: [Int]) -> [Gain] {
    var gains: [Gain] = []
    // The index of the last gain of each thread.
    var last: [TraceIndex.Thread: Int] = [:]
    func gain(of event: LotEvent) -> Int? {
      last[TraceIndex.thread(of: event)].flatMap { gains[$0].leg == event.leg ? $0 : nil }
    }
    for index in events where trace[index].kind == .disposed {
      let event = trace[index]
      if let known = gain(of: event) {
        gains[known].rows.append(index)
      } else {
        let thread = TraceIndex.thread(of: event)
        last[thread] = gains.count
        gains.append(Gain(thread: thread, leg: event.leg, rows: [index]))
      }
    }
    for index in events {
      if let known = gain(of: trace[index]) { gains[known].all.append(index) }
    }
    return gains
  }

  /// Returns the events of a chapter, in this order: the history of the lot, and later purchases
  /// that the disposals are matched with; the disposals; and other changes of the lot by the same
  /// leg.
  private func events(of gain: Gain) -> [Int] {
    let rows = Set(gain.rows)
    let needsPast = gain.rows.contains { !isMatched(trace[$0]) }
    var past = Set(needsPast ? index.past(of: gain.thread, upTo: gain.rows[0]) : [])
    let rest = past.filter { $0 > gain.rows[0] && !rows.contains($0) }
    past.subtract(rest)
    past.subtract(rows)
    for row in gain.rows { past.formUnion(purchases(matchedWith: row, gain.thread)) }
    return past.sorted() + gain.rows + rest.subtracting(past).sorted()
  }

  /// Whether a disposal was matched with purchases of its own, instead of with a lot or the pool.
  func isMatched(_ event: LotEvent) -> Bool {
    guard let row = event.disposal else { return false }
    let rule = booked.disposals[row].matching
    return rule == .sameDay || rule == .thirtyDays
  }

  /// Returns the purchases that a disposal is matched with, and the events that keep them out of
  /// the pool.
  func purchases(matchedWith row: Int, _ thread: TraceIndex.Thread) -> [Int] {
    guard isMatched(trace[row]), let number = trace[row].disposal,
      let day = booked.disposals[number].acquired
    else { return [] }
    let events = index.byThread[thread] ?? []
    let bought = events.filter { isPurchase(trace[$0], on: day) }
    let legs = Set(bought.map { trace[$0].leg })
    return bought + events.filter { trace[$0].kind == .matched && legs.contains(trace[$0].leg) }
  }

  func isPurchase(_ event: LotEvent, on day: Day) -> Bool {
    isOpening(event) && event.acquired == day && leg(event).type != .deemedDisposition
  }

  /// Whether an event opened a lot that was not made from another lot.
  func isOpening(_ event: LotEvent) -> Bool {
    event.kind == .opened && event.origin == .missing
  }

  /// Converts events to steps. Disposals outside `focus` are added to the preceding step.
  func steps(_ events: [Int], explaining focus: Set<Int> = []) -> [Explanation.Step] {
    var steps: [Explanation.Step] = []
    var numbers: [TraceIndex.Thread: Int] = [:]
    for index in events {
      let event = trace[index]
      if event.kind == .disposed, !focus.contains(index) {
        if let last = steps.indices.last, steps[last].leg == event.leg {
          steps[last].lines += briefText(event)
        } else {
          // This disposal took no units from the lot or pool.
          let lines = isMatched(event) ? [Self.apartText] : []
          steps.append(step(event, lines + briefText(event)))
        }
        continue
      }
      if event.kind == .matched, let last = steps.indices.last, steps[last].leg == event.leg {
        steps[last].lines.removeLast()
        steps[last].lines += words(event)
        steps[last].after = event.after
        continue
      }
      let thread = TraceIndex.thread(of: event)
      let number = numbers[thread] ?? numbers.count + 1
      numbers[thread] = number
      steps.append(
        step(
          event, lot: event.isPool ? nil : number,
          disposal: event.kind == .disposed ? event.disposal.map { booked.disposals[$0] } : nil,
          words(event)))
    }
    return steps
  }

  private func step(
    _ event: LotEvent, lot: Int? = nil, disposal: Disposal? = nil, _ lines: [String]
  ) -> Explanation.Step {
    Explanation.Step(
      event: event, leg: event.leg, group: event.group, before: event.before, after: event.after,
      lot: lot, disposal: disposal, lines: lines)
  }

  /// The last state of each lot and pool of an instrument that still has units.
  func openStates(_ instrument: InstrumentIndex) -> [LotEvent] {
    var last: [TraceIndex.Thread: Int] = [:]
    for number in index.byInstrument[instrument] ?? [] {
      last[TraceIndex.thread(of: trace[number])] = number
    }
    return last.values.sorted().map { trace[$0] }.filter { !$0.after.quantity.isZero }
  }
}

/// A limit on the events in an explanation. Each gain from a pool repeats the whole history of the
/// pool, so without a limit the explanation of a group would grow quadratically with its gains.
private struct ExplanationBudget {
  /// The limit. The chapter that reaches it is still completed.
  private static let limit = 1000

  var used = 0
  var leftGains = 0
  var leftLots = 0

  var hasRoom: Bool { used < Self.limit }

  /// A remark about omitted gains and lots, or `nil` if there are none.
  var remark: String? {
    let parts = [(leftGains, "gain"), (leftLots, "lot")].filter { $0.0 > 0 }
      .map { "\($0) more \($1)\($0 == 1 ? "" : "s")" }
    if parts.isEmpty { return nil }
    return "The story ends here, after \(Self.limit) steps. It leaves out "
      + "\(parts.joined(separator: " and ")); 'folio gains' and 'folio lots' list them."
  }
}
