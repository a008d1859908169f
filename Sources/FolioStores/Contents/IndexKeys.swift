/// What the indexes of a store need of a group besides its header.
package struct IndexKeys: Sendable, Hashable {
  /// The type of the group.
  package var type: GroupType?
  /// Its status; nil if the row cannot be read.
  package var status: GroupStatus?
  /// The symbols and the ids in the master table that its legs name.
  package var symbols: Set<String> = []
  /// The ids of the cash accounts and the names of the securities accounts that its legs name.
  package var accounts: Set<String> = []

  /// The keys of rows, with none for rows that cannot be read.
  package static func reading(_ rows: [[UInt8]]) -> [IndexKeys] {
    let draft = StoreCheck.draft(of: [StoredHead.emptyRow] + rows)
    if draft.tables.groups.count == rows.count {
      return draft.tables.groups.map { IndexKeys($0, draft) }
    }
    if rows.count < 2 { return rows.map { _ in IndexKeys() } }
    let middle = rows.count / 2
    return reading(Array(rows[..<middle])) + reading(Array(rows[middle...]))
  }

  /// Something by which groups are found.
  package struct Name: Sendable, Hashable {
    /// What it is, and the first part of its text.
    package enum Kind: String, Sendable {
      case all, symbol, account, type, status
    }

    package var kind: Kind
    package var name: String

    /// Creates a name.
    package init(_ kind: Kind, _ name: String = "") {
      self.kind = kind
      self.name = name
    }
  }

  /// All names by which the group is found.
  package var names: [Name] {
    symbols.map { Name(.symbol, $0) } + accounts.map { Name(.account, $0) }
      + (type.map { [Name(.type, $0.rawValue)] } ?? [])
      + (status.map { [Name(.status, $0.rawValue)] } ?? [])
  }

  private init() {}

  private init(_ group: GroupRecord, _ draft: LedgerDraft) {
    let tables = draft.tables
    (type, status) = (group.type, group.status)
    func add(_ name: Identifier, _ names: inout Set<String>) {
      if !name.isNone { names.insert(tables.text(name)) }
    }
    func add(_ symbol: UInt32, _ stock: UInt32) {
      if symbol != .missing { add(draft.symbolNames.all[Int(symbol)], &symbols) }
      if stock != .missing { add(draft.stockNames.all[Int(stock)], &symbols) }
    }
    let (stock, cash) = (Int(group.firstStockLeg), Int(group.firstCashLeg))
    for leg in tables.stockLegs[stock..<stock + Int(group.stockLegCount)] {
      add(leg.instrument.rawValue, leg.stockReference)
      if let detail = tables.detail(of: leg) { add(detail.newSymbol, &symbols) }
      add(tables.securitiesAccounts.all[Int(leg.account)], &accounts)
    }
    for leg in tables.cashLegs[cash..<cash + Int(group.cashLegCount)] {
      add(leg.instrument.rawValue, leg.stockReference)
      add(draft.accountNames.all[Int(leg.account)], &accounts)
    }
  }
}

extension GroupFilter {
  /// Whether a civil day is within the period.
  func matches(_ day: Day) -> Bool {
    (from.map { $0 <= day } ?? true) && (through.map { day <= $0 } ?? true)
  }

  /// Whether the keys of a group fit.
  func matches(_ keys: IndexKeys) -> Bool {
    (types.isEmpty || keys.type.map(types.contains) ?? false)
      && (statuses.isEmpty || keys.status.map(statuses.contains) ?? false)
      && (symbols.isEmpty || !symbols.isDisjoint(with: keys.symbols))
      && (accounts.isEmpty || !accounts.isDisjoint(with: keys.accounts))
  }
}
