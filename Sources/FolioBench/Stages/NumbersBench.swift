/// Measures arithmetic on numbers of typical size: prices and amounts with two places, quantities
/// with one, rates with four.
struct NumbersBench {
  let plan: Plan

  /// The operation on each pair of numbers. The raw values are the titles of the rows in the table.
  enum Task: String, CaseIterable {
    case add
    case multiply
    case multiplyAndRound = "multiply and round"
    case divide
    case parse
    case print

    /// Nanoseconds that one may take.
    var target: ExactDecimal {
      switch self {
      case .add: 3
      case .multiply: 5
      case .multiplyAndRound: 10
      case .divide: 25
      case .parse, .print: 15
      }
    }
  }

  private static let distinct = 1024

  /// The nanoseconds of `plan.numbers` of each, once for each run.
  func run() throws(BenchFault) -> [String: [Int]] {
    var times: [String: [Int]] = [:]
    do {
      let numbers = try Self.numbers()
      for run in 0...plan.runs {
        for task in Task.allCases {
          let time = try time(task, numbers)
          if run > 0 { times[task.rawValue, default: []].append(max(1, time)) }
        }
      }
    } catch {
      throw .failed("the numbers: \(error)")
    }
    return times
  }

  private struct Numbers {
    var amounts: [ExactDecimal] = []
    var prices: [ExactDecimal] = []
    var quantities: [ExactDecimal] = []
    var texts: [[UInt8]] = []
  }

  private static func numbers() throws -> Numbers {
    var numbers = Numbers()
    for index in 0..<distinct {
      let amount = Int128(1_000_000 + index * 7_919)
      numbers.amounts.append(try ExactDecimal(coefficient: amount, places: 2))
      numbers.prices.append(
        try ExactDecimal(coefficient: Int128(500 + index * 31), places: 2))
      numbers.quantities.append(
        try ExactDecimal(coefficient: Int128(10 + index * 13), places: 1))
      numbers.texts.append(Array("\(numbers.amounts[index])".utf8))
    }
    return numbers
  }

  private func time(_ task: Task, _ numbers: Numbers) throws -> Int {
    let rounds = max(1, plan.numbers / Self.distinct)
    var watch = Stopwatch(plan.clock)
    var hash: Int128 = 0
    for _ in 0..<rounds { hash ^= try Self.round(task, numbers) }
    let time = watch.lap()
    // Work whose outcome is not used might be left out.
    if hash == .max { throw BenchFault.failed("a hash that can't be") }
    return time * plan.numbers / (rounds * Self.distinct)
  }

  private static func round(_ task: Task, _ numbers: Numbers) throws -> Int128 {
    switch task {
    case .add:
      var sum = ExactDecimal.zero
      for index in 0..<distinct { try sum.add(numbers.amounts[index]) }
      return sum.coefficient
    case .multiply:
      return try each(numbers) { try $0.prices[$1].multiplied(by: $0.quantities[$1]) }
    case .multiplyAndRound:
      return try each(numbers) { try $0.prices[$1].multiplied(by: $0.quantities[$1], places: 2) }
    case .divide:
      return try each(numbers) {
        try $0.amounts[$1].divided(by: $0.quantities[$1], places: 18, rounding: .halfEven)
      }
    case .parse:
      return try each(numbers) { numbers, index in
        let text = numbers.texts[index]
        return try text.withSpan(ExactDecimal.parse)
      }
    case .print:
      var bytes: [UInt8] = []
      bytes.reserveCapacity(distinct * 16)
      for index in 0..<distinct { numbers.amounts[index].write(into: &bytes) }
      return Int128(bytes.count)
    }
  }

  @inline(__always)
  private static func each(
    _ numbers: Numbers, _ work: (Numbers, Int) throws -> ExactDecimal
  ) throws -> Int128 {
    var hash: Int128 = 0
    for index in 0..<distinct { hash ^= try work(numbers, index).coefficient }
    return hash
  }
}
