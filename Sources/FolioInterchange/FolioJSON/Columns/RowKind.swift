/// The kinds of rows and entries.
enum RowKind: Int, CaseIterable {
  case group, stockLeg, cashLeg, lot, account, stock, price, rate, settings, methodEntry
  case storedRow, balance, capacityEntry, taxInput

  /// The highest number of columns of a kind, with the shared ones and the start of a row.
  static let stride = 32

  /// The number of its first column among those of all kinds.
  var firstSlot: Int { rawValue &* Self.stride }

  /// The keys of its own columns, in the order of their numbers.
  var keys: [String] {
    switch self {
    case .group: GroupRow.keys
    case .stockLeg: StockLegRow.keys
    case .cashLeg: CashLegRow.keys
    case .lot: LotRow.keys
    case .account: AccountRow.keys
    case .stock: InstrumentRow.keys
    case .price: PriceRow.keys
    case .rate: RateRow.keys
    case .settings: SettingsRow.keys
    case .methodEntry: MethodEntryRow.keys
    case .capacityEntry: CapacityEntryRow.keys
    case .taxInput: TaxInputRow.keys
    case .storedRow: []
    case .balance: BalanceRow.keys
    }
  }

  /// Whether it is an entry of a list in a column of a row.
  var isEntry: Bool { [.lot, .methodEntry, .capacityEntry, .taxInput].contains(self) }

  /// The key of the column with the list.
  var listKey: String {
    switch self {
    case .methodEntry: "cost_basis_method"
    case .capacityEntry: "tax_capacities"
    case .taxInput: "tax_inputs"
    case .group, .stockLeg, .cashLeg, .lot, .account, .stock, .price, .rate, .settings,
      .storedRow, .balance:
      "lots"
    }
  }

  /// The table in which columns without a meaning are kept; nil if they are not kept.
  var table: LedgerTable? {
    switch self {
    case .group: .groups
    case .stockLeg: .stockLegs
    case .cashLeg: .cashLegs
    case .account: .cashAccounts
    case .stock: .stocks
    case .price: .prices
    case .rate: .rates
    case .balance: .balances
    case .settings: .settings
    case .lot, .methodEntry, .capacityEntry, .taxInput, .storedRow: nil
    }
  }
}

/// Columns that rows of every table may have, with their numbers in each kind.
enum SharedColumn: Int, CaseIterable {
  case userID = 28
  case createdAt = 29
  case updatedAt = 30

  var key: String { ["user_id", "created_at", "updated_at"][rawValue - Self.userID.rawValue] }
}
