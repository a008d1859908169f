import FolioBooking
import FolioModel
import FolioNumbers

// Which events a story tells, in which chapters.
extension ExplanationBuilder {
  func explanation(of subject: ExplanationSubject) -> Explanation {
    switch subject {
    case .group(let group): explanation(of: group)
    case .instrument(let instrument): explanation(ofInstrument: instrument)
    }
  }

  /// First the gains that a group realized, each with the past of its lot; then the lots that it
  /// opened, with what became of them; then what else it changed.
  private func explanation(of group: GroupIndex) -> Explanation {
    var explanation = Explanation()
    let events = index.byGroup[group] ?? []
    var told: Set<Int> = []
    var budget = ExplanationBudget()
    for gain in gains(among: events) {
      guard budget.hasRoom else {
        budget.leftGains += gain.rows.count
        told.formUnion(gain.all)
        continue
      }
      let events = self.events(of: gain)
      budget.told += events.count
      explanation.chapters.append(
        Explanation.Chapter(
          heading: gainHeading(gain.rows.map { trace[$0] }),
          steps: steps(events, explaining: Set(gain.rows))))
      told.formUnion(events)
      told.formUnion(gain.all)
    }
    for event in events where isOpening(trace[event]) {
      guard budget.hasRoom else {
        budget.leftLots += 1
        told.insert(event)
        continue
      }
      let future = index.future(of: TraceIndex.thread(of: trace[event]), from: event)
      explanation.chapters.append(
        Explanation.Chapter(heading: futureHeading(trace[event]), steps: steps(future)))
      budget.told += future.count
      told.insert(event)
      told.formUnion(future)
    }
    let rest = events.filter { !told.contains($0) }
    if !rest.isEmpty && budget.hasRoom {
      explanation.chapters.append(
        Explanation.Chapter(heading: changesHeading(group), steps: steps(rest)))
    }
    if events.isEmpty { explanation.remarks.append(nothingDone(by: group)) }
    if let remark = budget.remark { explanation.remarks.append(remark) }
    return explanation
  }

  /// Rows of one leg on one lot, or out of one pool.
  private struct Gain {
    var thread: TraceIndex.Thread
    /// The events of its rows.
    var rows: [Int]
    /// All events of the leg on the thread.
    var all: [Int]
  }

  private func gains(among events: [Int]) -> [Gain] {
    var gains: [Gain] = []
    var places: [TraceIndex.Thread: (leg: UInt32, place: Int)] = [:]
    for index in events where trace[index].kind == .disposed {
      let thread = TraceIndex.thread(of: trace[index])
      if let known = places[thread], known.leg == trace[index].leg {
        gains[known.place].rows.append(index)
      } else {
        places[thread] = (trace[index].leg, gains.count)
        gains.append(Gain(thread: thread, rows: [index], all: []))
      }
    }
    for index in events {
      let thread = TraceIndex.thread(of: trace[index])
      guard let known = places[thread], known.leg == trace[index].leg else { continue }
      gains[known.place].all.append(index)
    }
    return gains
  }

  /// What comes before the rows, and the purchases that they are matched with though these come
  /// later; the rows; and what else their leg did to the lot.
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

  /// Whether a row was matched with purchases of its own, rather than with a lot or the pool.
  func isMatched(_ event: LotEvent) -> Bool {
    guard let row = event.disposal else { return false }
    let rule = booked.disposals[row].matching
    return rule == .sameDay || rule == .thirtyDays
  }

  /// The purchases of the day with which a row is matched, and what was set apart of them.
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
    event.kind == .opened && event.origin == missingIndex && event.acquired == day
  }

  /// Whether a lot came from outside of the trace: bought, not made of another.
  private func isOpening(_ event: LotEvent) -> Bool {
    event.kind == .opened && event.origin == missingIndex
  }

  /// Steps of single events. Rows that are not explained here are told in the step before.
  func steps(_ events: [Int], explaining focus: Set<Int> = []) -> [Explanation.Step] {
    var steps: [Explanation.Step] = []
    var numbers: [TraceIndex.Thread: Int] = [:]
    for index in events {
      let event = trace[index]
      if event.kind == .disposed, !focus.contains(index) {
        if let last = steps.indices.last, steps[last].leg == event.leg {
          steps[last].lines += briefWords(event)
        } else {
          steps.append(passing(event))
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
        Explanation.Step(
          event, before: event.before, after: event.after, lot: event.isPool ? nil : number,
          disposal: event.kind == .disposed ? event.disposal.map { booked.disposals[$0] } : nil,
          lines: words(event)))
    }
    return steps
  }

  /// A row of which nothing came out of the lot or the pool that is told of.
  private func passing(_ event: LotEvent) -> Explanation.Step {
    let lines = isMatched(event) ? [apartWords(event)] : []
    return Explanation.Step(
      event, before: event.before, after: event.after, lines: lines + briefWords(event))
  }

  /// The last state of each lot and pool of an instrument that still holds units.
  func openStates(_ instrument: InstrumentIndex) -> [LotEvent] {
    var last: [TraceIndex.Thread: Int] = [:]
    for number in index.byInstrument[instrument] ?? [] {
      last[TraceIndex.thread(of: trace[number])] = number
    }
    return last.values.sorted().map { trace[$0] }.filter { !$0.after.quantity.isZero }
  }
}

/// How much a story may still tell. Each gain out of a pool has the whole past of the pool behind
/// it, so that the story of a group with many of them would grow with the square of their number.
private struct ExplanationBudget {
  /// The most events that are told, but for the chapter that goes beyond them.
  private static let limit = 1000

  var told = 0
  var leftGains = 0
  var leftLots = 0

  var hasRoom: Bool { told < Self.limit }

  /// What is left out, if anything is.
  var remark: String? {
    let gains = leftGains == 1 ? "1 more gain" : "\(leftGains) more gains"
    let lots = leftLots == 1 ? "1 more lot" : "\(leftLots) more lots"
    let parts = [leftGains > 0 ? gains : nil, leftLots > 0 ? lots : nil].compactMap { $0 }
    if parts.isEmpty { return nil }
    return "The story ends here, after \(Self.limit) steps. It leaves out "
      + "\(parts.joined(separator: " and ")); 'folio gains' and 'folio lots' list them."
  }
}
