/// The reason why a supposed trade has no answer. New minor versions may add cases.
public enum WhatIfFault: Error, Sendable, Hashable {
  /// The ledger has no instrument with this symbol.
  case unknownSymbol(String)
  /// No group of the ledger names this securities account.
  case unknownAccount(String)
  /// The quantity, the price or the fees are out of range. The value is the name of the number.
  case notPositive(String)
  /// A tax rate is below zero.
  case negativeRate
  /// A tax rate is above 1.
  case rateAboveOne
  /// The ledger has no price of the instrument on the day or before it.
  case noPrice(symbol: String, day: Day)
  /// The cash account is in another currency than the price, and there is no rate between them.
  case noRate(from: Currency, to: Currency, day: Day)
  /// Fewer units are held than are to be sold.
  case tooFew(symbol: String, held: ExactDecimal, day: Day)
  /// Lots belong to securities accounts, and several hold the instrument. The value has their
  /// names.
  case severalAccounts(symbol: String, [String])
  /// The base currency or an exchange rate is not known, so that gains cannot be compared.
  case noBase(Currency?)
  /// The day is after the last day that counts.
  case afterEnd(Day, last: Day)
  /// The ledger is empty, and no day is given.
  case noDay
  /// The goal needs the terms of the rules `us`.
  case needsTerms(goal: String)
  /// Two rates are given, and the tax rules do not divide gains by term.
  case needsOneRate(TaxRules)
  /// The transaction has no cash account, or several are possible.
  case entry(EntryFault)
  /// With the trade, groups that follow it cannot be booked. The value is the first fault.
  case laterGroups(String)
  /// Each loss needs a booking of its own, and together they would take too long.
  case tooManyLosses(Int)
}

extension WhatIfFault: CustomStringConvertible {
  /// The problem and the remedy.
  public var description: String {
    switch self {
    case .unknownSymbol(let symbol):
      "The ledger has no symbol '\(symbol)': correct it, or add the instrument."
    case .unknownAccount(let name):
      "The ledger has no securities account '\(name)': correct it, or leave it out."
    case .notPositive(let name): "The \(name) must be above zero: correct it."
    case .negativeRate: "A tax rate is below zero: give a ratio such as 0.15, or 15%."
    case .rateAboveOne: "A tax rate is above 1: give a ratio such as 0.15, or 15%."
    case .noRate(let from, let to, let day):
      "There is no exchange rate from \(from) to \(to) on \(day) or before it: add the rate, or "
        + "name a cash account in \(from)."
    case .noPrice(let symbol, let day):
      "There is no price of \(symbol) on \(day) or before it: give the price."
    case .tooFew(let symbol, let held, let day) where held.isZero:
      "No units of \(symbol) can be sold on \(day): choose another symbol, day or account."
    case .tooFew(let symbol, let held, let day):
      "Only \(held.normalized()) units of \(symbol) can be sold on \(day): lower the quantity."
    case .severalAccounts(let symbol, let accounts):
      "Several securities accounts hold \(symbol): name one of "
        + accounts.map { "'\($0)'" }.joined(separator: ", ") + "."
    case .noBase(nil):
      "The gains have no common currency: give the base currency."
    case .noBase(let currency?):
      "There is no exchange rate from \(currency) to the base currency: add the rate."
    case .afterEnd(let day, let last):
      "The day \(day) is after \(last), the last day that counts: choose an earlier day, or a "
        + "later end of the books."
    case .noDay: "The ledger has no day: give the day of the trade."
    case .needsTerms(let goal):
      "The goal \(goal) needs short-term and long-term gains: use the tax rules us."
    case .needsOneRate(let rules):
      "The rules \(rules.rawValue) have no short-term and long-term gains: give one tax rate, or "
        + "use the tax rules us."
    case .entry(let fault): fault.description
    case .laterGroups(let fault):
      "With this trade, later groups of the ledger are at fault (\(fault)): leave them out by "
        + "ending the books on the day of the trade."
    case .tooManyLosses(let count):
      "At least \(count) lots are at a loss, too many to book a sale of each in a ledger of this "
        + "length: ask for a sale of one instrument, or use a ledger that begins later."
    }
  }
}
