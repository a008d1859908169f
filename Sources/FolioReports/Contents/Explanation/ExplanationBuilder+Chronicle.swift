// The complete history of an instrument: a step for each leg that affects it, in order of booking.
extension ExplanationBuilder {
  /// Explains an instrument: a step for each leg, with the total holding after it, then the open
  /// lots.
  func explanation(ofInstrument instrument: InstrumentIndex) -> Explanation {
    let steps = chronicle(instrument)
    var explanation = Explanation()
    let symbol = tables.symbol(instrument)
    if steps.isEmpty {
      explanation.remarks = ["No group up to the day of this report changes a lot of \(symbol)."]
      return explanation
    }
    explanation.add(
      "Everything that happened to \(symbol)", steps, closing: openText(instrument))
    return explanation
  }

  /// Returns a step for each leg, with all its events and the total holding after it.
  private func chronicle(_ instrument: InstrumentIndex) -> [Explanation.Step] {
    let events = index.byInstrument[instrument] ?? []
    let currencies = Set(events.map { trace[$0].currency }.filter { $0 != missingCurrency })
    var held = Held(currency: currencies.count > 1 ? nil : currencies.first)
    var steps: [Explanation.Step] = []
    var next = 0
    for (group, leg, payment) in legs(of: instrument, events) {
      if let payment {
        steps.append(paymentStep(group, payment, held))
        continue
      }
      let first = next
      while next < events.count, trace[events[next]].leg == leg { next += 1 }
      if first < next {
        var step = step(events[first..<next].map { trace[$0] }, &held)
        let own = tables.stockLegs[Int(leg)]
        if own.instrument == instrument { step.lines += besideText(own, group) }
        steps.append(step)
      } else if let step = plainStep(group, leg, held) {
        steps.append(step)
      }
    }
    return steps
  }

  /// The total holding of an instrument at one point of its history.
  private struct Held {
    /// The total over all lots. `nil` if it cannot be computed.
    var total: LotEvent.State? = LotEvent.State.nothing
    /// The currency of the total cost. `nil` if there is none, or if there are several and the
    /// costs cannot be added.
    var currency: CurrencyIndex?
  }

  /// Returns the stock legs of an instrument that take effect, other legs that changed one of its
  /// lots, and payments about it, in order of booking.
  private func legs(
    of instrument: InstrumentIndex, _ events: [Int]
  ) -> [(group: GroupIndex, leg: UInt32, payment: CashLeg?)] {
    let changing = Set(events.map { trace[$0].leg })
    let (ledger, rows) = (booked.ledger, booked.ledger.rows)
    var found: [(group: GroupIndex, leg: UInt32, payment: CashLeg?)] = []
    for position in rows.groups.indices {
      let group = ledger.group(at: position)
      let legs = rows.groups[Int(group)].stockLegs
      let isNamed = legs.contains { rows.stockLegs[$0].instrument == instrument }
      let counts = isNamed && booked.countingDay(of: group) != nil
      // Transfers out of an account are booked before transfers into another.
      let leaving = legs.filter { rows.stockLegs[$0].type == .transferOut }
      let others = legs.filter { rows.stockLegs[$0].type != .transferOut }
      for leg in leaving + others {
        let number = UInt32(truncatingIfNeeded: leg)
        let isOwn = counts && rows.stockLegs[leg].instrument == instrument
        if isOwn || changing.contains(number) { found.append((group, number, nil)) }
      }
      found += payments(in: group, about: instrument).map { (group, .missing, $0) }
    }
    return found
  }

  /// Returns the step for the events of one leg.
  private func step(_ events: [LotEvent], _ held: inout Held) -> Explanation.Step {
    let first = events[0]
    var step = Explanation.Step(
      event: first, leg: first.leg, group: first.group, before: held.total, lines: [])
    for event in events {
      // A change of a short lot has the opposite effect on the total.
      let change =
        event.isShort
        ? event.after.change(to: event.before) : event.before.change(to: event.after)
      held.total = held.total?.adding(change)
      if event.kind == .matched, !step.lines.isEmpty { step.lines.removeLast() }
      step.lines += event.kind == .disposed ? briefText(event) : words(event, naming: true)
    }
    step.after = held.total
    step.hasCosts = held.currency != nil
    let last = events[events.count - 1]
    if step.hasCosts, let after = step.after, !isAll(last, after) {
      step.lines = shortened(step.lines) + [totalText(after, last)]
    }
    return step
  }

  /// Returns the step of a leg that changed no lot, or `nil` if there is nothing to report.
  private func plainStep(_ group: GroupIndex, _ number: UInt32, _ held: Held) -> Explanation.Step? {
    let leg = tables.stockLegs[Int(number)]
    let lines = plainText(leg, group) + besideText(leg, group)
    if lines.isEmpty { return nil }
    return Explanation.Step(
      event: nil, leg: number, group: group, before: held.total, after: held.total,
      hasCosts: held.currency == leg.currency,
      earned: leg.type == .dividend ? leg.gross : nil, lines: lines)
  }

  /// Returns the fees, taxes and income of an instrument in a group without its stock legs.
  private func payments(in group: GroupIndex, about instrument: InstrumentIndex) -> [CashLeg] {
    let record = booked.ledger.rows.groups[Int(group)]
    let legs = record.cashLegs.map { booked.ledger.rows.cashLegs[$0] }.filter {
      let contra = ContraAccount.of($0, in: record, isTrade: record.stockLegCount > 0)
      return $0.instrument == instrument && contra?.ofInstrument != nil
    }
    return legs.isEmpty || booked.countingDay(of: group) == nil ? [] : legs
  }

  private func paymentStep(
    _ group: GroupIndex, _ payment: CashLeg, _ held: Held
  ) -> Explanation.Step {
    let text = descriptions.text(of: payment)
    let isIncome = payment.type == .interest || payment.type == .dividend
    return Explanation.Step(
      event: nil, leg: .missing, payment: payment, group: group, before: held.total,
      after: held.total, hasCosts: held.currency == payment.currency,
      earned: isIncome ? payment.signedAmount : nil,
      lines: [text.prefix(1).uppercased() + text.dropFirst() + "."]
        + inBaseText(payment.signedAmount, payment.currency, in: group))
  }

  /// Whether the lot or pool of an event is the total holding.
  private func isAll(_ event: LotEvent, _ total: LotEvent.State) -> Bool {
    !event.isShort && event.after.quantity == total.quantity && event.after.cost == total.cost
  }
}
