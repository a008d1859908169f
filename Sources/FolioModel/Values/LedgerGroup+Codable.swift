import FolioNumbers

// The keys are those of the ledger document. Columns with their default value are left out.
extension LedgerGroup: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, type = "group_type", status, occurredAt = "occurred_at", settledAt = "settled_at"
    case notes, isDeleted = "is_deleted", stockLegs = "stock_transactions"
    case cashLegs = "cash_transactions", otherColumns = "other_columns"
  }

  /// Decodes a group.
  public init(from decoder: any Decoder) throws {
    let row = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try row.decode(String.self, forKey: .id),
      type: try row.decodeIfPresent(GroupType.self, forKey: .type),
      status: try row.value(.status, else: .settled),
      occurredAt: try row.decode(Timestamp.self, forKey: .occurredAt),
      notes: try row.decodeIfPresent(String.self, forKey: .notes),
      stockLegs: try row.value(.stockLegs, else: []), cashLegs: try row.value(.cashLegs, else: []))
    settledAt = try row.decodeIfPresent(Timestamp.self, forKey: .settledAt)
    isDeleted = try row.value(.isDeleted, else: false)
    otherColumns = try row.value(.otherColumns, else: [])
  }

  /// Encodes the group.
  public func encode(to encoder: any Encoder) throws {
    var row = encoder.container(keyedBy: CodingKeys.self)
    try row.encode(id, forKey: .id)
    try row.encodeIfPresent(type, forKey: .type)
    try row.encode(status, forKey: .status)
    try row.encode(occurredAt, forKey: .occurredAt)
    try row.encodeIfPresent(settledAt, forKey: .settledAt)
    try row.encodeIfPresent(notes, forKey: .notes)
    try row.encode(isDeleted, .isDeleted, unless: false)
    try row.encode(stockLegs, .stockLegs, unless: [])
    try row.encode(cashLegs, .cashLegs, unless: [])
    try row.encode(otherColumns, .otherColumns, unless: [])
  }
}

