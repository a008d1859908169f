import Folio

/// How exactly the amounts of a transaction add up, and what is rounded that beancount fills in.
struct JournalTolerances: Sendable {
  /// The tolerance of commodities whose amounts have no decimal places. `*` is all others.
  var usual: [String: ExactDecimal] = [:]
  /// The tolerance in units of the last decimal place of an amount.
  var multiplier = ExactDecimal.halfUnit(0)
  /// Whether a unit of the last place of an amount counts at its cost and its price, too.
  var countsCosts = false
  /// Whether amounts are filled in as exactly as the most exact amount is.
  var isPrecise = false

  /// The tolerance of a commodity in a transaction; zero if nothing says one.
  /// - Parameter fills: Whether it is for an amount that is filled in.
  func tolerance(
    _ commodity: String, _ postings: [SettledPosting], fills: Bool = false
  ) throws(JournalFault) -> ExactDecimal {
    let isLeast = fills && isPrecise
    func decided(_ one: ExactDecimal?, _ other: ExactDecimal) -> ExactDecimal {
      guard let one else { return other }
      return isLeast ? min(one, other) : max(one, other)
    }
    var found = usual[commodity]
    var ofCosts = ExactDecimal.zero
    for posting in postings where posting.number.places > 0 {
      let own = try step(posting.number.places).scaled(by: multiplier)
      if posting.commodity == commodity { found = decided(found, own) }
      guard countsCosts else { continue }
      for cost in try posting.unitCosts(in: commodity, fills: fills) {
        ofCosts = try ofCosts.increased(by: min(own.scaled(by: cost), Self.most))
      }
    }
    if ofCosts.isPositive { found = decided(found, ofCosts) }
    return .given(found ?? usual["*"])
  }

  /// An amount that is filled in. beancount rounds it to the digits of twice the tolerance, if they
  /// are few.
  func rounded(
    _ number: ExactDecimal, _ commodity: String, _ postings: [SettledPosting]
  ) throws(JournalFault) -> ExactDecimal {
    let tolerance = try tolerance(commodity, postings, fills: true)
    let quantum = try tolerance.increased(by: tolerance).normalized()
    guard quantum.isPositive, String(quantum.coefficient).count < 5 else { return number }
    return number.rounded(toPlaces: quantum.places, .halfEven)
  }

  /// The tolerance of a balance: twice that of a transaction.
  func ofBalance(_ number: ExactDecimal) throws(JournalFault) -> ExactDecimal {
    if number.places == 0 { return .zero }
    let own = try step(number.places).scaled(by: multiplier)
    return try own.increased(by: own)
  }

  /// What one posting adds to the tolerance of its cost or its price at most.
  private static let most = ExactDecimal.halfUnit(0)

  /// A unit of the last of so many decimal places.
  private func step(_ places: Int) throws(JournalFault) -> ExactDecimal {
    guard let step = try? ExactDecimal(coefficient: 1, places: places) else {
      throw ExactDecimal.tooLong
    }
    return step
  }
}

extension SettledPosting {
  /// The cost and the price of one unit, as far as they are in a commodity.
  fileprivate func unitCosts(
    in commodity: String, fills: Bool
  ) throws(JournalFault) -> [ExactDecimal] {
    var costs: [ExactDecimal] = []
    if let (perUnit, total) = cost?.written {
      let whole = try number.magnitude.scaled(by: perUnit).increased(by: total)
      // Before costs are computed, beancount takes the lesser of both, and none is zero.
      let least = total.isZero ? perUnit : min(perUnit, total)
      if cost?.commodity == commodity {
        costs = [fills ? least : try whole.over(number.magnitude)]
      }
    } else {
      costs = taken.filter { $0.currency == commodity }.map(\.unitCost)
    }
    if let priced, priced.commodity == commodity {
      costs.append(try priced.number.over(number))
    }
    return costs
  }
}
