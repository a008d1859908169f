/// A function of exact numbers for statements. A null argument makes a null result.
struct ExactScalar: Sendable {
  let name: String
  let argumentCount: Int32
  let result: @Sendable ([ExactDecimal]) throws(ExactFailure) -> ExactDecimal
}

/// Why a function has no result.
struct ExactFailure: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }

  init(_ fault: ArithmeticFault) { self.init("\(fault)") }
}

extension ExactScalar {
  /// All functions.
  static let all = [
    binary("exact_add") { one, two throws(ArithmeticFault) in try one.adding(two) },
    binary("exact_sub") { one, two throws(ArithmeticFault) in try one.subtracting(two) },
    binary("exact_mul") { one, two throws(ArithmeticFault) in try one.multiplied(by: two) },
    binary("exact_cmp") { one, two throws(ArithmeticFault) in
      ExactDecimal(one < two ? -1 : one == two ? 0 : 1)
    },
    ExactScalar(name: "exact_div", argumentCount: 3) { values throws(ExactFailure) in
      let places = try places(values[2], of: "exact_div")
      return try checked { () throws(ArithmeticFault) in
        try values[0].divided(by: values[1], places: places)
      }
    },
    ExactScalar(name: "exact_round", argumentCount: 2) { values throws(ExactFailure) in
      values[0].rounded(toPlaces: try places(values[1], of: "exact_round"), .halfEven)
    },
    ExactScalar(name: "exact_neg", argumentCount: 1) { values in -values[0] },
    ExactScalar(name: "exact_abs", argumentCount: 1) { values in
      values[0].isNegative ? -values[0] : values[0]
    },
  ]

  private static func binary(
    _ name: String,
    _ result:
      @escaping @Sendable (ExactDecimal, ExactDecimal) throws(ArithmeticFault) ->
      ExactDecimal
  ) -> ExactScalar {
    ExactScalar(name: name, argumentCount: 2) { values throws(ExactFailure) in
      try checked { () throws(ArithmeticFault) in try result(values[0], values[1]) }
    }
  }

  static func checked(
    _ result: () throws(ArithmeticFault) -> ExactDecimal
  ) throws(ExactFailure) -> ExactDecimal {
    do throws(ArithmeticFault) {
      return try result()
    } catch {
      throw ExactFailure(error)
    }
  }

  /// A number of decimal places, which has to be given: no default rounds in silence.
  static func places(_ number: ExactDecimal, of name: String) throws(ExactFailure) -> Int {
    if let places = Int("\(number.normalized())"), (0...36).contains(places) { return places }
    throw ExactFailure("\(name) needs a number of decimal places from 0 to 36, such as 2")
  }
}
