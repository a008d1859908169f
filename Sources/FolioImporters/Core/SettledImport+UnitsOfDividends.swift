/// The units of which a row says that they pay a dividend.
struct UnitsOfDividend: Sendable {
  var key: String
  var account: String
  var quantity: ExactDecimal
  var day: Day
  var row: ImportRow
}

extension SettledImport {
  /// How many days before its payment a dividend is decided at most.
  private static let mostDays = 120

  /// Compares the units of dividends with those that were held. A dividend is paid weeks after the
  /// day that decides who gets it, so any day of the months before counts.
  mutating func compareUnitsOfDividends(_ history: UnitHistory) {
    var comparison = FigureComparison("units of dividends")
    for claim in draft.unitsOfDividends
    where draft.rows[claim.row.index].outcome == .booked {
      let place = HeldPlace(symbol: symbol(claim.key), account: claim.account)
      guard let first = claim.day.adding(days: -Self.mostDays) else { continue }
      let held = history.units(of: place, from: first, to: claim.day)
      guard let last = held.last else { continue }
      // Programs round fractions of units.
      let tolerance = ExactDecimal.given(
        try? claim.quantity.multiplied(by: ExactDecimal(short: 1, places: 3)))
      let same = held.first { units in
        (try? units.subtracting(claim.quantity).magnitude).map { $0 <= tolerance } ?? false
      }
      comparison.add(
        claim.quantity, same == nil ? last : claim.quantity, at: draft.position(of: claim.row))
    }
    finish(
      comparison,
      help: "A purchase, a sale or a split before this day may be missing, or have wrong units."
    ) { given, booked, _ in
      "the dividend is for \(given) units, but \(booked) were held, and never as many in the "
        + "months before"
    }
  }
}
