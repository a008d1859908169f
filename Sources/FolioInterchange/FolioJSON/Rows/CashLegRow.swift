/// A row of `cash_transactions`.
struct CashLegRow: LegRow {
  static let kind = RowKind.cashLeg
  static let keys = [
    "id", "cash_account_id", "leg_type", "direction", "amount", "currency", "group_id",
    "symbol", "stock_id",
  ]
  enum Column: Int {
    case id, account, type, direction, amount, currency, group, symbol, stockID
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
    _ column: Int, _ bytes: Span<UInt8>, _ reader: inout RecordReader
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
      if !Self.allows(amount) { reader.report(Messages.sign("amount", .aboveZero)) }
    case .currency: leg.currency = try reader.currency(bytes) ?? missingCurrency
    case .group: group = try reader.identifier(bytes) ?? .none
    case .symbol:
      guard let symbol = try reader.identifier(bytes) else { return }
      leg.instrument = reader.symbols.index(of: symbol, in: &reader.draft.symbolNames)
    case .stockID:
      guard let id = try reader.identifier(bytes) else { return }
      leg.stockReference = reader.stocks.number(of: id, in: &reader.draft.stockNames)
    case nil: break
    }
  }

  mutating func takeInOrder(
    at start: Int, _ bytes: Span<UInt8>, _ reader: inout RecordReader
  ) -> MemberCursor {
    var cursor = MemberCursor(at: start, of: Self.kind)
    do throws(UnusualValue) {
      if cursor.finds(Column.id, reader.predictor, bytes) { leg.id = try cursor.identifier(bytes) }
      if cursor.finds(Column.account, reader.predictor, bytes) {
        let id = try cursor.identifier(bytes)
        leg.account = reader.accounts.index(of: id, in: &reader.draft.accountNames)
      }
      if cursor.finds(Column.type, reader.predictor, bytes) {
        leg.type = try cursor.word(bytes, reader.words.legTypes)
      }
      if cursor.finds(Column.direction, reader.predictor, bytes) {
        leg.direction = try cursor.word(bytes, reader.words.directions)
      }
      if cursor.finds(Column.amount, reader.predictor, bytes) {
        leg.amount = try cursor.decimal(bytes)
        if !Self.allows(leg.amount) { throw UnusualValue() }
      }
      if cursor.finds(Column.currency, reader.predictor, bytes) {
        leg.currency = try cursor.currency(bytes, reader.currencies)
      }
      cursor.endMember()
      return cursor
    } catch {
      return cursor.beforeMember()
    }
  }

  // MARK: Rules

  /// Amounts are above zero; the direction is a column of its own.
  @inline(__always)
  private static func allows(_ amount: ExactDecimal) -> Bool {
    amount.isPositive || !RowRule.positiveCashAmount.isOn
  }

  @inline(__always)
  mutating func finish(_ reader: inout RecordReader, isFlat: Bool) {
    let needed: UInt32 = isFlat ? 0b101_1110 : 0b001_1110
    if present & needed != needed { reportMissing(&reader, isFlat: isFlat) }
  }

  private func reportMissing(_ reader: inout RecordReader, isFlat: Bool) {
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
