// The headings of an explanation, and remarks other than its steps.
extension ExplanationBuilder {
  // MARK: Headings

  func gainHeading(_ events: [LotEvent]) -> String {
    guard let event = events.first, let row = event.disposal else { return "" }
    let disposal = booked.disposals[row]
    let quantity = events.sum { $0.disposal.map { booked.disposals[$0].quantity } }
    let what = quantity.map { "\(units($0)) \(symbol(event))" } ?? symbol(event)
    let source = event.isPool ? "the pool of \(symbol(event))" : lotName(event)
    let matched = events.contains(where: isMatched) ? "purchases near it, and " : ""
    let all30 = events.allSatisfy(isMatched)
    let origin = all30 ? "purchases near it" : matched + source
    switch disposal.cause {
    case .sale: return "Sale of \(what) out of \(origin)"
    case .expiry, .shortExpiry: return "Expiry of \(what) of \(origin)"
    case .cover: return "Cover of \(what) of \(origin)"
    case .returnOfCapital: return "Money paid back on \(symbol(event)) beyond the cost of \(source)"
    case .costAdjustment: return "Cost of \(symbol(event)) lowered beyond that of \(source)"
    case .deemedDisposition: return "Deemed disposition of \(what) out of \(origin)"
    case .cashInLieu, .merger, .writeOff, .gift, .unitFee:
      return "Disposal (\(rule(disposal))) of \(what) out of \(origin)"
    }
  }

  func futureHeading(_ event: LotEvent) -> String {
    let units = units(event.before.change(to: event.after).quantity)
    return event.isPool
      ? "What became of the pool of \(symbol(event)) since these \(units) units"
      : "What became of \(lotName(event)): \(units) \(symbol(event))"
  }

  // MARK: Remarks

  func nothingDone(by group: GroupIndex) -> String {
    let record = tables.groups[Int(group)]
    let (id, day) = (briefID(group), booked.ledger.tradeDay(of: record))
    if record.isDeleted { return "Group \(id) is deleted and moves nothing." }
    if record.status == .void { return "Group \(id) is void and moves nothing." }
    if let asOf = booked.options.asOf, day > asOf {
      return "Group \(id) is of \(day), after the day of this report, \(asOf)."
    }
    if record.status == .pending && booked.options.excludesPending {
      return "Group \(id) is pending, and pending groups are left out."
    }
    if booked.isUnsettled(record) {
      return "Group \(id) has not settled by the day of this report, and counts by settlement date."
    }
    return "Group \(id) changes no lot; 'folio journal' shows what it posts."
  }

  // MARK: Lines of steps

  /// Describes a disposal in one line.
  func briefText(_ event: LotEvent) -> [String] {
    guard let row = event.disposal else { return [] }
    let disposal = booked.disposals[row]
    guard let gain = disposal.gain else { return [] }
    return [
      "\(outcome(gain)): \(amount(disposal.proceeds, disposal.currency)) - "
        + "\(amount(disposal.cost, disposal.currency)) = \(money(gain, disposal.currency)); "
        + "'folio explain \(briefID(disposal.group))' shows the full calculation."
    ]
  }

  /// The line for a disposal that is matched with purchases instead of the pool.
  static let apartText =
    "This disposal is matched with purchases of the same day or of the 30 days after it: nothing "
    + "comes out of the pool."

  /// Truncates the lines of a leg that affected many lots.
  func shortened(_ lines: [String]) -> [String] {
    let most = 24
    if lines.count <= most { return lines }
    return lines.prefix(most) + ["And \(lines.count - most) more lines on further lots."]
  }

  func totalText(_ total: LotEvent.State, _ event: LotEvent) -> String {
    "Held in all: \(units(total.quantity)) units, cost \(cost(total, event))."
  }

  /// Describes the open lots at the end of the history.
  func openText(_ instrument: InstrumentIndex) -> [String] {
    let open = openStates(instrument)
    if open.isEmpty { return ["Nothing is held now."] }
    return open.map { event in
      let state = event.after
      let average = try? state.cost.divided(by: state.quantity, places: 6)
      let each = average.map {
        ", \(money($0, event.currency)) each"
          + note(" (rounded)", unless: $0, times: state.quantity, equals: state.cost, times: .one)
      }
      let name = event.isPool ? "The pool" : "T" + lotName(event).dropFirst()
      let verb = event.isShort ? "owes" : "holds"
      return "\(name) \(verb) \(units(state.quantity)) units, cost \(cost(state, event))"
        + "\(each ?? "")."
    }
  }
}
