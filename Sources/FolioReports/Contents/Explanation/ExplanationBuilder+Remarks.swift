import FolioBooking
import FolioModel
import FolioNumbers

// The headings of a story, and what stands around its steps.
extension ExplanationBuilder {
  // MARK: Headings

  func gainHeading(_ events: [LotEvent]) -> String {
    guard let event = events.first, let row = event.disposal else { return "" }
    let disposal = booked.disposals[row]
    let all = events.compactMap { $0.disposal }.map { booked.disposals[$0].quantity }
    let quantity = all.reduce(ExactDecimal.zero) { sum, next in (try? sum.adding(next)) ?? sum }
    let what = "\(units(quantity)) \(symbol(event))"
    let source = event.isPool ? "the pool of \(symbol(event))" : lotName(event)
    let matched = events.contains(where: isMatched) ? "purchases near it, and " : ""
    let all30 = events.allSatisfy(isMatched)
    let origin = all30 ? "purchases near it" : matched + source
    switch disposal.cause {
    case .sale: return "Sale of \(what) out of \(origin)"
    case .cover: return "Cover of \(what) of \(origin)"
    case .returnOfCapital: return "Money paid back on \(symbol(event)) beyond the cost of \(source)"
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

  func changesHeading(_ group: GroupIndex) -> String { "What group \(groupID(group)) changed" }

  func chronicleHeading(_ symbol: String) -> String { "Everything that happened to \(symbol)" }

  // MARK: Remarks

  func nothingDone(by group: GroupIndex) -> String {
    let record = tables.groups[Int(group)]
    let id = groupID(group)
    if record.isDeleted { return "Group \(id) is deleted and moves nothing." }
    if record.status == .void { return "Group \(id) is void and moves nothing." }
    if let asOf = booked.options.asOf, groupDay(group) > asOf {
      return "Group \(id) is of \(groupDay(group)), after the day of this report, \(asOf)."
    }
    if record.status == .pending && booked.options.excludesPending {
      return "Group \(id) is pending, and pending groups are left out."
    }
    if booked.isUnsettled(record) {
      return "Group \(id) has not settled by the day of this report, and counts by settlement date."
    }
    return "Group \(id) changes no lot; 'folio journal' shows what it posts."
  }

  func nothingBooked(_ symbol: String) -> String {
    "No group up to the day of this report changes a lot of \(symbol)."
  }

  // MARK: Around the steps

  /// A row that is told in passing.
  func briefWords(_ event: LotEvent) -> [String] {
    guard let row = event.disposal else { return [] }
    let disposal = booked.disposals[row]
    guard let gain = try? disposal.proceeds.subtracting(disposal.cost) else { return [] }
    return [
      "\(gain.isNegative ? "Loss" : "Gain"): \(amount(disposal.proceeds, disposal.currency)) - "
        + "\(amount(disposal.cost, disposal.currency)) = \(money(gain, disposal.currency)); "
        + "'folio explain \(groupID(disposal.group))' has the whole sum."
    ]
  }

  /// A disposal that is matched with purchases near it.
  func apartWords(_ event: LotEvent) -> String {
    "This disposal is matched with purchases of the same day or of the 30 days after it: nothing "
      + "comes out of the pool."
  }

  /// The lines of a leg that touched many lots are cut off.
  func shortened(_ lines: [String]) -> [String] {
    let most = 24
    if lines.count <= most { return lines }
    return lines.prefix(most) + ["And \(lines.count - most) more lines on further lots."]
  }

  func totalWords(_ total: LotEvent.State, _ event: LotEvent) -> String {
    "Held in all: \(units(total.quantity)) units, cost \(money(total.cost, event.currency))."
  }

  /// What of an instrument is open at the end.
  func openWords(_ instrument: InstrumentIndex) -> [String] {
    let open = openStates(instrument)
    if open.isEmpty { return ["Nothing is held now."] }
    return open.map { event in
      let state = event.after
      let average = try? state.cost.divided(by: state.quantity, places: 6, rounding: .halfEven)
      let each = average.map { ", \(money($0, event.currency)) each" } ?? ""
      let isOver =
        average.map {
          ExactDecimal.compareProducts($0, state.quantity, state.cost, .one) != 0
        } ?? false
      let name = event.isPool ? "The pool" : lotName(event).capitalizedFirst
      let verb = event.isShort ? "owes" : "holds"
      return "\(name) \(verb) \(units(state.quantity)) units, cost "
        + "\(money(state.cost, event.currency))\(each)\(isOver ? " (rounded)" : "")."
    }
  }
}

extension String {
  /// The text with a capital at its start.
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
