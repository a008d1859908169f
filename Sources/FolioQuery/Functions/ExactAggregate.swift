/// The state of an aggregate of exact numbers. Nulls do not count. Without numbers the result is
/// null, as with the aggregates of SQLite.
final class ExactAggregate {
  /// The aggregates.
  enum Kind: String, CaseIterable {
    case sum = "exact_sum"
    case least = "exact_min"
    case greatest = "exact_max"
    /// The average, rounded half-even to the places of the second argument.
    case average = "exact_avg"

    var argumentCount: Int32 { self == .average ? 2 : 1 }
  }

  private let kind: Kind
  private var count = 0
  private var number = ExactDecimal.zero
  private var places: Int?

  init(_ kind: Kind) { self.kind = kind }

  /// Takes the arguments of a row.
  func add(_ values: [ExactDecimal?]) throws(ExactFailure) {
    try readPlaces(values)
    guard let value = values[0] else { return }
    count += 1
    switch kind {
    case .sum, .average:
      let sum = number
      number = try ExactScalar.checked { () throws(ArithmeticFault) in try sum.adding(value) }
    case .least: number = count == 1 ? value : min(number, value)
    case .greatest: number = count == 1 ? value : max(number, value)
    }
  }

  /// Takes back the arguments of a row that leaves the window. Only sums and averages have windows.
  func remove(_ values: [ExactDecimal?]) throws(ExactFailure) {
    guard let value = values[0] else { return }
    count -= 1
    let sum = number
    number = try ExactScalar.checked { () throws(ArithmeticFault) in try sum.subtracting(value) }
  }

  private func readPlaces(_ values: [ExactDecimal?]) throws(ExactFailure) {
    guard kind == .average, places == nil else { return }
    guard let given = values[1] else {
      throw ExactFailure("exact_avg needs a number of decimal places from 0 to 36, such as 2")
    }
    places = try ExactScalar.places(given, of: "exact_avg")
  }

  /// The result so far.
  func result() throws(ExactFailure) -> ExactDecimal? {
    if count == 0 { return nil }
    guard kind == .average, let places else { return number }
    let (sum, count) = (number, ExactDecimal(count))
    return try ExactScalar.checked { () throws(ArithmeticFault) in
      try sum.divided(by: count, places: places)
    }
  }
}

/// The order of texts by their exact numbers. Texts that are no numbers come last, by their bytes.
enum ExactOrder {
  static func compare(_ one: String, _ two: String) -> Int32 {
    switch (try? ExactDecimal(one), try? ExactDecimal(two)) {
    case (let first?, let second?): first < second ? -1 : first == second ? 0 : 1
    case (_?, nil): -1
    case (nil, _?): 1
    case (nil, nil):
      one.utf8.elementsEqual(two.utf8)
        ? 0 : one.utf8.lexicographicallyPrecedes(two.utf8) ? -1 : 1
    }
  }
}
