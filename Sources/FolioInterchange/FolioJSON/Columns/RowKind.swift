import FolioModel

/// The kinds of objects whose keys Folio knows.
enum RowKind: Int, CaseIterable {
  case group, stockLeg, cashLeg, lot, account, stock, price, rate, settings, methodEntry
  case storedRow

  /// How many columns a kind may have, the shared ones and the start included.
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
    case .storedRow: []
    }
  }

  /// Whether its rows are the entries of a list in a column of another row.
  var isEntry: Bool { self == .lot || self == .methodEntry }

  /// The key of the column whose list the entries are in.
  var listKey: String { self == .methodEntry ? "cost_basis_method" : "lots" }

  /// The table that columns without a meaning are kept for; nil where there is none.
  var table: LedgerTable? {
    switch self {
    case .group: .groups
    case .stockLeg: .stockLegs
    case .cashLeg: .cashLegs
    case .account: .cashAccounts
    case .stock: .stocks
    case .price: .prices
    case .rate: .rates
    case .settings: .settings
    case .lot, .methodEntry, .storedRow: nil
    }
  }
}

/// Columns that rows of every table may have: their numbers within each kind.
enum SharedColumn: Int, CaseIterable {
  case userID = 28
  case createdAt = 29
  case updatedAt = 30

  var key: String { ["user_id", "created_at", "updated_at"][rawValue - Self.userID.rawValue] }
}
