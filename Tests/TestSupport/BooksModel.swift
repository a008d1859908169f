import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking

/// Books as an app has them that only hears of changes.
struct BooksModel {
  private var holdings: [String: Holding] = [:]
  private var lots: [String: [String]] = [:]
  private var cash: [CashBalance]
  private var gains: [String: Int] = [:]
  private var warnings: [String: Int] = [:]

  init(_ booked: BookedLedger) {
    cash = booked.cash
    for holding in (try? booked.holdings()) ?? [] { holdings[Self.key(of: holding)] = holding }
    for lot in booked.lots {
      lots[booked.ledger.tables.symbol(lot.instrument), default: []].append(Self.line(lot))
    }
    for row in booked.disposals { gains[Self.line(row), default: 0] += 1 }
    // Those of the check come first.
    for warning in booked.warnings.dropFirst(booked.ledger.warnings.count) {
      warnings[warning.message, default: 0] += 1
    }
  }

  mutating func apply(_ change: BookingChange) {
    for holding in change.holdings {
      if let before = holding.before { holdings[Self.key(of: before)] = nil }
      if let after = holding.after { holdings[Self.key(of: after)] = after }
    }
    for lot in change.lots {
      if let before = lot.before, let place = lots[lot.symbol]?.firstIndex(of: Self.line(before)) {
        lots[lot.symbol]?.remove(at: place)
      }
      if let after = lot.after { lots[lot.symbol, default: []].append(Self.line(after)) }
    }
    for account in change.cash {
      let place = Int(account.account)
      #expect((account.before == nil) == (place == cash.count))
      if place == cash.count { cash.append(account.after) } else { cash[place] = account.after }
    }
    for row in change.gains.compactMap(\.before) { gains[Self.line(row), default: 0] -= 1 }
    for row in change.gains.compactMap(\.after) { gains[Self.line(row), default: 0] += 1 }
    let resolved = Set(change.resolvedWarnings.map(\.message))
    #expect(resolved.isDisjoint(with: change.newWarnings.map(\.message)))
    for warning in change.resolvedWarnings { warnings[warning.message, default: 0] -= 1 }
    for warning in change.newWarnings { warnings[warning.message, default: 0] += 1 }
  }

  var lines: [String] {
    let held = holdings.map { "holding \($0.key): \($0.value.quantity) \($0.value.costBasis)" }
    let open = lots.flatMap { symbol, lots in lots.map { "lot \(symbol) \($0)" } }
    let rows = gains.filter { $0.value != 0 }.map { "gain \($0.key) × \($0.value)" }
    let said = warnings.filter { $0.value != 0 }.map { "warning \($0.key) × \($0.value)" }
    let accounts = cash.enumerated().map { number, account in
      let amounts = [account.settled, account.pendingIn, account.pendingOut, account.balance]
      return "cash \(number) \(amounts.map { $0.normalized() })"
    }
    return held.sorted() + open.sorted() + accounts + rows.sorted() + said.sorted()
  }

  private static func key(of holding: Holding) -> String {
    "\(holding.symbol) \(holding.currency?.code ?? "-") \(holding.quantity.isNegative)"
  }

  private static func line(_ lot: Lot) -> String {
    [
      lot.isShort ? "short" : "held", lot.quantity.normalized().description,
      lot.cost.normalized().description,
      lot.hasBase ? lot.costBase.normalized().description : "none", "\(lot.acquired)",
      "\(lot.holdingFrom)", "\(lot.account.rawValue) \(lot.group.rawValue) \(lot.currency)",
    ].joined(separator: " ")
  }

  private static func line(_ row: Disposal) -> String {
    let amounts = [row.quantity, row.proceeds, row.cost, row.disallowedBase]
    return amounts.map { $0.normalized().description }.joined(separator: " ")
      + " \(row.group.rawValue) \(row.openedBy.rawValue) \(row.term?.rawValue ?? "-")"
  }
}
