import FolioBooking
import FolioModel
import FolioNumbers

/// A cash account with its name and its balance, as an app shows it.
public struct AccountBalance: Sendable, Hashable, Identifiable {
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
  public var accountBalances: [AccountBalance] {
    zip(ledger.tables.cashAccounts, cash).map { account, balance in
      let id = ledger.tables.text(account.id)
      return AccountBalance(
        id: id, name: account.name.isEmpty ? id : account.name,
        currency: ledger.tables.currencies[account.currency], balance: balance)
    }
  }

  /// The open lots with their names, in the order of `lots`.
  public var openLots: [OpenLot] {
    var counts: [OpenLot.ID: Int] = [:]
    return lots.map { lot in
      let instrument = instrumentNames(lot.instrument)
      var id = OpenLot.ID(group: groupID(lot.group), symbol: instrument.symbol, number: 0)
      let count = counts[id, default: 0]
      counts[id] = count + 1
      id.number = count
      return OpenLot(
        id: id, name: instrument.name, account: ledger.tables.securitiesAccount(lot.account),
        acquired: lot.acquired, quantity: lot.quantity, cost: lot.cost,
        currency: currency(lot.currency), isShort: lot.isShort)
    }
  }

  /// The realized gains with their names, in order of booking.
  public var realizedGains: [RealizedGain] {
    var counts: [GroupIndex: Int] = [:]
    return disposals.map { disposal in
      let instrument = instrumentNames(disposal.instrument)
      let count = counts[disposal.group, default: 0]
      counts[disposal.group] = count + 1
      return RealizedGain(
        id: .init(group: groupID(disposal.group), number: count), symbol: instrument.symbol,
        name: instrument.name, disposed: disposal.disposed, acquired: disposal.acquired,
        quantity: disposal.quantity, proceeds: disposal.proceeds, cost: disposal.cost,
        currency: currency(disposal.currency), disallowedBase: disposal.disallowedBase)
    }
  }

  private func instrumentNames(_ index: InstrumentIndex) -> (symbol: String, name: String) {
    let symbol = ledger.tables.symbol(index)
    let name = ledger.tables.instruments[Int(index)].name
    return (symbol, name.isEmpty ? symbol : name)
  }

  private func groupID(_ group: GroupIndex) -> String {
    ledger.tables.text(ledger.tables.groups[Int(group)].id)
  }

  private func currency(_ index: CurrencyIndex) -> Currency? {
    index == missingCurrency ? nil : ledger.tables.currencies[index]
  }
}
