// The comparison with the positions of the files.
extension SettledImport {
  /// Compares the positions of files, and the units that their events add, with what was booked.
  /// The ledger is booked once; the movements of its units give the positions of all days.
  mutating func compareUnits(in ledger: Ledger) {
    let claims = unitClaims()
    let changes = (order.filter { $0 >= 0 } + sharedEvents.keys.sorted())
      .filter { draft.groups[$0].imported.unitChange != nil }
    let isEmpty = claims.isEmpty && changes.isEmpty && draft.unitsOfDividends.isEmpty
    if isEmpty || order.isEmpty && stored.isEmpty { return }
    var options = BookingOptions()
    (options.keepsMovements, options.keepsPostings, options.keepsDisposals) = (true, false, false)
    guard let booked = try? BookedLedger(booking: ledger, options) else { return }
    var comparison = FigureComparison("units")
    compareChanges(changes, booked, &comparison)
    let history = UnitHistory(booked)
    comparePositions(claims, history, &comparison)
    compareUnitsOfDividends(history)
    finish(comparison, help: missing) { given, booked, name in
      "the file gives \(given) units\(name.map { " of \($0)" } ?? ""), but what was booked gives "
        + "\(booked)"
    }
  }

  private func comparePositions(
    _ claims: [UnitClaim], _ units: UnitHistory, _ comparison: inout FigureComparison
  ) {
    var (listed, listedOn) = ([String: Set<String>](), claims.first?.day)
    for claim in claims {
      if claim.day != listedOn { (listed, listedOn) = ([:], claim.day) }
      guard let key = claim.key else {
        let account = claim.account ?? ""
        for other in units.held(in: account, on: claim.day)
        where listed[account]?.contains(other.symbol) != true {
          comparison.add(
            .zero, other.units, at: draft.position(of: claim.row), of: other.symbol)
        }
        continue
      }
      if let account = claim.account { listed[account, default: []].insert(symbol(key)) }
      comparison.add(
        claim.quantity, units.units(of: symbol(key), in: claim.account, on: claim.day),
        within: claim.tolerance, at: draft.position(of: claim.row))
    }
  }

  /// Compares the units that events add. A ratio alone is right for any number of units, so this
  /// finds the trades before it that are missing.
  private func compareChanges(
    _ numbers: [Int], _ booked: BookedLedger, _ comparison: inout FigureComparison
  ) {
    if numbers.isEmpty { return }
    struct Place: Hashable { var group: String, symbol: String, account: String }
    var wanted: Set<String> = []
    for number in numbers { wanted.insert(sharedEvents[number] ?? draft.groups[number].id) }
    let tables = booked.ledger.tables
    var sums: [Place: ExactDecimal] = [:]
    for movement in booked.movements {
      let group = booked.ledger.id(of: movement.group)
      guard wanted.contains(group) else { continue }
      let place = Place(
        group: group, symbol: tables.symbol(movement.instrument),
        account: tables.securitiesAccount(movement.account))
      let before = sums[place, default: .zero]
      sums[place] = (try? before.adding(movement.quantity)) ?? before
    }
    for number in numbers {
      guard let change = draft.groups[number].imported.unitChange else { continue }
      let place = Place(
        group: sharedEvents[number] ?? draft.groups[number].id, symbol: symbol(change.key),
        account: draft.groups[number].imported.account)
      comparison.add(change.quantity, sums[place, default: .zero], at: self.place(ofGroup: number))
    }
  }

  private struct UnitClaim {
    /// Nil if this says that the claims of the day list all positions of the account.
    var key: String?
    var account: String?
    var quantity: ExactDecimal
    var day: Day
    var tolerance: ExactDecimal
    var row: ImportRow
  }

  /// The positions that the files give, in the order of their days.
  private func unitClaims() -> [UnitClaim] {
    var claims: [UnitClaim] = []
    for claim in draft.claims {
      switch claim {
      case .units(let key, let account, let quantity, let day, let tolerance, let row):
        claims.append(
          UnitClaim(
            key: key, account: account, quantity: quantity, day: day, tolerance: tolerance,
            row: row))
      case .allUnits(let account, let day, let row):
        claims.append(
          UnitClaim(account: account, quantity: .zero, day: day, tolerance: .zero, row: row))
      case .running, .restart, .skipped, .period, .cash, .cost, .total, .figure: continue
      }
    }
    return claims.enumerated().sorted { left, right in
      // What says that a list is complete comes after all positions of the day.
      (left.element.day, left.element.key == nil ? 1 : 0, left.offset)
        < (right.element.day, right.element.key == nil ? 1 : 0, right.offset)
    }.map(\.element)
  }
}
