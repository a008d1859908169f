import FolioDiagnostics
import FolioModel
import FolioNumbers

/// A row of `cash_transactions`.
struct CashLegRow: LegRow {
  static let kind = RowKind.cashLeg
  static let keys = [
    "id", "cash_account_id", "leg_type", "direction", "amount", "currency", "group_id",
  ]
  enum Column: Int {
    case id, account, type, direction, amount, currency, group

    var bit: UInt32 { 1 << UInt32(rawValue) }
  }

  var leg: CashLeg
  var group = Identifier.none
  var present: UInt32 = 0

  init(at position: SourcePosition) {
    leg = CashLeg(
      account: missingIndex, type: .other, direction: .in, amount: .zero,
      currency: missingCurrency, position: position)
  }

  @inline(__always)
  mutating func take(
    _ column: Column, from values: inout MemberCursor, _ bytes: Span<UInt8>,
    _ reader: inout DocumentReader
  ) throws(ScanStop) {
    switch column {
    case .id: leg.id = try values.identifier(bytes, &reader) ?? .none
    case .account:
      if let id = try values.identifier(bytes, &reader) {
        leg.account = reader.accounts.number(of: id, in: &reader.draft.accountNames)
      }
    case .type:
      let word = try values.word(bytes, &reader)
      let type = reader.words.legTypes[word]
      leg.type = try values.known(type, word, .badLegType, bytes, &reader) ?? .other
    case .direction:
      let word = try values.word(bytes, &reader)
      let direction = reader.words.directions[word]
      leg.direction = try values.known(direction, word, .badDirection, bytes, &reader) ?? .in
    case .amount:
      guard let amount = try values.decimal(bytes, &reader) else { return }
      leg.amount = amount
      if !amount.isPositive, RowRule.positiveCashAmount.isOn {
        try values.requireAnyValue()
        reader.report(Wording.notAboveZero("amount"))
      }
    case .currency: leg.currency = try values.currency(bytes, &reader) ?? missingCurrency
    case .group: group = try values.identifier(bytes, &reader) ?? .none
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
      try takeNext(.account, &cursor, bytes, &reader)
      try takeNext(.type, &cursor, bytes, &reader)
      try takeNext(.direction, &cursor, bytes, &reader)
      try takeNext(.amount, &cursor, bytes, &reader)
      try takeNext(.currency, &cursor, bytes, &reader)
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

  // MARK: Rules

  /// The columns that a leg cannot do without.
  private static let needed: [Column] = [.account, .type, .direction, .amount]

  @inline(__always)
  mutating func finish(_ reader: inout DocumentReader, isFlat: Bool) {
    let needed: UInt32 = isFlat ? 0b101_1110 : 0b001_1110
    if present & needed != needed { reportMissing(&reader, isFlat: isFlat) }
  }

  private func reportMissing(_ reader: inout DocumentReader, isFlat: Bool) {
    for column in Self.needed where present & column.bit == 0 && RowRule.cashLegColumns.isOn {
      reader.reportRow(Wording.missing(Self.keys[column.rawValue], in: "cash leg"))
    }
    if isFlat, present & Column.group.bit == 0, RowRule.groupOfFlatLeg.isOn {
      reader.reportRow(Wording.missingGroup(of: "cash leg"))
    }
  }

  // MARK: Tables

  @inline(__always)
  func append(to draft: inout LedgerDraft, isFlat: Bool) {
    guard isFlat else { return draft.tables.cashLegs.append(leg) }
    draft.flatCashLegs.append(leg)
    draft.flatCashGroups.append(group)
  }

  static func count(in draft: borrowing LedgerDraft, isFlat: Bool) -> Int {
    isFlat ? draft.flatCashLegs.count : draft.tables.cashLegs.count
  }
}
