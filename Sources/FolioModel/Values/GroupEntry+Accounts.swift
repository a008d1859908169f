// What a transaction needs of the ledger: its cash accounts, and the unit of its prices.
extension GroupEntry {
  /// The group of the transaction, with the accounts and the instruments of a ledger.
  /// - Throws: The reason why an account is not clear, or why an amount cannot be computed.
  public func group(in contents: LedgerContents) throws(EntryFault) -> LedgerGroup {
    var entry = self
    let currency: Currency?
    let isNeeded: Bool
    do throws(ArithmeticFault) {
      currency = try entry.readInstrument(of: contents)
      let movesCash = try movesCash()
      isNeeded = cashAccount != nil || movesCash
    } catch {
      throw .arithmetic(error)
    }
    try entry.findAccounts(among: contents.accounts, currency, isNeeded: isNeeded)
    do throws(ArithmeticFault) { return try entry.group() } catch { throw .arithmetic(error) }
  }

  /// Reads the value of a unit and the unit of prices from the instrument.
  /// - Returns: The currency of amounts; nil if it is not known.
  private mutating func readInstrument(
    of contents: LedgerContents
  ) throws(ArithmeticFault) -> Currency? {
    guard let known = contents.instruments.first(where: { $0.symbol == event.symbol }) else {
      return nil
    }
    valueFactor = try (known.multiplier ?? .one).multiplied(by: known.priceFactor ?? .one)
    let quote = Currency.quoteUnits.first { $0.unit == known.currency }
    guard let quote, quote.unit != contents.baseCurrency,
      !contents.accounts.contains(where: { $0.currency == quote.unit })
    else { return known.currency }
    if price != nil { quoteUnit = quote.unit }
    if price != nil || gross != nil { currency = quote.currency }
    return quote.currency
  }

  private mutating func findAccounts(
    among accounts: [LedgerAccount], _ currency: Currency?, isNeeded: Bool
  ) throws(EntryFault) {
    func find(_ id: String?, in currency: Currency?) throws(EntryFault) -> Account {
      let found = accounts.filter {
        id == nil ? currency == nil || $0.currency == currency : $0.id == id
      }
      guard let account = found.first else {
        throw id.map { EntryFault.unknownAccount($0) } ?? .noAccount(in: currency)
      }
      if found.count > 1 { throw .severalAccounts(found.map(\.id)) }
      return Account(id: account.id, currency: account.currency)
    }
    switch event {
    case .cash: cash = try find(cashAccount, in: nil)
    case .exchange(let given, let taken):
      cash = try find(cashAccount, in: given.currency).holding(given.currency)
      otherCash = try find(otherCashAccount, in: taken.currency).holding(taken.currency)
    case .cashTransfer:
      let from = try find(cashAccount, in: nil)
      (cash, otherCash) = (from, try find(otherCashAccount, in: nil).holding(from.currency))
    case .unitTransfer: break
    case .buy(let symbol), .sell(let symbol), .dividend(let symbol), .split(let symbol, _),
      .stock(_, let symbol):
      guard isNeeded else { return }
      if currency == nil, cashAccount == nil { throw .unknownInstrument(symbol) }
      let account = try find(cashAccount, in: currency)
      // A price in pence is not one in hundredths of another currency.
      cash = if quoteUnit != nil, let currency { try account.holding(currency) } else { account }
    }
  }
}

extension GroupEntry.Account {
  /// The account, if it holds a currency.
  fileprivate func holding(_ wanted: Currency) throws(EntryFault) -> Self {
    if currency == wanted { return self }
    throw .otherCurrency(account: id, holds: currency, wanted: wanted)
  }
}

/// The reason why a transaction cannot be completed to a group. New minor versions may add cases.
public enum EntryFault: Error, Sendable, Hashable {
  /// The ledger has no cash account with this id.
  case unknownAccount(String)
  /// The ledger has no cash account, or none in this currency.
  case noAccount(in: Currency?)
  /// Several cash accounts are possible. The value has their ids.
  case severalAccounts([String])
  /// The ledger does not say the currency of this instrument, and no cash account is named.
  case unknownInstrument(String)
  /// An account holds another currency than the amount that it gives or gets.
  case otherCurrency(account: String, holds: Currency, wanted: Currency)
  /// An amount cannot be computed.
  case arithmetic(ArithmeticFault)
}

extension EntryFault: CustomStringConvertible {
  /// The problem and the remedy.
  public var description: String {
    switch self {
    case .unknownAccount(let id):
      "The ledger has no cash account '\(id)': correct the id, or add the account."
    case .noAccount(in: let currency?):
      "The ledger has no cash account in \(currency): add one, or name another account."
    case .noAccount(in: nil): "The ledger has no cash account: add one."
    case .severalAccounts(let ids):
      "Several cash accounts are possible: name one of "
        + ids.map { "'\($0)'" }.joined(separator: ", ") + "."
    case .unknownInstrument(let symbol):
      "The ledger does not say the currency of '\(symbol)': add the instrument with its currency, "
        + "or name a cash account."
    case .otherCurrency(let account, let currency, let wanted):
      "The account '\(account)' holds \(currency), but the amount is in \(wanted): name an account "
        + "in \(wanted), or use an exchange."
    case .arithmetic(let fault): fault.description
    }
  }
}
