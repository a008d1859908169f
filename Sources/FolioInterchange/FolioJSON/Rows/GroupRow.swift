/// A row of `transaction_groups`, with its legs.
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
    _ column: Int, _ bytes: Span<UInt8>, _ reader: inout RecordReader
  ) throws(ScanStop) {
    switch Column(rawValue: column) {
    case .id: id = try reader.identifier(bytes) ?? .none
    case .type:
      type = try reader.oneOf(reader.words.groupTypes, .badGroupType, bytes)
    case .status:
      status = try reader.oneOf(reader.words.statuses, .badStatus, bytes) ?? .settled
    case .occurredAt: occurredAt = try reader.timestamp(bytes)
    case .settledAt: settledAt = try reader.timestamp(bytes)
    case .notes: notes = try reader.freeText(bytes)
    case .isDeleted: isDeleted = try reader.flag(bytes) ?? false
    case .stockLegs: try reader.readLegs(StockLegRow.self, bytes)
    case .cashLegs: try reader.readLegs(CashLegRow.self, bytes)
    case nil: break
    }
  }

  mutating func takeInOrder(
    at start: Int, _ bytes: Span<UInt8>, _ reader: inout RecordReader
  ) throws(ScanStop) -> MemberCursor {
    var cursor = MemberCursor(at: start, of: Self.kind)
    do throws(UnusualValue) {
      if cursor.finds(Column.id, reader.predictor, bytes) { id = try cursor.identifier(bytes) }
      if cursor.finds(Column.type, reader.predictor, bytes) {
        type = try cursor.word(bytes, reader.words.groupTypes)
      }
      if cursor.finds(Column.status, reader.predictor, bytes) {
        status = try cursor.word(bytes, reader.words.statuses)
      }
      if cursor.finds(Column.occurredAt, reader.predictor, bytes) {
        occurredAt = try cursor.timestamp(bytes, &reader.days)
      }
      if cursor.finds(Column.notes, reader.predictor, bytes) { try cursor.skipNull(bytes) }
      cursor.endMember()
    } catch {
      return cursor.beforeMember()
    }
    // The legs of another user's group are dropped, so they must come after the checkpoint.
    if reader.users.chosen != nil { return cursor }
    if cursor.finds(Column.stockLegs, reader.predictor, bytes) {
      guard try cursor.legs(StockLegRow.self, bytes, &reader) else { return cursor.beforeMember() }
      cursor.endMember()
    }
    // The legs may be longer than `MemberCursor.reach`.
    if cursor.hasRoom(bytes), cursor.finds(Column.cashLegs, reader.predictor, bytes) {
      guard try cursor.legs(CashLegRow.self, bytes, &reader) else { return cursor.beforeMember() }
      cursor.endMember()
    }
    return cursor
  }

  /// Reports the columns that the group lacks.
  @inline(__always)
  func check(_ reader: inout RecordReader) {
    require(Column.id.rawValue, of: "group", .groupColumns, &reader)
    require(Column.occurredAt.rawValue, of: "group", .groupColumns, &reader)
  }
}

extension RecordReader {
  /// Reads a group and its legs.
  mutating func readGroup(_ bytes: Span<UInt8>, depth: Int) throws(ScanStop) {
    let position = position(scanner.index)
    let number = UInt32(truncatingIfNeeded: draft.tables.groups.count)
    let stockLegs = UInt32(truncatingIfNeeded: draft.tables.stockLegs.count)
    let cashLegs = UInt32(truncatingIfNeeded: draft.tables.cashLegs.count)
    var row = GroupRow()
    importedRow = TextTable.none
    guard try readMembers(of: &row, number: number, bytes, depth: depth) else {
      users.skip(group: row.id)
      return
    }
    row.check(&self)
    if !mentions.isEmpty { checkMentions(of: row.id) }
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
    group.importedRow = importedRow
    completeDays(of: group)
    draft.tables.groups.append(group)
  }

  /// The time of a group whose time is missing or invalid. Its draft does not become a ledger.
  private static let unknownTime = try? Timestamp("1970-01-01")

  /// Sets missing dates: the trade date is the date of the group as written, and the settlement
  /// date is the trade date.
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

  /// Reports legs whose `group_id` is not that of their group.
  @inline(never)
  private mutating func checkMentions(of group: Identifier) {
    for mention in mentions
    where mention.group != group && RowRule.groupOfNestedLeg.isOn {
      let names = draft.tables.names
      report(
        Messages.otherGroup(names.text(of: mention.group), names.text(of: group)),
        at: mention.position, field: ["group_id"])
    }
    mentions.removeAll(keepingCapacity: true)
  }
}
