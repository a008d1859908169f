/// A command line that cannot be understood.
package struct UsageFault: Error {
  package let message: String

  package init(_ message: String) { self.message = message }
}

/// The words of a command line, taken one by one.
package struct CommandWords {
  private var rest: ArraySlice<String>

  package init(_ words: [String]) { rest = words[...] }

  /// The next word; nil at the end.
  package mutating func next() -> String? { rest.popFirst() }

  /// The value of an option.
  package mutating func value(of option: String) throws(UsageFault) -> String {
    guard let word = rest.popFirst() else { throw UsageFault("\(option) needs a value") }
    return word
  }

  /// Whole numbers, separated by commas.
  package mutating func numbers(
    of option: String, in range: ClosedRange<Int>
  ) throws(UsageFault) -> [Int] {
    var numbers: [Int] = []
    for text in try value(of: option).split(separator: ",", omittingEmptySubsequences: false) {
      guard let number = Int(text), range.contains(number) else {
        let end = range.upperBound == .max ? "" : " to \(range.upperBound)"
        throw UsageFault("\(option) takes numbers from \(range.lowerBound)\(end), not \(text)")
      }
      numbers.append(number)
    }
    return numbers
  }

  package mutating func number(
    of option: String, in range: ClosedRange<Int>
  ) throws(UsageFault) -> Int {
    let numbers = try numbers(of: option, in: range)
    guard numbers.count == 1 else { throw UsageFault("\(option) takes one number") }
    return numbers[0]
  }

  /// Words out of a few, separated by commas.
  package mutating func choices<Choice: RawRepresentable<String> & CaseIterable>(
    of option: String
  ) throws(UsageFault) -> [Choice] {
    var choices: [Choice] = []
    for text in try value(of: option).split(separator: ",") {
      guard let choice = Choice(rawValue: String(text)) else {
        let known = Choice.allCases.map(\.rawValue).joined(separator: " or ")
        throw UsageFault("\(option) does not know \(text); it takes \(known)")
      }
      choices.append(choice)
    }
    return choices
  }

  package mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    of option: String
  ) throws(UsageFault) -> Choice {
    let choices: [Choice] = try choices(of: option)
    guard choices.count == 1 else { throw UsageFault("\(option) takes one word") }
    return choices[0]
  }
}
