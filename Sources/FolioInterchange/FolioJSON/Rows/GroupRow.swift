import FolioDiagnostics
import FolioModel
import FolioNumbers

/// A row of `transaction_groups`, its legs within.
struct GroupRow: LedgerRow {
  static let kind = RowKind.group
  static var isFrequent: Bool { true }
  static let keys = [
    "id", "group_type", "status", "occurred_at", "notes", "is_deleted", "stock_transactions",
    "cash_transactions", "settled_at",
  ]
  enum Column: Int {
    case id, type, status, occurredAt, notes, isDeleted, stockLegs, cashLegs, settledAt
  }

  var id = Identifier.none
  var occurredAt: Timestamp?
  var settledAt: Timestamp?
  var type: GroupType?
  var status = GroupStatus.settled
  var isDeleted = false
  var notes: [UInt8]?
  var present: UInt32 = 0

  @inline(__always)
  mutating func take(
    _ column: Column, from values: inout MemberCursor, _ bytes: Span<UInt8>,
    _ reader: inout DocumentReader
  ) throws(ScanStop) {
    switch column {
    case .id: id = try values.identifier(bytes, &reader) ?? .none
    case .type:
      let word = try values.word(bytes, &reader)
      let type = reader.words.groupTypes[word]
      self.type = try values.known(type, word, .badGroupType, bytes, &reader)
    case .status:
      let word = try values.word(bytes, &reader)
      let status = reader.words.statuses[word]
      self.status = try values.known(status, word, .badStatus, bytes, &reader) ?? .settled
    case .occurredAt: occurredAt = try values.timestamp(bytes, &reader)
    case .settledAt: settledAt = try values.timestamp(bytes, &reader)
    case .notes:
      try values.requireAnyValue()
      notes = try reader.freeText(bytes)
    case .isDeleted:
      try values.requireAnyValue()
      isDeleted = try reader.flag(bytes) ?? false
    case .stockLegs:
      try values.requireAnyValue()
      try reader.readLegs(StockLegRow.self, bytes)
    case .cashLegs:
      try values.requireAnyValue()
      try reader.readLegs(CashLegRow.self, bytes)
    }
  }

  @inline(__always)
  mutating func take(
    _ column: Int, _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) throws(ScanStop) {
    guard let column = Column(rawValue: column) else { return }
    var values = MemberCursor.anyValue
    try take(column, from: &values, bytes, &reader)
  }

  mutating func takeInOrder(
    at start: Int, _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) -> MemberCursor {
    var cursor = MemberCursor(at: start)
    do throws(ScanStop) {
      try takeNext(.id, &cursor, bytes, &reader)
      try takeNext(.type, &cursor, bytes, &reader)
      try takeNext(.status, &cursor, bytes, &reader)
      try takeNext(.occurredAt, &cursor, bytes, &reader)
      cursor.take()
    } catch {
      // The general reader continues with the member whose value is not ordinary.
    }
    return cursor
  }

  /// Takes a column if it comes next.
  @inline(__always)
  private mutating func takeNext(
    _ column: Column, _ cursor: inout MemberCursor, _ bytes: Span<UInt8>,
    _ reader: inout DocumentReader
  ) throws(ScanStop) {
    guard cursor.finds(column.rawValue, of: Self.kind, reader.book, bytes) else { return }
    try take(column, from: &cursor, bytes, &reader)
  }

  /// Records the columns that the group lacks.
  @inline(__always)
  func check(_ reader: inout DocumentReader) {
    if present & 0b1001 != 0b1001 { reportMissing(&reader) }
  }

  private func reportMissing(_ reader: inout DocumentReader) {
    for column in [Column.id, .occurredAt] 
    where present & 1 << UInt32(column.rawValue) == 0 && RowRule.groupColumns.isOn {
      reader.reportRow(Wording.missing(Self.keys[column.rawValue], in: "group"))
    }
  }
}

extension DocumentReader {
  /// A group and its legs.
  mutating func readGroup(_ bytes: Span<UInt8>, depth: Int) throws(ScanStop) {
    let position = position(scanner.index)
    let number = UInt32(truncatingIfNeeded: draft.tables.groups.count)
    let before = rowMark
    let stockLegs = UInt32(truncatingIfNeeded: draft.tables.stockLegs.count)
    let cashLegs = UInt32(truncatingIfNeeded: draft.tables.cashLegs.count)
    var row = GroupRow()
    guard try readMembers(of: &row, number: number, bytes, depth: depth) else {
      before?.drop(&self)
      users.skip(group: row.id)
      return
    }
    row.check(&self)
    if !staging.mentions.isEmpty { checkMentions(of: row.id) }
    guard let occurredAt = row.occurredAt ?? Self.unknownTime else { return }
    var group = GroupRecord(
      id: row.id, occurredAt: occurredAt, type: row.type, status: row.status, position: position)
    group.firstStockLeg = stockLegs
    group.stockLegCount = UInt32(truncatingIfNeeded: draft.tables.stockLegs.count) &- stockLegs
    group.firstCashLeg = cashLegs
    group.cashLegCount = UInt32(truncatingIfNeeded: draft.tables.cashLegs.count) &- cashLegs
    group.isDeleted = row.isDeleted
    group.settledAt = row.settledAt
    if let notes = row.notes { group.notes = draft.tables.texts.append(notes) }
    completeDays(of: group)
    draft.tables.groups.append(group)
  }

  /// Stands where a group's time is missing or wrong; such a draft becomes no ledger.
  private static let unknownTime = try? Timestamp("1970-01-01")

  /// Dates that were left out: the trade's is the day of the group as written, the settlement's
  /// is the trade's.
  @inline(__always)
  private mutating func completeDays(of group: GroupRecord) {
    for index in group.stockLegs {
      let given = draft.tables.stockLegs[index].given
      if given.isSuperset(of: [.tradeDate, .settlementDate]) { continue }
      if !given.contains(.tradeDate) {
        draft.tables.stockLegs[index].tradeDay = group.occurredAt.day
      }
      if !given.contains(.settlementDate) {
        let day = draft.tables.stockLegs[index].tradeDay
        draft.tables.stockLegs[index].settlementDay = day
      }
    }
  }

  /// A leg inside of a group may name its group, and no other.
  @inline(never)
  private mutating func checkMentions(of group: Identifier) {
    for mention in staging.mentions
    where mention.group != group && RowRule.groupOfNestedLeg.isOn {
      let names = draft.tables.names
      report(
        Wording.otherGroup(names.text(of: mention.group), names.text(of: group)),
        at: mention.position, field: ["group_id"])
    }
    staging.mentions.removeAll(keepingCapacity: true)
  }
}
