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
  /// Which columns came with a value, right or wrong.
  var present: UInt32 = 0

  @inline(__always)
  mutating func take(
    _ column: Int, _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) throws(ScanStop) {
    if reader.scanner.takeNull(bytes) { return }
    present |= 1 &<< UInt32(truncatingIfNeeded: column)
    switch Column(rawValue: column) {
    case .id: id = try reader.identifier(bytes) ?? .none
    case .type:
      let word = try reader.word(bytes)
      type = reader.known(reader.words.groupTypes[word], word, .badGroupType, bytes)
    case .status:
      let word = try reader.word(bytes)
      status = reader.known(reader.words.statuses[word], word, .badStatus, bytes) ?? .settled
    case .occurredAt: occurredAt = try reader.timestamp(bytes)
    case .notes: notes = try reader.freeText(bytes)
    case .isDeleted: isDeleted = try reader.flag(bytes) ?? false
    case .stockLegs: try reader.readLegs(ofStocks: true, bytes)
    case .cashLegs: try reader.readLegs(ofStocks: false, bytes)
    case .settledAt: settledAt = try reader.timestamp(bytes)
    case nil: break
    }
  }

  /// Reads the first columns of a row that has them in the order of the format: its id, its type,
  /// its status, its time, and that there are no notes; nil where it does not.
  @inline(__always)
  mutating func takeHeader(
    _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) -> (end: Int, progress: MemberProgress)? {
    guard bytes.holds(OrderedRow.reach, at: reader.scanner.index) else { return nil }
    var index = reader.scanner.index &+ 1
    var row = OrderedRow(of: .group)
    guard unsafe row.finds(Column.id.rawValue, &index, reader.book, bytes),
      let id = unsafe QuickValue.identifier(bytes, &index)
    else { return nil }
    guard unsafe row.finds(Column.type.rawValue, &index, reader.book, bytes),
      let type = unsafe reader.words.groupTypes.quick(bytes, &index)
    else { return nil }
    guard unsafe row.finds(Column.status.rawValue, &index, reader.book, bytes),
      let status = unsafe reader.words.statuses.quick(bytes, &index)
    else { return nil }
    guard unsafe row.finds(Column.occurredAt.rawValue, &index, reader.book, bytes),
      let time = unsafe reader.days.quickTimestamp(bytes, &index)
    else { return nil }
    let hasNull = unsafe row.findsNull(Column.notes.rawValue, &index, reader.book, bytes)
    (self.id, self.type, self.status, occurredAt) = (id, type, status, time)
    var progress = MemberProgress()
    for column in 0...Column.occurredAt.rawValue { _ = progress.add(column) }
    present = progress.seen
    if hasNull { _ = progress.add(Column.notes.rawValue) }
    return (index, progress)
  }

  /// Records the columns that the group lacks.
  @inline(__always)
  func check(_ reader: inout DocumentReader) {
    if present & 0b1001 != 0b1001 { reportMissing(&reader) }
  }

  private func reportMissing(_ reader: inout DocumentReader) {
    for column in [Column.id, .occurredAt] where present & 1 << UInt32(column.rawValue) == 0 {
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
    let header = row.takeHeader(bytes, &self)
    if header != nil || !readLocatedGroup(&row, number: number, bytes, depth: depth) {
      guard try readMembers(of: &row, number: number, bytes, depth: depth, header: header) else {
        before?.drop(&self)
        users.skip(group: row.id)
        return
      }
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
    for mention in staging.mentions where mention.group != group {
      let names = draft.tables.names
      report(
        Wording.otherGroup(names.text(of: mention.group), names.text(of: group)),
        at: mention.position, field: ["group_id"])
    }
    staging.mentions.removeAll(keepingCapacity: true)
  }

  /// The array of a group's legs.
  @inline(__always)
  mutating func readLegs(ofStocks: Bool, _ bytes: Span<UInt8>) throws(ScanStop) {
    guard bytes.byte(at: scanner.index) == UInt8(ascii: "[") else {
      refuse(try anyValue(bytes), wanted: .rows)
      return
    }
    let outer = place
    if scanner.opensNonEmpty(closing: "]", bytes) {
      repeat {
        if bytes.byte(at: scanner.index) != UInt8(ascii: "{") {
          try refuseElement("a leg", bytes)
        } else if ofStocks {
          if !readPlain(StockLegRow.self, bytes) {
            try readStockLeg(bytes, depth: outer.depth &+ 1)
          }
        } else if !readPlain(CashLegRow.self, bytes) {
          try readCashLeg(bytes, depth: outer.depth &+ 1)
        }
      } while try scanner.isFollowedByMore(closing: "]", bytes)
    }
    place = outer
  }
}
