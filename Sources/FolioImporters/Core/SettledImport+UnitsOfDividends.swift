/// The units of which a row says that they pay a dividend.
struct UnitsOfDividend: Sendable {
  var key: String
  var account: String
  var quantity: ExactDecimal
  var day: Day
  var row: ImportRow
}

extension SettledImport {
  /// Compares the units of dividends with those that were held. A dividend is paid weeks after the
  /// day that decides who gets it, so any day of the months before counts.
  mutating func compareUnitsOfDividends(_ booked: BookedLedger) {
    if draft.unitsOfDividends.isEmpty { return }
    let history = UnitsByPlace(booked)
    var comparison = FigureComparison("units of dividends")
    for claim in draft.unitsOfDividends
    where draft.rows[claim.row.index].outcome == .booked {
      let place = HeldPlace(symbol: symbol(claim.key), account: claim.account)
      let held = history.units(of: place, upTo: claim.day)
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

/// The units of each instrument and account after each change, in the order of the days.
private struct UnitsByPlace {
  /// How many days before its payment a dividend is decided at most.
  private static let mostDays = 120

  private var steps: [HeldPlace: [(day: Day, units: ExactDecimal)]] = [:]

  init(_ booked: BookedLedger) {
    let tables = booked.ledger.tables
    let days = booked.movements.map { movement in
      booked.ledger.tradeDay(of: booked.ledger.rows.groups[Int(movement.group)])
    }
    for number in days.indices.sorted(by: { (days[$0], $0) < (days[$1], $1) }) {
      let (movement, day) = (booked.movements[number], days[number])
      let place = HeldPlace(
        symbol: tables.symbol(movement.instrument),
        account: tables.securitiesAccount(movement.account))
      let before = steps[place]?.last?.units ?? 0
      steps[place, default: []].append((day, (try? before.adding(movement.quantity)) ?? before))
    }
  }

  /// The units that were held on a day, and on those before it.
  func units(of place: HeldPlace, upTo day: Day) -> [ExactDecimal] {
    guard let steps = steps[place], let first = day.adding(days: -Self.mostDays) else { return [] }
    // The last step before these days has what was held at their beginning.
    let start = max(0, steps.partitioningIndex { $0.day >= first } - 1)
    let end = steps.partitioningIndex { $0.day > day }
    return steps[min(start, end)..<end].map(\.units)
  }
}
