import Folio

// The comparison with the positions of the files.
extension SettledImport {
  /// Compares the positions of files with what was booked. The ledger is booked once; the movements
  /// of its units give the positions of all days.
  mutating func compareUnits(in ledger: Ledger) {
    let claims = unitClaims()
    if claims.isEmpty { return }
    let needsAccounts = claims.contains { $0.account != nil }
    guard let booked = Self.movements(of: ledger, byAccount: needsAccounts) else { return }
    var comparison = FigureComparison("units")
    var units = UnitsByDay(booked)
    for claim in claims {
      units.advance(to: claim.day)
      comparison.add(
        claim.quantity, units.of(symbol(claim.key), in: claim.account), within: claim.tolerance,
        at: draft.position(of: claim.row))
    }
    finish(
      comparison,
      help: missing
    ) { "the file gives a position of \($0) units, but what was booked gives \($1)" }
  }

  /// Books the movements of units. For those of an account lots are kept by account, as for the
  /// balances of statements (Specs/decisions/0127), unless legs choose lots that only the ledger's
  /// own settings allow.
  private static func movements(of ledger: Ledger, byAccount: Bool) -> BookedLedger? {
    var options = BookingOptions()
    (options.keepsMovements, options.keepsPostings, options.keepsDisposals) = (true, false, false)
    let booked = try? BookedLedger(booking: ledger, options)
    if !byAccount || booked?.options.lotScope == .account { return booked }
    (options.lotScope, options.taxRules, options.method) = (.account, TaxRules.none, .fifo)
    return (try? BookedLedger(booking: ledger, options)) ?? booked
  }

  private struct UnitClaim {
    var key: String
    var account: String?
    var quantity: ExactDecimal
    var day: Day
    var tolerance: ExactDecimal
    var row: ImportRow
  }

  /// The positions that the files give, in the order of their days.
  private func unitClaims() -> [UnitClaim] {
    var claims: [UnitClaim] = []
    for case .units(let key, let account, let quantity, let day, let tolerance, let row)
      in draft.claims
    {
      claims.append(
        UnitClaim(
          key: key, account: account, quantity: quantity, day: day, tolerance: tolerance, row: row))
    }
    return claims.enumerated().sorted { left, right in
      (left.element.day, left.offset) < (right.element.day, right.offset)
    }.map(\.element)
  }
}

/// The units of a ledger at the end of one day after the other.
private struct UnitsByDay {
  private struct Item: Hashable {
    var symbol: String
    /// Nil: all accounts together.
    var account: String?
  }

  private let booked: BookedLedger
  private let symbols: [String]
  private let accounts: [String]
  private let names: Set<String>
  /// The movements in the order of their days.
  private let movements: [(day: Day, place: Int)]
  private var next = 0
  private var sums: [Item: ExactDecimal] = [:]

  init(_ booked: BookedLedger) {
    self.booked = booked
    let tables = booked.ledger.tables
    symbols = tables.instruments.map { tables.text($0.symbol) }
    accounts = tables.securitiesAccounts.all.map { tables.text($0) }
    names = Set(accounts)
    let days = booked.movements.enumerated().map { place, movement in
      (
        day: booked.ledger.tradeDay(of: booked.ledger.rows.groups[Int(movement.group)]),
        place: place
      )
    }
    movements = days.sorted { ($0.day, $0.place) < ($1.day, $1.place) }
  }

  /// Takes all movements up to the end of a day.
  mutating func advance(to day: Day) {
    while next < movements.count, movements[next].day <= day {
      let movement = booked.movements[movements[next].place]
      next += 1
      let symbol = symbols[Int(movement.instrument)]
      for account in [nil, accounts[Int(movement.account)]] {
        let item = Item(symbol: symbol, account: account)
        let before = sums[item] ?? .zero
        sums[item] = (try? before.adding(movement.quantity)) ?? before
      }
    }
  }

  /// The units of an instrument; in all accounts if `account` is nil, or one that only a list of
  /// positions names.
  func of(_ symbol: String, in account: String?) -> ExactDecimal {
    let known = account.flatMap { names.contains($0) ? $0 : nil }
    return sums[Item(symbol: symbol, account: known)] ?? .zero
  }
}