extension LedgerGroup.StockLeg: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, stockID = "stock_id", symbol, type = "trade_type", tradeDay = "trade_date"
    case settlementDay = "settlement_date", quantity, price = "price_per_share"
    case gross = "gross_amount", fees, taxes, taxWithheld = "tax_withheld", currency
    case fxRate = "fx_rate", account, ratio, newSymbol = "new_symbol"
    case basisFraction = "basis_fraction", cashInLieu = "cash_in_lieu"
    case accruedInterest = "accrued_interest", costDirection = "direction", recipient, lots
    case otherColumns = "other_columns"
  }

  /// Decodes a leg.
  public init(from decoder: any Decoder) throws {
    let row = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try row.decodeIfPresent(String.self, forKey: .id),
      try row.decode(TradeType.self, forKey: .type), symbol: try row.value(.symbol, else: ""))
    stockID = try row.decodeIfPresent(String.self, forKey: .stockID)
    tradeDay = try row.decodeIfPresent(Day.self, forKey: .tradeDay)
    settlementDay = try row.decodeIfPresent(Day.self, forKey: .settlementDay)
    quantity = try row.decodeIfPresent(ExactDecimal.self, forKey: .quantity)
    price = try row.decodeIfPresent(ExactDecimal.self, forKey: .price)
    gross = try row.decodeIfPresent(ExactDecimal.self, forKey: .gross)
    fees = try row.decodeIfPresent(ExactDecimal.self, forKey: .fees)
    taxes =
      try row.decodeIfPresent(ExactDecimal.self, forKey: .taxes)
      ?? row.decodeIfPresent(ExactDecimal.self, forKey: .taxWithheld)
    currency = try row.decodeIfPresent(Currency.self, forKey: .currency)
    fxRate = try row.decodeIfPresent(ExactDecimal.self, forKey: .fxRate)
    account = try row.decodeIfPresent(String.self, forKey: .account)
    ratio = try row.decodeIfPresent(Ratio.self, forKey: .ratio)
    newSymbol = try row.decodeIfPresent(String.self, forKey: .newSymbol)
    basisFraction = try row.decodeIfPresent(ExactDecimal.self, forKey: .basisFraction)
    cashInLieu = try row.decodeIfPresent(ExactDecimal.self, forKey: .cashInLieu)
    accruedInterest = try row.decodeIfPresent(ExactDecimal.self, forKey: .accruedInterest)
    costDirection = try row.decodeIfPresent(CostDirection.self, forKey: .costDirection)
    recipient = try row.decodeIfPresent(GiftRecipient.self, forKey: .recipient)
    lots = try row.value(.lots, else: [])
    otherColumns = try row.value(.otherColumns, else: [])
  }

  /// Encodes the leg.
  public func encode(to encoder: any Encoder) throws {
    var row = encoder.container(keyedBy: CodingKeys.self)
    try row.encodeIfPresent(id, forKey: .id)
    try row.encodeIfPresent(stockID, forKey: .stockID)
    try row.encode(symbol, .symbol, unless: "")
    try row.encode(type, forKey: .type)
    try row.encodeIfPresent(tradeDay, forKey: .tradeDay)
    try row.encodeIfPresent(settlementDay, forKey: .settlementDay)
    try row.encodeIfPresent(quantity, forKey: .quantity)
    try row.encodeIfPresent(price, forKey: .price)
    try row.encodeIfPresent(gross, forKey: .gross)
    try row.encodeIfPresent(fees, forKey: .fees)
    try row.encodeIfPresent(taxes, forKey: type == .dividend ? .taxWithheld : .taxes)
    try row.encodeIfPresent(currency, forKey: .currency)
    try row.encodeIfPresent(fxRate, forKey: .fxRate)
    try row.encodeIfPresent(account, forKey: .account)
    try row.encodeIfPresent(ratio, forKey: .ratio)
    try row.encodeIfPresent(newSymbol, forKey: .newSymbol)
    try row.encodeIfPresent(basisFraction, forKey: .basisFraction)
    try row.encodeIfPresent(cashInLieu, forKey: .cashInLieu)
    try row.encodeIfPresent(accruedInterest, forKey: .accruedInterest)
    try row.encodeIfPresent(costDirection, forKey: .costDirection)
    try row.encodeIfPresent(recipient, forKey: .recipient)
    try row.encode(lots, .lots, unless: [])
    try row.encode(otherColumns, .otherColumns, unless: [])
  }
}

extension LedgerGroup.Lot: Codable {
  private enum CodingKeys: String, CodingKey {
    case groupID = "group_id", acquired, quantity, costBasis = "cost_basis"
    case costBasisBase = "cost_basis_base", isBaseUnknown = "base_unknown", isShort = "is_short"
    case holdingFrom = "holding_from", mayReplace = "may_replace"
    case isRestOfPrevious = "rest_of_previous", dayOrder = "day_order"
    case openingQuantity = "opening_quantity", openingCost = "opening_cost"
    case fairValue = "fair_value", fairValueBase = "fair_value_base", received, account
    case isInherited = "inherited"
  }

