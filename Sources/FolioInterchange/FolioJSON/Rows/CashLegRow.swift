import FolioDiagnostics
import FolioModel
import FolioNumbers

/// A row of `cash_transactions`.
struct CashLegRow: PlainRow {
  static let kind = RowKind.cashLeg
  static var isFrequent: Bool { true }
  static let keys = [
    "id", "cash_account_id", "leg_type", "direction", "amount", "currency", "group_id",
  ]
  private enum Column: Int {
    case id, account, type, direction, amount, currency, group
  }

  var leg: CashLeg
  var group = Identifier.none
  /// Which columns came with a value, right or wrong.
  private var present: UInt32 = 0

  /// The columns without which there is no leg.
  private static let needed: [Column] = [.account, .type, .direction, .amount]

  init(at position: SourcePosition) {
    leg = CashLeg(
      account: missingIndex, type: .other, direction: .in, amount: .zero,
      currency: missingCurrency, position: position)
  }

  @inline(__always)
  mutating func take(
    _ column: Int, _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) throws(ScanStop) {
    if reader.scanner.takeNull(bytes) { return }
    present |= 1 &<< UInt32(truncatingIfNeeded: column)
    switch Column(rawValue: column) {
    case .id: leg.id = try reader.identifier(bytes) ?? .none
    case .account: leg.account = try reader.accountNumber(bytes)
    case .type:
      let word = try reader.word(bytes)
      leg.type = reader.known(reader.words.legTypes[word], word, .badLegType, bytes) ?? .other
    case .direction:
      let word = try reader.word(bytes)
      let direction = reader.known(reader.words.directions[word], word, .badDirection, bytes)
      leg.direction = direction ?? .in
    case .amount:
      if let amount = try reader.decimal(bytes) {
        leg.amount = amount
        if !amount.isPositive { reader.report(Wording.notAboveZero(reader.columnName)) }
      }
    case .currency: leg.currency = try reader.currency(bytes) ?? missingCurrency
    case .group: group = try reader.identifier(bytes) ?? .none
    case nil: break
    }
  }

  @inline(__always)
  mutating func takePlain<Members: PlainMembers>(
    _ row: inout Members, _ index: inout Int, _ bytes: Span<UInt8>,
    _ reader: inout DocumentReader
  ) -> Bool {
    guard unsafe row.finds(Column.id.rawValue, &index, reader.book, bytes),
      let id = unsafe QuickValue.identifier(bytes, &index)
    else { return false }
    leg.id = id
    guard unsafe row.finds(Column.account.rawValue, &index, reader.book, bytes),
      let account = unsafe QuickValue.identifier(bytes, &index)
    else { return false }
    leg.account = reader.accounts.number(of: account, in: &reader.draft.accountNames)
    guard unsafe row.finds(Column.type.rawValue, &index, reader.book, bytes),
      let type = unsafe reader.words.legTypes.quick(bytes, &index)
    else { return false }
    leg.type = type
    guard unsafe row.finds(Column.direction.rawValue, &index, reader.book, bytes),
      let direction = unsafe reader.words.directions.quick(bytes, &index)
    else { return false }
    leg.direction = direction
    guard unsafe row.finds(Column.amount.rawValue, &index, reader.book, bytes),
      let amount = unsafe QuickValue.positive(bytes, &index)
    else { return false }
    leg.amount = amount
    guard unsafe row.finds(Column.currency.rawValue, &index, reader.book, bytes),
      let currency = unsafe reader.currencies.quick(bytes, &index)
    else { return false }
    leg.currency = currency
    return unsafe row.ends(&index, reader.book, bytes)
  }

  /// All but the group, which the leg stands in.
  static let plainColumns: UInt32 = 0b011_1111

  @inline(__always)
  func append(to tables: inout LedgerTables) { tables.cashLegs.append(leg) }

  static func count(in tables: borrowing LedgerTables) -> Int { tables.cashLegs.count }

  /// Records the columns that the leg lacks.
  @inline(__always)
  func check(_ reader: inout DocumentReader, isFlat: Bool) {
    let mask: UInt32 = isFlat ? 0b101_1110 : 0b001_1110
    if present & mask != mask { reportMissing(&reader, isFlat: isFlat) }
  }

  private func reportMissing(_ reader: inout DocumentReader, isFlat: Bool) {
    for column in Self.needed where present & 1 << UInt32(column.rawValue) == 0 {
      reader.reportRow(Wording.missing(Self.keys[column.rawValue], in: "cash leg"))
    }
    if isFlat, present & 1 << UInt32(Column.group.rawValue) == 0 {
      reader.reportRow(Wording.missingGroup(of: "cash leg"))
    }
  }
}

extension DocumentReader {
  /// The id of a cash account; its number among those that legs mention.
  @inline(__always)
  mutating func accountNumber(_ bytes: Span<UInt8>) throws(ScanStop) -> CashAccountIndex {
    guard let id = try identifier(bytes) else { return missingIndex }
    return accounts.number(of: id, in: &draft.accountNames)
  }

  /// A cash leg inside of its group.
  @inline(never)
  mutating func readCashLeg(_ bytes: Span<UInt8>, depth: Int) throws(ScanStop) {
    let position = position(scanner.index)
    let number = UInt32(truncatingIfNeeded: draft.tables.cashLegs.count)
    let before = rowMark
    var row = CashLegRow(at: position)
    guard try readMembers(of: &row, number: number, bytes, depth: depth) else {
      before?.drop(&self)
      return
    }
    row.check(&self, isFlat: false)
    if !row.group.isNone {
      staging.mentions.append(Staging.GroupMention(group: row.group, position: position))
    }
    draft.tables.cashLegs.append(row.leg)
  }

  /// A cash leg of the flat table.
  mutating func readFlatCashLeg(_ bytes: Span<UInt8>, depth: Int) throws(ScanStop) {
    let number = UInt32(truncatingIfNeeded: draft.flatCashLegs.count) | flatRowFlag
    let before = rowMark
    var row = CashLegRow(at: position(scanner.index))
    guard try readMembers(of: &row, number: number, bytes, depth: depth) else {
      before?.drop(&self)
      return
    }
    row.check(&self, isFlat: true)
    draft.flatCashLegs.append(row.leg)
    draft.flatCashGroups.append(row.group)
  }
}

/// Marks the number of a row of a flat table of legs in `KeptColumn.row`.
let flatRowFlag: UInt32 = 0x8000_0000
