// The comparison with what the files say that positions cost.
extension SettledImport {
  private struct CostClaim {
    var symbol: String
    var account: String?
    var amount: ExactDecimal
    var currency: Currency
    var units: ExactDecimal
    var day: Day
    var row: ImportRow
  }

  /// A part of the cost that rates of fees in other currencies and their rounding may change.
  private static let partOfRounding: ExactDecimal = 10_000
  private static let leastRounding = ExactDecimal(short: 2, places: 2)

  /// Compares the cost of positions with that of the lots that were booked.
  mutating func compareCosts(in ledger: Ledger) {
    let claims = costClaims()
    if claims.isEmpty || order.isEmpty && stored.isEmpty { return }
    compareByMethods(
      { $0.costComparison(claims, in: ledger, $1) },
      help: "The broker may use another method, or adjust costs, such as after a wash sale. A "
        + "purchase or an event may be missing. --all-warnings lists all differences."
    ) { given, computed, name in
      "the file gives a cost of \(given)\(name.map { " of \($0)" } ?? ""), but what was booked "
        + "gives \(computed)"
    }
  }

  /// What the positions of the last day of each account cost. Those of earlier days would need a
  /// booking each.
  private func costClaims() -> [CostClaim] {
    var claims: [CostClaim] = []
    for case .cost(let key, let account, let amount, let currency, let units, let day, let row)
      in draft.claims
    {
      claims.append(
        CostClaim(
          symbol: symbol(key), account: account, amount: amount, currency: currency, units: units,
          day: day, row: row))
    }
    var last: [String: Day] = [:]
    for claim in claims {
      let account = claim.account ?? ""
      last[account] = max(last[account] ?? claim.day, claim.day)
    }
    return claims.filter { $0.day == last[$0.account ?? ""] }
  }

  /// Nil if the ledger cannot be booked.
  private func costComparison(
    _ claims: [CostClaim], in ledger: Ledger, _ method: CostBasisMethod?
  ) -> FigureComparison? {
    var comparison = FigureComparison("costs")
    for day in Set(claims.map(\.day)).sorted() {
      var options = BookingOptions()
      options.method = method
      options.asOf = day
      (options.keepsPostings, options.keepsDisposals) = (false, false)
      guard let booked = try? BookedLedger(booking: ledger, options) else { return nil }
      for claim in claims where claim.day == day {
        compare(claim, booked, &comparison)
      }
    }
    return comparison
  }

  private func compare(
    _ claim: CostClaim, _ booked: BookedLedger, _ comparison: inout FigureComparison
  ) {
    let tables = booked.ledger.tables
    let accounts = Set(tables.securitiesAccounts.all.map { tables.text($0) })
    let account = claim.account.flatMap { accounts.contains($0) ? $0 : nil }
    let holdings = try? booked.holdings { lot in
      tables.symbol(lot.instrument) == claim.symbol
        && (account == nil || tables.securitiesAccount(lot.account) == account)
    }
    // Other units have another cost; the comparison of units says so.
    guard let holding = holdings?.first, holdings?.count == 1, holding.quantity == claim.units
    else {
      return
    }
    guard holding.currency == claim.currency else {
      comparison.notCompared += 1
      return
    }
    let part = try? claim.amount.magnitude.divided(by: Self.partOfRounding, places: 4)
    comparison.add(
      claim.amount, holding.costBasis.rounded(toPlaces: max(2, claim.amount.places), .halfEven),
      within: max(Self.leastRounding, .given(part)), at: draft.position(of: claim.row),
      of: claim.symbol)
  }
}