  /// Decodes a lot.
  public init(from decoder: any Decoder) throws {
    let row = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      acquired: try row.decodeIfPresent(Day.self, forKey: .acquired),
      quantity: try row.decode(ExactDecimal.self, forKey: .quantity),
      costBasis: try row.decodeIfPresent(ExactDecimal.self, forKey: .costBasis))
    groupID = try row.decodeIfPresent(String.self, forKey: .groupID)
    account = try row.decodeIfPresent(String.self, forKey: .account)
    costBasisBase = try row.decodeIfPresent(ExactDecimal.self, forKey: .costBasisBase)
    isBaseUnknown = try row.value(.isBaseUnknown, else: false)
    isShort = try row.value(.isShort, else: false)
    holdingFrom = try row.decodeIfPresent(Day.self, forKey: .holdingFrom)
    mayReplace = try row.value(.mayReplace, else: true)
    isRestOfPrevious = try row.value(.isRestOfPrevious, else: false)
    let place = try row.decodeIfPresent(ExactDecimal.self, forKey: .dayOrder)
    dayOrder = place.map { Int(truncatingIfNeeded: $0.rounded(toPlaces: 0).coefficient) }
    openingQuantity = try row.decodeIfPresent(ExactDecimal.self, forKey: .openingQuantity)
    openingCost = try row.decodeIfPresent(ExactDecimal.self, forKey: .openingCost)
    fairValue = try row.decodeIfPresent(ExactDecimal.self, forKey: .fairValue)
    fairValueBase = try row.decodeIfPresent(ExactDecimal.self, forKey: .fairValueBase)
    received = try row.decodeIfPresent(Day.self, forKey: .received)
    isInherited = try row.value(.isInherited, else: false)
  }

  /// Encodes the lot.
  public func encode(to encoder: any Encoder) throws {
    var row = encoder.container(keyedBy: CodingKeys.self)
    try row.encodeIfPresent(groupID, forKey: .groupID)
    try row.encodeIfPresent(acquired, forKey: .acquired)
    try row.encode(quantity, forKey: .quantity)
    try row.encodeIfPresent(account, forKey: .account)
    try row.encodeIfPresent(costBasis, forKey: .costBasis)
    try row.encodeIfPresent(costBasisBase, forKey: .costBasisBase)
    try row.encode(isBaseUnknown, .isBaseUnknown, unless: false)
    try row.encode(isShort, .isShort, unless: false)
    try row.encodeIfPresent(holdingFrom, forKey: .holdingFrom)
    try row.encode(mayReplace, .mayReplace, unless: true)
    try row.encode(isRestOfPrevious, .isRestOfPrevious, unless: false)
    try row.encodeIfPresent(dayOrder.map { ExactDecimal($0) }, forKey: .dayOrder)
    try row.encodeIfPresent(openingQuantity, forKey: .openingQuantity)
    try row.encodeIfPresent(openingCost, forKey: .openingCost)
    try row.encodeIfPresent(fairValue, forKey: .fairValue)
    try row.encodeIfPresent(fairValueBase, forKey: .fairValueBase)
    try row.encodeIfPresent(received, forKey: .received)
    try row.encode(isInherited, .isInherited, unless: false)
  }
}

extension LedgerGroup.CashLeg: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, account = "cash_account_id", type = "leg_type", direction, amount, currency
    case symbol, stockID = "stock_id", otherColumns = "other_columns"
  }

  /// Decodes a payment.
  public init(from decoder: any Decoder) throws {
    let row = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try row.decodeIfPresent(String.self, forKey: .id),
      try row.decode(CashLegType.self, forKey: .type),
      try row.decode(Direction.self, forKey: .direction),
      try row.decode(ExactDecimal.self, forKey: .amount),
      account: try row.decode(String.self, forKey: .account),
      currency: try row.decodeIfPresent(Currency.self, forKey: .currency))
    symbol = try row.decodeIfPresent(String.self, forKey: .symbol)
    stockID = try row.decodeIfPresent(String.self, forKey: .stockID)
    otherColumns = try row.value(.otherColumns, else: [])
  }

  /// Encodes the payment.
  public func encode(to encoder: any Encoder) throws {
    var row = encoder.container(keyedBy: CodingKeys.self)
    try row.encodeIfPresent(id, forKey: .id)
    try row.encode(account, forKey: .account)
    try row.encode(type, forKey: .type)
    try row.encode(direction, forKey: .direction)
    try row.encode(amount, forKey: .amount)
    try row.encodeIfPresent(currency, forKey: .currency)
    try row.encodeIfPresent(symbol, forKey: .symbol)
    try row.encodeIfPresent(stockID, forKey: .stockID)
    try row.encode(otherColumns, .otherColumns, unless: [])
  }
}

extension KeyedDecodingContainer {
  /// The value of a key, or its default if it is missing or `null`.
  func value<Value: Decodable>(_ key: Key, else missing: Value) throws -> Value {
    try decodeIfPresent(Value.self, forKey: key) ?? missing
  }
}

extension KeyedEncodingContainer {
  /// Encodes a value unless it is the default.
  mutating func encode<Value: Encodable & Equatable>(
    _ value: Value, _ key: Key, unless missing: Value
  ) throws {
    if value != missing { try encode(value, forKey: key) }
  }
}
