import ExactNumbers
import LedgerModel
import LotBooking

/// What a row of the gains is about: a disposal of units, or foreign cash that was spent.
enum GainRow: Sendable {
  /// A place in `BookedLedger.disposals`.
  case security(Int)
  case cash(CurrencyGain)

  /// The disposals of a selection in order of booking.
  static func securities(_ booked: BookedLedger, _ selection: Selection) -> [GainRow] {
    let selector = Selector(selection, booked.ledger.tables)
    let disposals = booked.disposals
    return disposals.indices.filter { selector.includes(disposals[$0]) }.map { .security($0) }
  }

  /// The gains on foreign cash of a selection in order of booking.
  static func cash(
    _ books: CurrencyBooks, _ booked: BookedLedger, _ selection: Selection
  ) -> [GainRow] {
    let tables = booked.ledger.tables
    let selector = Selector(selection, tables)
    return books.gains.filter { selector.includes($0, tables) }.map { .cash($0) }
  }

  /// Both in order of booking; of one group the units come first.
  static func merged(
    _ securities: [GainRow], _ cash: [GainRow], _ booked: BookedLedger
  ) -> [GainRow] {
    let ledger = booked.ledger
    if cash.isEmpty { return securities }
    var places = Array(repeating: 0, count: ledger.tables.groups.count)
    for place in places.indices { places[Int(ledger.group(at: place))] = place }
    var rows: [GainRow] = []
    rows.reserveCapacity(securities.count + cash.count)
    var units = securities[...]
    for money in cash {
      let place = places[Int(money.disposal(in: booked).group)]
      while let next = units.first, places[Int(next.disposal(in: booked).group)] <= place {
        rows.append(next)
        units.removeFirst()
      }
      rows.append(money)
    }
    return rows + units
  }

  func disposal(in booked: BookedLedger) -> Disposal {
    switch self {
    case .security(let index): booked.disposals[index]
    case .cash(let gain): gain.disposal
    }
  }

  /// The symbol of the instrument, or the code of the currency.
  func symbol(in booked: BookedLedger) -> String {
    let tables = booked.ledger.tables
    return switch self {
    case .security(let index): tables.symbol(booked.disposals[index].instrument)
    case .cash(let gain): tables.currencies[gain.disposal.currency].code
    }
  }

  /// The securities account, or the cash account; empty for the nameless one.
  func account(in booked: BookedLedger) -> String {
    let tables = booked.ledger.tables
    return switch self {
    case .security(let index): tables.securitiesAccount(booked.disposals[index].account)
    case .cash(let gain): tables.text(tables.cashAccounts[Int(gain.account)].id)
    }
  }

  /// Where a loss was deferred to; nil for foreign cash.
  func replacements(in booked: BookedLedger) -> String? {
    guard case .security(let index) = self else { return nil }
    let disposal = booked.disposals[index]
    if disposal.disallowedBase.isZero { return nil }
    return booked.ledger.tables.replacements(booked.deferredLosses(of: index), of: disposal)
  }
}
