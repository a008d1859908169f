import FolioDiagnostics
import FolioNumbers

/// What the order, the days and the ids of a ledger have of one version of a group.
struct GroupFacts: Sendable {
  let number: GroupIndex
  let counts: Bool
  /// Its place in the order of booking.
  let entry: LiveOrder.Entry
  /// The day on which it is the last word of the ledger.
  let lastDay: Day
  /// Its own id and those of its legs.
  let ids: [IDIndex.Mark]
  /// The ids of other groups that its legs name in their `lots`.
  let chosen: [IDIndex.Mark]

  init(_ row: Int, _ number: GroupIndex, of rows: LedgerRows, _ names: NameTable) {
    let group = rows.groups[row]
    let tradeDay = group.tradeDay(rows)
    self.number = number
    counts = group.counts
    lastDay = max(tradeDay, group.settlementDay(rows))
    var asked = max(lastDay, group.occurredAt.day)
    var ids: [IDIndex.Mark] = []
    ids.reserveCapacity(1 + group.stockLegs.count + group.cashLegs.count)
    ids.append(IDIndex.Mark(group.id, .groups, in: names))
    var chosen: [IDIndex.Mark] = []
    for index in group.stockLegs {
      let leg = rows.stockLegs[index]
      asked = max(asked, leg.tradeDay, leg.settlementDay)
      if !leg.id.isNone { ids.append(IDIndex.Mark(leg.id, .stockLegs, in: names)) }
      guard leg.detail != .missing else { continue }
      for lot in rows.details[Int(leg.detail)].lots {
        asked = max(asked, lot.acquired ?? .first, lot.received ?? .first)
        if !lot.groupID.isNone { chosen.append(IDIndex.Mark(lot.groupID, .groups, in: names)) }
      }
    }
    for index in group.cashLegs where !rows.cashLegs[index].id.isNone {
      ids.append(IDIndex.Mark(rows.cashLegs[index].id, .cashLegs, in: names))
    }
    self.ids = ids
    self.chosen = chosen
    entry = LiveOrder.Entry(
      OrderKey(group.occurredAt, number), tradeDay: tradeDay, lastDay: asked)
  }
}

/// A warning of a group, with its place among those of the ledger.
struct GroupNote: Sendable {
  /// The number of the step that found it.
  let step: UInt8
  /// The offset of the row that it is about in the row of the group.
  let offset: Int
  let warning: Diagnostic

  init(_ warning: Diagnostic, step: UInt8, inRowAt row: SourcePosition) {
    self.step = step
    self.warning = warning
    offset = warning.position.offset - row.offset
  }

  /// The warning for a row at another position.
  func warning(inRowAt row: SourcePosition) -> Diagnostic {
    var moved = warning
    moved.position = SourcePosition(file: row.file, offset: row.offset + offset)
    return moved
  }
}
