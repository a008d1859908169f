import FolioBooking
import FolioModel

/// Into which parts a portfolio is taken apart for its returns.
public enum ReturnScope: String, Sendable, CaseIterable {
  /// One part: everything, or what is selected.
  case portfolio
  /// Each instrument without the cash that pays for it.
  case symbol
  /// Each account, with its cash and its securities where they bear one id.
  case account
}

/// Which part each instrument and each account belongs to.
struct PartMap {
  /// How many parts there are.
  let count: Int
  /// Whether the one part is everything, so that only money from outside is a flow.
  let isWhole: Bool
  /// Whether there is one part, whatever is in it.
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
    switch scope {
    case .portfolio:
      count = 1
      securities = owners.map { isChosen($0) ? 0 : nil }
      cash = tables.cashAccounts.map { instruments == nil && isChosen($0.id) ? 0 : nil }
    case .symbol:
      count = tables.instruments.count
      securities = owners.map { isChosen($0) ? 0 : nil }
      cash = tables.cashAccounts.map { _ in nil }
    case .account:
      var numbers: [Identifier: Int] = [:]
      for (index, owner) in owners.enumerated() { numbers[owner] = index }
      var next = owners.count
      cash = tables.cashAccounts.map { account in
        guard instruments == nil, isChosen(account.id) else { return nil }
        if let known = numbers[account.id] { return known }
        next += 1
        return next - 1
      }
      securities = owners.enumerated().map { isChosen($1) ? $0 : nil }
      count = next
    }
  }

  func part(_ instrument: InstrumentIndex, _ account: SecuritiesAccountIndex) -> Int? {
    guard instruments?[Int(instrument)] ?? true, let owner = securities[Int(account)] else {
      return nil
    }
    return scope == .symbol ? Int(instrument) : owner
  }

  func part(cash account: CashAccountIndex) -> Int? { cash[Int(account)] }

  /// The name of a part: a symbol or an account; nil for the whole.
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
