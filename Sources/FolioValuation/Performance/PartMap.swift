/// The parts of a portfolio with separate returns. New minor versions may add cases.
public enum ReturnScope: String, Sendable, CaseIterable {
  /// One part with everything that is selected.
  case portfolio
  /// Each instrument, without the cash that pays for it.
  case symbol
  /// Each account. Cash and securities accounts with the same id are one part.
  case account
}

/// Maps instruments and accounts to parts.
struct PartMap {
  /// The number of parts.
  let count: Int
  /// Whether the only part is the whole portfolio, so that only money from outside is a flow.
  let isWhole: Bool
  /// Whether there is only one part.
  var isOnePart: Bool { scope == .portfolio }
  private let scope: ReturnScope
  private let instruments: [Bool]?
  private let securities: [Int?]
  private let cash: [Int?]

  init(
    _ scope: ReturnScope, _ tables: LedgerTables, instruments: Set<InstrumentIndex>?,
    accounts: Set<Identifier>?
  ) {
    self.scope = scope
    self.instruments = instruments.map { chosen in
      tables.instruments.indices.map { chosen.contains(InstrumentIndex($0)) }
    }
    let isChosen: (Identifier) -> Bool = { accounts?.contains($0) ?? true }
    isWhole = scope == .portfolio && instruments == nil && accounts == nil
    let owners = tables.securitiesAccounts.all
    securities = owners.enumerated().map { index, owner in
      isChosen(owner) ? (scope == .account ? index : 0) : nil
    }
    var accountParts: [Identifier: Int] = [:]
    for (index, owner) in owners.enumerated() { accountParts[owner] = index }
    var next = owners.count
    cash = tables.cashAccounts.map { account in
      guard scope != .symbol, instruments == nil, isChosen(account.id) else { return nil }
      if scope == .portfolio { return 0 }
      if let known = accountParts[account.id] { return known }
      next += 1
      return next - 1
    }
    switch scope {
    case .portfolio: count = 1
    case .symbol: count = tables.instruments.count
    case .account: count = next
    }
  }

  func part(_ instrument: InstrumentIndex, _ account: SecuritiesAccountIndex) -> Int? {
    guard instruments?[Int(instrument)] ?? true, let owner = securities[Int(account)] else {
      return nil
    }
    return scope == .symbol ? Int(instrument) : owner
  }

  func part(cash account: CashAccountIndex) -> Int? { cash[Int(account)] }

  /// Returns the name of a part: a symbol or an account. `nil` for the whole portfolio.
  func name(_ part: Int, _ tables: LedgerTables) -> String? {
    switch scope {
    case .portfolio: return nil
    case .symbol: return tables.symbol(InstrumentIndex(part))
    case .account:
      if part < tables.securitiesAccounts.all.count {
        return tables.securitiesAccount(SecuritiesAccountIndex(part))
      }
      return cash.firstIndex(of: part).map { tables.text(tables.cashAccounts[$0].id) }
    }
  }
}
