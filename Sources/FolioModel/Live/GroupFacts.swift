/// What the order, the days and the ids of a ledger have of one version of a group.
struct GroupFacts: Sendable {
  let number: GroupIndex
  let counts: Bool
  /// Its place in the order of booking.
  let entry: LiveOrder.Entry
  /// Its own id and those of its legs.
  let ids: [IDIndex.Mark]

  init(_ row: Int, _ number: GroupIndex, of rows: LedgerRows, _ names: NameTable) {
    let group = rows.groups[row]
    self.number = number
    counts = group.counts
    var ids: [IDIndex.Mark] = []
    ids.reserveCapacity(1 + group.stockLegs.count + group.cashLegs.count)
    Self.forEachID(of: group, rows) { ids.append(IDIndex.Mark($0, $1, in: names)) }
    self.ids = ids
    entry = LiveOrder.Entry(group, number, of: rows)
  }

  /// Calls `body` with the ids of a group and of its legs, its own first.
  static func forEachID(
    of group: GroupRecord, _ rows: LedgerRows, _ body: (Identifier, IDIndex.Table) -> Void
  ) {
    body(group.id, .groups)
    for index in group.stockLegs {
      let id = rows.stockLegs[index].id
      if !id.isNone { body(id, .stockLegs) }
    }
    for index in group.cashLegs {
      let id = rows.cashLegs[index].id
      if !id.isNone { body(id, .cashLegs) }
    }
  }
}

extension LiveOrder.Entry {
  /// The place and the days of a group.
  init(_ group: GroupRecord, _ number: GroupIndex, of rows: LedgerRows) {
    let tradeDay = group.tradeDay(rows)
    let finalDay = max(tradeDay, group.settlementDay(rows))
    var asked = max(finalDay, group.occurredAt.day)
    for index in group.stockLegs {
      let leg = rows.stockLegs[index]
      asked = max(asked, leg.tradeDay, leg.settlementDay)
      guard leg.detail != .missing else { continue }
      for lot in rows.details[Int(leg.detail)].lots {
        asked = max(asked, lot.acquired ?? .first, lot.received ?? .first)
      }
    }
    self.init(
      OrderKey(group.occurredAt, number), tradeDay: tradeDay, finalDay: finalDay, lastDay: asked)
  }
}

/// A warning of a group, with its place among those of the ledger.
struct GroupNote: Sendable, Hashable {
  /// The number of the step that found it.
  private(set) var step: UInt8
  /// The offset of the row that it is about in the row of the group.
  private(set) var offset: Int
  private(set) var warning: Diagnostic

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
