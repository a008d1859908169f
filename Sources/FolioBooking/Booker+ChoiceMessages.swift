// The messages about the lots that a leg chooses or brings.
extension Booker {
  func noLotsChosen(_ leg: StockLeg, from position: PositionIndex) -> Diagnostic {
    Diagnostic(
      .ambiguousLots,
      "the method is specific, and this leg does not say which lots of "
        + "\(tables.symbol(leg.instrument)) it takes",
      help: "Add \"lots\" with a group_id or a day acquired for each. Open lots: "
        + "\(openLots(position)).",
      at: leg.position)
  }

  func ambiguousLots(
    _ leg: StockLeg, _ choice: LotChoice, _ entry: Int, _ found: LotMatches
  ) -> Diagnostic {
    let candidates = list(found.open.map(\.lot), of: found.isWhole ? found.open.count : nil)
    return Diagnostic(
      .ambiguousLots,
      "\(name(choice)) may be more than one lot of \(tables.symbol(leg.instrument))",
      help: "Name the lot by its group_id, or by its account. It may be: \(candidates).",
      at: leg.position, field: ["lots", .index(entry)])
  }

  func unmatchedLot(
    _ leg: StockLeg, _ choice: LotChoice, _ entry: Int, from position: PositionIndex
  ) -> Diagnostic {
    Diagnostic(
      .unmatchedLot, "\(name(choice)) is no open lot of \(tables.symbol(leg.instrument))",
      help: "Open lots: \(openLots(position)).", at: leg.position, field: ["lots", .index(entry)])
  }

  func lotTooSmall(
    _ leg: StockLeg, _ choice: LotChoice, _ entry: Int, _ open: ExactDecimal
  ) -> Diagnostic {
    Diagnostic(
      .lotTooSmall,
      "\(name(choice)) has \(open.normalized()) \(tables.symbol(leg.instrument)) left, "
        + "but \(choice.quantity.normalized()) are chosen",
      help: "Choose no more than the lot has left; add an entry for another lot.",
      at: leg.position, field: ["lots", .index(entry), "quantity"])
  }

  func lotQuantities(_ leg: StockLeg, _ sum: ExactDecimal) -> Diagnostic {
    Diagnostic(
      .lotQuantities,
      "the chosen lots add up to \(sum.normalized()), and the leg "
        + "\(leg.type.movesUnits ? "moves" : "is about") \(units(of: leg))",
      help: "Make the quantities of the lots add up to the leg's.",
      at: leg.position, field: ["lots"])
  }

  func crossingLots(_ leg: StockLeg, _ sum: ExactDecimal, _ open: ExactDecimal) -> Diagnostic {
    let held = "\(open.normalized()) \(tables.symbol(leg.instrument))"
    return Diagnostic(
      .lotQuantities,
      "the chosen lots add up to \(sum.normalized()), and the leg ends a position of \(held) "
        + "before it opens another with the rest",
      help: "Choose the lots of those \(open.normalized()); the rest opens a lot of its own.",
      at: leg.position, field: ["lots"])
  }

  func accountOfLotFromOutside(_ leg: StockLeg, _ entry: Int) -> Diagnostic {
    Diagnostic(
      .unmatchedLot, "a lot that comes from outside is in the account of its leg",
      help: "Leave \"account\" out of the entry.", at: leg.position,
      field: ["lots", .index(entry), "account"])
  }

  func lotsFromOutsideMissing(_ leg: StockLeg) -> Diagnostic {
    Diagnostic(
      .unmatchedLot,
      "\(units(of: leg)) come in, and nothing says when they were acquired and for how much",
      help: "Add the transfer_out leg to the same group, or \"lots\" with acquired, quantity and "
        + "cost_basis.",
      at: leg.position)
  }

  private func name(_ choice: LotChoice) -> String {
    var name = choice.acquired.map { "the lot acquired on \($0)" } ?? "the lot"
    if !choice.groupID.isNone { name += " of group \"\(tables.text(choice.groupID))\"" }
    return choice.account.isNone ? name : "\(name) in account \"\(tables.text(choice.account))\""
  }

  /// The open lots of a position. Looks only at the first thousand: every sale of a ledger may be
  /// at fault, and a position may have many lots.
  private func openLots(_ position: PositionIndex) -> String {
    list(
      Array(positions[position].order.candidates.prefix(1000)), of: positions[position].openLots)
  }

  /// The id of the group that opened a lot; empty if it was in an earlier batch. A fault in a batch
  /// is not reported; the whole ledger is booked instead.
  private func opener(of lot: Lot) -> String {
    let index = rowInBatch(of: lot.group)
    return rows.groups.indices.contains(index) ? tables.text(rows.groups[index].id) : ""
  }

  /// The first eight open lots of `count`, or of an unknown number that is larger.
  private func list(_ candidates: [LotSlot], of count: Int?) -> String {
    let open = inOrderOfOpening(candidates).filter { !lots[$0].quantity.isZero }.prefix(8)
    let words = open.map { index in
      let lot = lots[index]
      let unit = try? lot.cost.divided(by: lot.quantity, places: 6, rounding: .halfEven)
      let currency = lot.currency == missingCurrency ? "" : rows.currencies[lot.currency].code
      let cost = unit.map { " at \($0.normalized()) \(currency)" } ?? ""
      return "\(lot.quantity.normalized()) of \(lot.acquired)\(cost) "
        + "(group_id \"\(opener(of: lot))\")"
    }
    if words.isEmpty { return "none" }
    let listed = words.joined(separator: "; ")
    guard let count else { return listed + "; and many more" }
    return listed + (count > words.count ? "; and \(count - words.count) more" : "")
  }
}
