import FolioDiagnostics
import FolioInterchange
import FolioModel
import FolioNumbers

/// Everything that a store keeps, in memory: the head and the groups in the document's order.
package struct StoreContents: Sendable {
  /// All but the groups; nil while nothing was ever said.
  package private(set) var head: StoredHead?
  /// The groups in the document's order.
  package private(set) var groups: [StoredGroup] = []
  /// The place of the last change in the order of all changes.
  package private(set) var lastSequence: Int
  private var numbers: [String: Int] = [:]
  private var changes = ChangeOrder()

  /// The numbers that changes can have, and 0 for none yet. Readers in any language hold them
  /// exactly, and more are never needed.
  package static let sequences = 0...(1 << 53)

  /// A store in which nothing is kept.
  package init(lastSequence: Int = 0) { self.lastSequence = lastSequence }

  /// What is kept, from rows in the document's order.
  ///
  /// The groups' ids, times and states are read from the rows themselves, so that no second
  /// record of them can say something else.
  /// - Throws: what can't be read as a ledger.
  package init(
    head: StoredHead?, rows: [StoredRow], lastSequence: Int
  ) throws(LedgerFaults) {
    self.init(lastSequence: lastSequence)
    self.head = head
    let text = Self.document(head, rows.map(\.text))
    var reader = LedgerReader()
    reader.read(text, name: "store")
    let draft = reader.finish()
    guard draft.faults.isEmpty, draft.tables.groups.count == rows.count else {
      throw LedgerFaults(draft.faults, sources: draft.tables.sources)
    }
    groups.reserveCapacity(rows.count)
    for (row, record) in zip(rows, draft.tables.groups) {
      let group = StoredGroup(record, draft.tables, row)
      numbers[group.id] = groups.count
      groups.append(group)
    }
    changes.add(groups.indices, of: groups)
  }

  /// What is kept, from groups that were read one by one. Of two with one id the last one counts.
  init(head: StoredHead?, groups: [StoredGroup], lastSequence: Int) {
    self.init(lastSequence: lastSequence)
    self.head = head
    self.groups = groups
    for (number, group) in groups.enumerated() { numbers[group.id] = number }
    changes.add(groups.indices, of: groups)
  }

  /// Whether two groups have one id.
  var hasEqualIDs: Bool { numbers.count < groups.count }

  /// The number of a group in the document's order.
  package func number(of id: String) -> Int? { numbers[id] }

  /// The groups that changed after a point, in the order of their changes: so many at most, and
  /// whether there are more.
  func changed(since sequence: Int, limit: Int) -> (groups: [StoredGroup], hasMore: Bool) {
    let numbers = changes.numbers(since: sequence, limit: limit + 1, of: groups)
    return (numbers.prefix(limit).map { groups[$0] }, numbers.count > limit)
  }

  /// The document, NDJSON.
  var document: [UInt8] { Self.document(head, groups.map(\.row)) }

  /// What is kept, as tables.
  package var tables: LedgerTables {
    LedgerCheck(of: StoreCheck.draft([StoreInput(document, name: "store")])).soundPart.tables
  }

  /// A part of the document's groups, NDJSON without a head.
  func lines(_ range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    for group in groups[range] {
      bytes += group.row
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  /// The first line of the document.
  var headLine: [UInt8] {
    (head?.row ?? StoredHead.emptyRow) + [UInt8(ascii: "\n")]
  }

  private static func document(_ head: StoredHead?, _ rows: [[UInt8]]) -> [UInt8] {
    var bytes = head?.row ?? StoredHead.emptyRow
    bytes.reserveCapacity(rows.reduce(bytes.count + 1) { $0 + $1.count + 1 })
    bytes.append(UInt8(ascii: "\n"))
    for row in rows {
      bytes += row
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  /// What is kept after a change.
  package mutating func apply(_ change: StoreChange) {
    if change.clears {
      head = nil
      groups = []
      numbers = [:]
      changes = ChangeOrder()
    }
    if let head = change.head { self.head = head }
    let changed = change.groups.map { group in
      guard let number = numbers[group.id] else {
        numbers[group.id] = groups.count
        groups.append(group)
        return groups.count - 1
      }
      groups[number] = group
      return number
    }
    changes.add(changed, of: groups)
    lastSequence = max(lastSequence, change.lastSequence)
  }
}

/// One change of a store: kept wholly or not at all.
package struct StoreChange: Sendable {
  /// Whether everything that was kept is forgotten first.
  package var clears = false
  /// The new head, where it changed.
  package var head: StoredHead?
  /// New groups and new versions of groups, in the document's order.
  package var groups: [StoredGroup] = []
  /// The place of this change in the order of all changes.
  package var lastSequence: Int

  /// A change of nothing yet.
  package init(lastSequence: Int) { self.lastSequence = lastSequence }

  /// Whether nothing is changed.
  package var isEmpty: Bool { !clears && head == nil && groups.isEmpty }
}

extension StoredGroup {
  /// A row of a store, with what was read from it.
  init(_ record: GroupRecord, _ tables: LedgerTables, _ row: StoredRow) {
    self.init(
      id: tables.text(record.id), row: row.text, occurredAt: record.occurredAt, type: record.type,
      status: record.status, updatedAt: row.updatedAt, deletedAt: row.deletedAt,
      sequence: row.sequence)
  }
}
