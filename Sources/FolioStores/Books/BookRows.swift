/// A cash account with its name and its balance, as an app shows it.
public struct CashAccountBalance: Sendable, Hashable, Identifiable {
  /// The id of the account.
  public var id: String
  /// The name, or the id if it has none.
  public var name: String
  /// The currency of all amounts.
  public var currency: Currency
  /// The balance.
  public var balance: CashBalance
}

/// An open lot with its names, as an app shows it.
public struct OpenLot: Sendable, Hashable, Identifiable {
  /// The group that opened the lot, the symbol and the place among the lots of both.
  public struct ID: Sendable, Hashable {
    /// The id of the group.
    public var group: String
    /// The symbol.
    public var symbol: String
    /// The place among the lots of this group and symbol, from 0.
    public var number: Int
  }

  /// The identity, which stays the same while the lot is open.
  public var id: ID
  /// The name of the instrument, or its symbol if it has none.
  public var name: String
  /// The securities account; empty if the ledger names none.
  public var account: String
  /// The day of the acquisition.
  public var acquired: Day
  /// The remaining units, positive also if they are owed.
  public var quantity: ExactDecimal
  /// Their cost; for units that are owed, the proceeds of their sale.
  public var cost: ExactDecimal
  /// The currency of the cost; nil if nothing says it.
  public var currency: Currency?
  /// Whether the units are owed instead of held.
  public var isShort: Bool
}

/// A gain or a loss that one lot realized, with its names, as an app shows it.
public struct RealizedGain: Sendable, Hashable, Identifiable {
  /// The group that realized the gain, and the place among its gains.
  public struct ID: Sendable, Hashable {
    /// The id of the group.
    public var group: String
    /// The place among the gains of the group, from 0.
    public var number: Int
  }

  /// The identity.
  public var id: ID
  /// The symbol.
  public var symbol: String
  /// The name of the instrument, or its symbol if it has none.
  public var name: String
  /// The day on which the gain was realized.
  public var disposed: Day
  /// The day on which the lot was acquired; nil for units out of a pool.
  public var acquired: Day?
  /// The units.
  public var quantity: ExactDecimal
  /// The proceeds, in `currency`.
  public var proceeds: ExactDecimal
  /// The cost, in `currency`.
  public var cost: ExactDecimal
  /// The currency; nil if nothing says it.
  public var currency: Currency?
  /// The part of a loss that a tax rule defers, in the base currency; at least zero.
  public var disallowedBase: ExactDecimal

  /// Proceeds less cost. Nil if it needs more digits than an exact number has.
  public var gain: ExactDecimal? { try? proceeds.subtracting(cost).normalized() }
}

extension BookedLedger {
  /// The cash accounts with their names, in the order of the ledger.
  public var accountBalances: [CashAccountBalance] { ledger.tables.accountBalances(cash) }

  /// The open lots with their names, in the order of `lots`.
  public var openLots: [OpenLot] { ledger.tables.openLots(lots, ledger.tables.groupID) }

  /// The realized gains with their names, in order of booking.
  public var realizedGains: [RealizedGain] {
    ledger.tables.realizedGains(disposals, ledger.tables.groupID)
  }
}

// Rows with names.
extension LedgerTables {
  fileprivate func groupID(_ group: GroupIndex) -> String { text(groups[Int(group)].id) }

  /// The cash accounts with their balances, in the order of the accounts.
  func accountBalances(_ balances: [CashBalance]) -> [CashAccountBalance] {
    balances.enumerated().map { accountBalance(CashAccountIndex($0), $1) }
  }

  /// A cash account with its name and a balance.
  func accountBalance(_ index: CashAccountIndex, _ balance: CashBalance) -> CashAccountBalance {
    let account = cashAccounts[Int(index)]
    let id = text(account.id)
    return CashAccountBalance(
      id: id, name: account.name.isEmpty ? id : account.name,
      currency: currencies[account.currency], balance: balance)
  }

  /// Lots, which have to be all of their groups and instruments, in order.
  func openLots(_ lots: [Lot], _ groupID: (GroupIndex) -> String) -> [OpenLot] {
    var counts: [OpenLot.ID: Int] = [:]
    return lots.map { lot in
      let instrument = names(of: lot.instrument)
      var id = OpenLot.ID(group: groupID(lot.group), symbol: instrument.symbol, number: 0)
      let count = counts[id, default: 0]
      counts[id] = count + 1
      id.number = count
      return OpenLot(
        id: id, name: instrument.name, account: securitiesAccount(lot.account),
        acquired: lot.acquired, quantity: lot.quantity, cost: lot.cost,
        currency: currency(lot.currency), isShort: lot.isShort)
    }
  }

  /// Gains, which have to be all of their groups, in order of booking.
  func realizedGains(
    _ gains: some Sequence<Disposal>, _ groupID: (GroupIndex) -> String
  ) -> [RealizedGain] {
    var counts: [GroupIndex: Int] = [:]
    return gains.map { gain in
      let count = counts[gain.group, default: 0]
      counts[gain.group] = count + 1
      return realizedGain(gain, .init(group: groupID(gain.group), number: count))
    }
  }

  /// A gain with its names.
  func realizedGain(_ gain: Disposal, _ id: RealizedGain.ID) -> RealizedGain {
    let instrument = names(of: gain.instrument)
    return RealizedGain(
      id: id, symbol: instrument.symbol, name: instrument.name, disposed: gain.disposed,
      acquired: gain.acquired, quantity: gain.quantity, proceeds: gain.proceeds, cost: gain.cost,
      currency: currency(gain.currency), disallowedBase: gain.disallowedBase)
  }

  private func names(of index: InstrumentIndex) -> (symbol: String, name: String) {
    let symbol = symbol(index)
    let name = instruments[Int(index)].name
    return (symbol, name.isEmpty ? symbol : name)
  }

  private func currency(_ index: CurrencyIndex) -> Currency? {
    index == missingCurrency ? nil : currencies[index]
  }
}
