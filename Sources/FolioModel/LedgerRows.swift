/// The rows that booking reads, by reference: the hot paths read them several times a
/// group, and a copy of `LedgerTables` would hold on to each of its twenty arrays every time.
/// The arrays are those of the tables, not copies of them.
public final class LedgerRows: Sendable {
  /// The groups in the order of the documents.
  public let groups: [GroupRecord]
  /// All stock legs, those of one group side by side.
  public let stockLegs: [StockLeg]
  /// All cash legs, those of one group side by side.
  public let cashLegs: [CashLeg]
  /// The rarer columns of stock legs.
  public let details: [StockLegDetail]
  /// The currencies mentioned anywhere.
  public let currencies: CurrencyTable

  /// The rows of some tables.
  public init(_ tables: LedgerTables) {
    groups = tables.groups
    stockLegs = tables.stockLegs
    cashLegs = tables.cashLegs
    details = tables.details
    currencies = tables.currencies
  }

  /// The rarer columns of a leg.
  @inlinable public func detail(of leg: StockLeg) -> StockLegDetail? {
    leg.detail == .missing ? nil : details[Int(leg.detail)]
  }
}

extension StockLeg {
  /// Whether the leg is an event of all accounts that hold the instrument.
  package var isForAllAccounts: Bool {
    account == 0 && type.isEvent && (!given.contains(.quantity) || type == .stockDividend)
  }
}

extension LedgerRows {
  /// Whether a leg gives units to the owner's spouse.
  package func isForSpouse(_ leg: StockLeg) -> Bool { detail(of: leg)?.recipient == .spouse }

  /// The amount that a cost adjustment adds to the cost, below zero for a decrease.
  package func costChange(of leg: StockLeg) -> ExactDecimal {
    detail(of: leg)?.costDirection == .decrease ? -leg.gross : leg.gross
  }
}
