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
  }

  var leg: CashLeg
  var group = Identifier.none
  var present: UInt32 = 0

  init(at position: SourcePosition) {
    leg = CashLeg(
      account: .missing, type: .other, direction: .in, amount: .zero,
      currency: missingCurrency, position: position)
  }

  mutating func take(
    _ column: Int, _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) throws(ScanStop) {
    switch Column(rawValue: column) {
    case .id: leg.id = try reader.identifier(bytes) ?? .none
    case .account:
      if let id = try reader.identifier(bytes) {
        leg.account = reader.accounts.index(of: id, in: &reader.draft.accountNames)
      }
    case .type:
      leg.type = try reader.oneOf(reader.words.legTypes, .badLegType, bytes) ?? .other
    case .direction:
      leg.direction = try reader.oneOf(reader.words.directions, .badDirection, bytes) ?? .in
    case .amount:
      guard let amount = try reader.decimal(bytes) else { return }
      leg.amount = amount
      if !Self.allows(amount) { reader.report(Messages.notAboveZero("amount")) }
    case .currency: leg.currency = try reader.currency(bytes) ?? missingCurrency
    case .group: group = try reader.identifier(bytes) ?? .none
    case nil: break
    }
  }

  mutating func takeInOrder(
    at start: Int, _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) -> MemberCursor {
    var cursor = MemberCursor(at: start, of: Self.kind)
    if cursor.finds(Column.id.rawValue, reader.predictor, bytes) {
      guard let id = cursor.identifier(bytes) else { return cursor.beforeMember() }
      leg.id = id
    }
    if cursor.finds(Column.account.rawValue, reader.predictor, bytes) {
      guard let id = cursor.identifier(bytes) else { return cursor.beforeMember() }
      leg.account = reader.accounts.index(of: id, in: &reader.draft.accountNames)
    }
    if cursor.finds(Column.type.rawValue, reader.predictor, bytes) {
      guard let type = cursor.word(bytes, reader.words.legTypes) else {
        return cursor.beforeMember()
      }
      leg.type = type
    }
    if cursor.finds(Column.direction.rawValue, reader.predictor, bytes) {
      guard let direction = cursor.word(bytes, reader.words.directions) else {
        return cursor.beforeMember()
      }
      leg.direction = direction
    }
    if cursor.finds(Column.amount.rawValue, reader.predictor, bytes) {
      guard let amount = cursor.decimal(bytes), Self.allows(amount) else {
        return cursor.beforeMember()
      }
      leg.amount = amount
    }
    if cursor.finds(Column.currency.rawValue, reader.predictor, bytes) {
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

  @inline(__always)
  mutating func finish(_ reader: inout DocumentReader, isFlat: Bool) {
    let needed: UInt32 = isFlat ? 0b101_1110 : 0b001_1110
    if present & needed != needed { reportMissing(&reader, isFlat: isFlat) }
  }

  private func reportMissing(_ reader: inout DocumentReader, isFlat: Bool) {
    for column in [Column.account, .type, .direction, .amount] {
      require(column.rawValue, of: "cash leg", .cashLegColumns, &reader)
    }
    if isFlat { requireGroup(Column.group.rawValue, of: "cash leg", &reader) }
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
