// What a ledger has of the same accounts, beside the rows of the files.
extension SettledImport {
  /// Gives transactions the ids that they have in the ledger, also where lots name them.
  mutating func takeIDs(of versions: LedgerVersions) {
    if versions.ids.isEmpty { return }
    let renamed = versions.renamed
    for (place, number) in order.enumerated() where number >= 0 {
      var group = contents.groups[place]
      let hasRenamedLots = group.renameLots(renamed)
      let id = versions.ids[number]
      guard id != nil || hasRenamedLots else { continue }
      if let id { group.rename(id) }
      draft.groups[number].id = group.id
      group.otherColumns.removeAll { $0.key == ImportMark.key }
      draft.groups[number].imported.group = group
      draft.groups[number].imported.mark(
        format: draft.files[draft.groups[number].file].format, row: importedRow(of: number))
      contents.groups[place] = draft.groups[number].imported.group
    }
  }

  /// How many transactions a message names at most.
  private static let mostNamed = 10

  /// Reports transactions of the ledger that the files no longer have.
  /// - Parameter isOther: Whether the files have nothing that the ledger has.
  mutating func report(gone: [LedgerGroup], isOther: Bool) {
    // What waits for an answer may be in the ledger, because it was answered in another run.
    let isComplete = !draft.rows.contains { $0.outcome == .asked || $0.outcome == .faulty }
    if !isComplete || gone.isEmpty { return }
    report.groupsGone = gone.count
    let shown = gone.sorted { ($0.day, $0.id) < ($1.day, $1.id) }.prefix(Self.mostNamed)
    let named = shown.map { "\($0.id) of \($0.day)" }.joined(separator: ", ")
    let more = gone.count > shown.count ? " and \(gone.count - shown.count) more" : ""
    let count = gone.count == 1 ? "a transaction" : "\(gone.count) transactions"
    let ids = shown.map(\.id).joined(separator: " ")
    note(
      .goneFromSource,
      "the ledger has \(count) of this account that the files lack: \(named)\(more)",
      help: isOther
        ? "The files have none of its transactions. If they are of another account, name it with "
          + "--account."
        : "A row may be missing, or the export leaves out a kind of rows. If the transaction "
          + "does not exist any more: folio delete \(ids).", at: .none)
  }

  // MARK: Positions before the history

  /// Reports rows that bring units which the user gave as a position before all rows.
  ///
  /// The ledger would have them twice. With `updates` the position is removed, if the rows bring
  /// all of it. One that was edited in the ledger stays. Rows that the ledger has already count as
  /// well: an import that was killed may have added them, and not removed the position.
  /// - Parameter numbers: The numbers of all transactions of the files, in the order of time.
  mutating func supersedeOpenings(of ledger: LedgerContents, by numbers: [Int]) {
    var openings: [(group: LedgerGroup, leg: LedgerGroup.StockLeg, before: Timestamp)] = []
    for group in ledger.groups where group.type == .openingBalance && !group.isDeleted {
      guard let mark = ImportMark(of: group), mark.isOpening, let before = mark.before,
        GroupContent.hashes(of: group).contains(mark.hash),
        !corrections.contains(where: { $0.id == group.id }), let leg = group.stockLegs.first
      else { continue }
      openings.append((group, leg, before))
    }
    if openings.isEmpty { return }
    let moves = moves(of: numbers)
    for (group, leg, before) in openings {
      let older = (moves[HeldPlace(leg)] ?? []).filter {
        draft.groups[$0].imported.group.occurredAt < before
      }
      let units = unitsBrought(by: older, leg)
      guard let row = older.first, let quantity = leg.quantity, !units.isZero else { continue }
      if draft.options.updates, units == quantity {
        superseded.append(group.id)
        continue
      }
      note(
        .olderThanOpening,
        "this row is older than the opening position that an answer gave, \(quantity) "
          + "\(leg.symbol); the older rows bring \(units)",
        help: units == quantity
          ? "The units would count twice. --update deletes that position, the group \(group.id)."
          : "The units would count twice. Change that position with folio edit \(group.id) to "
            + "what was held before these rows.", at: place(ofGroup: row))
    }
  }

  /// The transactions of each instrument and account, in their order.
  private func moves(of numbers: [Int]) -> [HeldPlace: [Int]] {
    var moves: [HeldPlace: [Int]] = [:]
    for number in numbers where number >= 0 && !draft.groups[number].isOpening {
      let places = Set(draft.groups[number].imported.group.stockLegs.map { HeldPlace($0) })
      for place in places { moves[place, default: []].append(number) }
    }
    return moves
  }

  private func unitsBrought(by numbers: [Int], _ leg: LedgerGroup.StockLeg) -> ExactDecimal {
    var units = ExactDecimal.zero
    for number in numbers {
      for own in draft.groups[number].imported.group.stockLegs
      where own.symbol == leg.symbol && own.account == leg.account {
        units = RowBooker.after(own, units)
      }
    }
    return units.normalized()
  }

  /// The ledger as it is after the corrections, if the user wants them.
  func updated(_ ledger: LedgerContents) -> LedgerContents {
    if !draft.options.updates || corrections.isEmpty && superseded.isEmpty { return ledger }
    var ledger = ledger
    let new = Dictionary(corrections.map { ($0.id, $0) }) { first, _ in first }
    let removed = Set(superseded)
    ledger.groups.removeAll { removed.contains($0.id) }
    for place in ledger.groups.indices {
      if let group = new[ledger.groups[place].id] { ledger.groups[place] = group }
    }
    return ledger
  }
}

extension LedgerGroup {
  /// Gives the group and its legs another id.
  fileprivate mutating func rename(_ new: String) {
    let count = id.count
    func renamed(_ leg: String?) -> String? { leg.map { new + $0.dropFirst(count) } }
    for place in stockLegs.indices { stockLegs[place].id = renamed(stockLegs[place].id) }
    for place in cashLegs.indices { cashLegs[place].id = renamed(cashLegs[place].id) }
    id = new
  }

  /// Changes the ids of groups that lots name.
  /// - Returns: Whether there was one of these.
  @discardableResult
  mutating func renameLots(_ ids: [String: String]) -> Bool {
    var isRenamed = false
    for leg in stockLegs.indices {
      for (lot, opener) in stockLegs[leg].lots.map(\.groupID).enumerated() {
        guard let new = opener.flatMap({ ids[$0] }) else { continue }
        stockLegs[leg].lots[lot].groupID = new
        isRenamed = true
      }
    }
    return isRenamed
  }
}
