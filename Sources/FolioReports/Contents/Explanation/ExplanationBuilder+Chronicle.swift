import FolioBooking
import FolioModel
import FolioNumbers

// The whole story of an instrument: a step for each leg that touches it, in order of booking.
extension ExplanationBuilder {
  /// Every leg of an instrument, a step each, with what is held in all; then what is open.
  func explanation(ofInstrument instrument: InstrumentIndex) -> Explanation {
    let steps = chronicle(instrument)
    var explanation = Explanation()
    let symbol = tables.symbol(instrument)
    if steps.isEmpty {
      explanation.remarks.append(nothingBooked(symbol))
      return explanation
    }
    explanation.chapters.append(
      Explanation.Chapter(
        heading: chronicleHeading(symbol), steps: steps, closing: openWords(instrument)))
    return explanation
  }

  /// A step for each leg, with all that it did and what is held in all after it.
  private func chronicle(_ instrument: InstrumentIndex) -> [Explanation.Step] {
    let events = index.byInstrument[instrument] ?? []
    let currencies = Set(events.map { trace[$0].currency }.filter { $0 != missingCurrency })
    var held = Held(currency: currencies.count > 1 ? nil : currencies.first)
    var steps: [Explanation.Step] = []
    var next = 0
    for (group, leg) in legs(of: instrument, events) {
      let first = next
      while next < events.count, trace[events[next]].leg == leg { next += 1 }
      if first < next {
        var step = step(events[first..<next].map { trace[$0] }, &held)
        let own = tables.stockLegs[Int(leg)]
        if own.instrument == instrument { step.lines += besideWords(own, group) }
        steps.append(step)
      } else if let step = plainStep(group, leg, held) {
        steps.append(step)
      }
    }
    return steps
  }

  /// All that is held of an instrument at one point of its story.
  private struct Held {
    /// Nil where it cannot be added up.
    var total: LotEvent.State? = LotEvent.State()
    /// The currency of its cost; nil where there are several, or none: then the cost has no sum.
    var currency: CurrencyIndex?
  }

  /// The stock legs that count and are about an instrument, and those that changed a lot of it, in
  /// order of booking.
  private func legs(
    of instrument: InstrumentIndex, _ events: [Int]
  ) -> [(group: GroupIndex, leg: UInt32)] {
    let changing = Set(events.map { trace[$0].leg })
    let (ledger, rows) = (booked.ledger, booked.ledger.rows)
    var found: [(group: GroupIndex, leg: UInt32)] = []
    for position in rows.groups.indices {
      let group = ledger.group(at: position)
      let legs = rows.groups[Int(group)].stockLegs
      let isNamed = legs.contains { rows.stockLegs[$0].instrument == instrument }
      let counts = isNamed && booked.countingDay(of: group) != nil
      // What leaves an account is booked before what comes into another.
      let leaving = legs.filter { rows.stockLegs[$0].type == .transferOut }
      let others = legs.filter { rows.stockLegs[$0].type != .transferOut }
      for leg in leaving + others {
        let number = UInt32(truncatingIfNeeded: leg)
        let isOwn = counts && rows.stockLegs[leg].instrument == instrument
        if isOwn || changing.contains(number) { found.append((group, number)) }
      }
    }
    return found
  }

  /// The step of the events of a leg.
  private func step(_ events: [LotEvent], _ held: inout Held) -> Explanation.Step {
    let first = events[0]
    var step = Explanation.Step(first, before: held.total, after: held.total)
    for event in events {
      let change = event.before.change(to: event.after)
      held.total = held.total.flatMap { $0.adding(event.isShort ? change.negated : change) }
      if event.kind == .matched, !step.lines.isEmpty { step.lines.removeLast() }
      step.lines += event.kind == .disposed ? briefWords(event) : words(event, naming: true)
    }
    step.after = held.total
    step.hasCosts = held.currency != nil
    let last = events[events.count - 1]
    if step.hasCosts, let after = step.after, !isAll(last, after) {
      step.lines = shortened(step.lines) + [totalWords(after, last)]
    }
    return step
  }

  /// The step of a leg that changed no lot; nil where there is nothing to tell.
  private func plainStep(_ group: GroupIndex, _ number: UInt32, _ held: Held) -> Explanation.Step? {
    let leg = tables.stockLegs[Int(number)]
    let lines = plainWords(leg, group) + besideWords(leg, group)
    if lines.isEmpty { return nil }
    return Explanation.Step(
      event: nil, leg: number, group: group, before: held.total, after: held.total,
      hasCosts: held.currency == leg.currency,
      earned: leg.type == .dividend ? leg.gross : nil, lines: lines)
  }

  /// Whether what an event left is all that is held.
  private func isAll(_ event: LotEvent, _ total: LotEvent.State) -> Bool {
    !event.isShort && event.after.quantity == total.quantity && event.after.cost == total.cost
  }
}

extension LotEvent.State {
  /// The same with opposite signs, as units that are owed count.
  fileprivate var negated: LotEvent.State {
    var state = self
    state.quantity = -quantity
    state.cost = -cost
    state.costBase = -costBase
    return state
  }
}
