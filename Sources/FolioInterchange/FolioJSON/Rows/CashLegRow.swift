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

  mutating func take(
    _ column: Int, _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) throws(ScanStop) {
    switch Column(rawValue: column) {
    case .id: leg.id = try reader.identifier(bytes) ?? .none
    case .account:
      if let id = try reader.identifier(bytes) {
        leg.account = reader.accounts.number(of: id, in: &reader.draft.accountNames)
      }
    case .type:
      let word = try reader.word(bytes)
      let type = reader.words.legTypes[word]
      leg.type = reader.known(type, word, .badLegType, bytes) ?? .other
    case .direction:
      let word = try reader.word(bytes)
      let direction = reader.words.directions[word]
      leg.direction = reader.known(direction, word, .badDirection, bytes) ?? .in
    case .amount:
      guard let amount = try reader.decimal(bytes) else { return }
      leg.amount = amount
      if !Self.allows(amount) { reader.report(Wording.notAboveZero("amount")) }
    case .currency: leg.currency = try reader.currency(bytes) ?? missingCurrency
    case .group: group = try reader.identifier(bytes) ?? .none
    case nil: break
    }
  }

  mutating func takeInOrder(
    at start: Int, _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) -> MemberCursor {
    var cursor = MemberCursor(at: start, of: Self.kind)
    if cursor.finds(Column.id.rawValue, reader.book, bytes) {
      guard let id = cursor.identifier(bytes) else { return cursor.beforeMember() }
      leg.id = id
    }
    if cursor.finds(Column.account.rawValue, reader.book, bytes) {
      guard let id = cursor.identifier(bytes) else { return cursor.beforeMember() }
      leg.account = reader.accounts.number(of: id, in: &reader.draft.accountNames)
    }
    if cursor.finds(Column.type.rawValue, reader.book, bytes) {
      guard let type = cursor.word(bytes, reader.words.legTypes) else {
        return cursor.beforeMember()
      }
      leg.type = type
    }
    if cursor.finds(Column.direction.rawValue, reader.book, bytes) {
      guard let direction = cursor.word(bytes, reader.words.directions) else {
        return cursor.beforeMember()
      }
      leg.direction = direction
    }
    if cursor.finds(Column.amount.rawValue, reader.book, bytes) {
      guard let amount = cursor.decimal(bytes), Self.allows(amount) else {
        return cursor.beforeMember()
      }
      leg.amount = amount
    }
    if cursor.finds(Column.currency.rawValue, reader.book, bytes) {
      guard let currency = cursor.currency(bytes, reader.currencies) else {
        return cursor.beforeMember()
      }
      leg.currency = currency
    }
    return cursor.afterValue()
  }

  // MARK: Rules

  /// An amount is above zero; its direction says which way it goes.
  @inline(__always)
  private static func allows(_ amount: ExactDecimal) -> Bool {
    amount.isPositive || !RowRule.positiveCashAmount.isOn
  }

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
