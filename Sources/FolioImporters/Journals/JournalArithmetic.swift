// Exact arithmetic whose faults are faults of a line.
extension ExactDecimal {
  /// The product: exact, or with 18 decimal places if it has more digits than a number can.
  func scaled(by other: Self) throws(FieldFault) -> Self {
    if let exact = try? multiplied(by: other) { return exact }
    return try share(other, of: .one)
  }

  /// The quotient with up to 18 decimal places.
  func over(_ other: Self) throws(FieldFault) -> Self {
    do throws(ArithmeticFault) {
      return try divided(by: other, places: 18).normalized()
    } catch { throw .tooLong }
  }

  /// The part of an amount for some of all units, with up to 18 decimal places.
  func share(_ part: Self, of whole: Self) throws(FieldFault) -> Self {
    part == whole ? self : try times(part, over: whole, places: 18).normalized()
  }

  /// A number as it is written, with at most 18 decimal places: prices that programs compute may
  /// have more digits than a number of Folio.
  static func written(
    _ digits: [UInt8], _ mark: UInt8, _ read: ([UInt8]) -> Self?
  ) -> Self? {
    guard let place = digits.lastIndex(of: mark), digits.count - place > 19 else {
      return read(digits)
    }
    // What comes after the next digit only decides whether that is half a unit, or more.
    var short = Array(digits[...(place + 19)])
    if digits[(place + 20)...].contains(where: { $0 > 0x30 }) { short.append(0x31) }
    return read(short)?.rounded(toPlaces: 18, .halfEven)
  }

  /// Ten times itself so often, at most 18 times.
  static func power(ofTen count: Int) -> Self {
    Self(short: (0..<min(count, 18)).reduce(1) { power, _ in power * 10 }, places: 0)
  }

  /// Half a unit of the last of so many decimal places.
  static func halfUnit(_ places: Int) -> Self {
    Self(short: 5, places: min(places + 1, maximumPlaces))
  }
}

extension Sequence {
  /// The sum of a number of each element.
  func total(_ number: (Element) -> ExactDecimal) throws(FieldFault) -> ExactDecimal {
    var sum = ExactDecimal.zero
    for element in self { sum = try sum.plus(number(element)) }
    return sum
  }
}

/// Amounts by commodity.
struct JournalSums {
  private(set) var amounts: [String: ExactDecimal] = [:]

  subscript(commodity: String) -> ExactDecimal { amounts[commodity, default: .zero] }

  mutating func add(_ number: ExactDecimal, _ commodity: String) throws(FieldFault) {
    amounts[commodity] = try self[commodity].plus(number)
  }

  /// The commodities whose sum is further from zero than the tolerance, in order.
  func beyond(_ tolerance: (String) -> ExactDecimal) -> [String] {
    amounts.filter { $0.value.magnitude > tolerance($0.key) }.keys.sorted()
  }
}

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
  ) throws(FieldFault) -> ExactDecimal {
    let isLeast = fills && isPrecise
    func decided(_ one: ExactDecimal?, _ other: ExactDecimal) -> ExactDecimal {
      guard let one else { return other }
      return isLeast ? min(one, other) : max(one, other)
    }
    var found = usual[commodity]
    var ofCosts = ExactDecimal.zero
    for posting in postings where posting.number.places > 0 && !posting.isMade {
      let own = try step(posting.number.places).scaled(by: multiplier)
      if posting.commodity == commodity { found = decided(found, own) }
      guard countsCosts else { continue }
      for cost in try posting.unitCosts(in: commodity, fills: fills) {
        ofCosts = try ofCosts.plus(min(own.scaled(by: cost), Self.most))
      }
    }
    if ofCosts.isPositive { found = decided(found, ofCosts) }
    return .given(found ?? usual["*"])
  }

  /// An amount that is filled in. beancount rounds it to the digits of twice the tolerance, if they
  /// are few.
  func rounded(
    _ number: ExactDecimal, _ commodity: String, _ postings: [SettledPosting]
  ) throws(FieldFault) -> ExactDecimal {
    let tolerance = try tolerance(commodity, postings, fills: true)
    let quantum = try tolerance.plus(tolerance).normalized()
    guard quantum.isPositive, String(quantum.coefficient).count < 5 else { return number }
    return number.rounded(toPlaces: quantum.places, .halfEven)
  }

  /// The tolerance of a balance: twice that of a transaction.
  func ofBalance(_ number: ExactDecimal) throws(FieldFault) -> ExactDecimal {
    if number.places == 0 { return .zero }
    let own = try step(number.places).scaled(by: multiplier)
    return try own.plus(own)
  }

  /// What one posting adds to the tolerance of its cost or its price at most.
  private static let most = ExactDecimal.halfUnit(0)

  /// A unit of the last of so many decimal places.
  private func step(_ places: Int) throws(FieldFault) -> ExactDecimal {
    guard let step = try? ExactDecimal(coefficient: 1, places: places) else {
      throw .tooLong
    }
    return step
  }
}

extension SettledPosting {
  /// The cost and the price of one unit, as far as they are in a commodity.
  fileprivate func unitCosts(
    in commodity: String, fills: Bool
  ) throws(FieldFault) -> [ExactDecimal] {
    var costs: [ExactDecimal] = []
    if let (perUnit, total) = cost?.written {
      let whole = try number.magnitude.scaled(by: perUnit).plus(total)
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
