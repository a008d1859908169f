// The keys are those of the ledger document. Columns with their default value are left out.
extension LedgerGroup: Codable {
  private static let form = CodedForm(
    blank: LedgerGroup(id: "", occurredAt: Timestamp(.first)),
    columns: [
      .required("id", \.id), .optional("group_type", \.type), .written("status", \.status),
      .required("occurred_at", \.occurredAt), .optional("settled_at", \.settledAt),
      .optional("notes", \.notes), .column("is_deleted", \.isDeleted, unless: false),
      .column("stock_transactions", \.stockLegs, unless: []),
      .column("cash_transactions", \.cashLegs, unless: []), .others(\.otherColumns),
    ])

  /// Decodes a group.
  public init(from decoder: any Decoder) throws { self = try Self.form.row(from: decoder) }

  /// Encodes the group.
  public func encode(to encoder: any Encoder) throws { try Self.form.encode(self, to: encoder) }
}

extension LedgerGroup.StockLeg: Codable {
  private static let form = CodedForm(
    blank: LedgerGroup.StockLeg(.buy, symbol: ""),
    columns: [
      .optional("id", \.id), .optional("stock_id", \.stockID),
      .column("symbol", \.symbol, unless: ""), .required("trade_type", \.type),
      .optional("trade_date", \.tradeDay), .optional("settlement_date", \.settlementDay),
      .optional("quantity", \.quantity), .optional("price_per_share", \.price),
      .optional("gross_amount", \.gross), .optional("fees", \.fees), taxes,
      .optional("currency", \.currency), .optional("fx_rate", \.fxRate),
      .optional("account", \.account), .optional("ratio", \.ratio),
      .optional("new_symbol", \.newSymbol), .optional("basis_fraction", \.basisFraction),
      .optional("cash_in_lieu", \.cashInLieu), .optional("accrued_interest", \.accruedInterest),
      .optional("direction", \.costDirection), .optional("recipient", \.recipient),
      .column("lots", \.lots, unless: []), .others(\.otherColumns),
    ])

  /// The tax that is withheld from a dividend has a key of its own.
  private static let taxes = CodedColumn<LedgerGroup.StockLeg>(
    decode: { row, leg in
      leg.taxes =
        try row.decodeIfPresent(ExactDecimal.self, forKey: "taxes")
        ?? row.decodeIfPresent(ExactDecimal.self, forKey: "tax_withheld")
    },
    encode: { leg, row in
      try row.encodeIfPresent(leg.taxes, forKey: leg.type == .dividend ? "tax_withheld" : "taxes")
    })

  /// Decodes a leg.
  public init(from decoder: any Decoder) throws { self = try Self.form.row(from: decoder) }

  /// Encodes the leg.
  public func encode(to encoder: any Encoder) throws { try Self.form.encode(self, to: encoder) }
}

extension LedgerGroup.Lot: Codable {
  private static let form = CodedForm(
    blank: LedgerGroup.Lot(acquired: nil, quantity: .zero),
    columns: [
      .optional("group_id", \.groupID), .optional("acquired", \.acquired),
      .required("quantity", \.quantity), .optional("account", \.account),
    ] + LotColumns.ofOutside.map { column($0.key, $0.kind) })

  private static func column(
    _ name: String, _ kind: LotColumns.Kind
  ) -> CodedColumn<LedgerGroup.Lot> {
    let key = CodedKey(stringValue: name)
    return switch kind {
    case .cost(let field), .units(let field): .optional(key, \.[dynamicMember: field])
    case .day(let field): .optional(key, \.[dynamicMember: field])
    case .flag(let field, let missing): .column(key, \.[dynamicMember: field], unless: missing)
    case .place: .optional(key, \.codedDayOrder)
    }
  }

  /// `dayOrder` as it is coded.
  private var codedDayOrder: ExactDecimal? {
    get { dayOrder.map { ExactDecimal($0) } }
    set { dayOrder = newValue.map { Int(truncatingIfNeeded: $0.rounded(toPlaces: 0).coefficient) } }
  }

  /// Decodes a lot.
  public init(from decoder: any Decoder) throws { self = try Self.form.row(from: decoder) }

  /// Encodes the lot.
  public func encode(to encoder: any Encoder) throws { try Self.form.encode(self, to: encoder) }
}

extension LedgerGroup.CashLeg: Codable {
  private static let form = CodedForm(
    blank: LedgerGroup.CashLeg(.other, .in, .zero, account: ""),
    columns: [
      .optional("id", \.id), .required("cash_account_id", \.account), .required("leg_type", \.type),
      .required("direction", \.direction), .required("amount", \.amount),
      .optional("currency", \.currency), .optional("symbol", \.symbol),
      .optional("stock_id", \.stockID), .others(\.otherColumns),
    ])

  /// Decodes a payment.
  public init(from decoder: any Decoder) throws { self = try Self.form.row(from: decoder) }

  /// Encodes the payment.
  public func encode(to encoder: any Encoder) throws { try Self.form.encode(self, to: encoder) }
}
