/// The warnings that a text for people lists: the first three of each kind, and the numbers of the
/// others. Hundreds of equal warnings would hide those of another kind.
///
/// Formats for programs have all warnings.
package struct WarningExamples<Warning> {
  /// The warnings to list, in the given order.
  package private(set) var listed: [Warning] = []
  /// The others, in the given order.
  package private(set) var others: [Warning] = []
  /// A line for each code with further warnings: how many there are, and how to list them.
  package private(set) var remainders: [String] = []

  /// Chooses the examples among warnings. `listsAll` keeps all of them.
  package init(
    of warnings: some Sequence<Warning>, listsAll: Bool = false,
    by contents: (Warning) -> (code: DiagnosticCode, message: String)
  ) {
    var counts: [Kind: Int] = [:]
    var others: [DiagnosticCode: Int] = [:]
    for warning in warnings {
      let (code, message) = contents(warning)
      let kind = Kind(code, message)
      counts[kind, default: 0] += 1
      if listsAll || counts[kind, default: 0] <= 3 {
        listed.append(warning)
      } else {
        self.others.append(warning)
        others[code, default: 0] += 1
      }
    }
    remainders = others.sorted { $0.key.rawValue < $1.key.rawValue }.map { code, count in
      "\(count) more like these [\(code.rawValue)]; --all-warnings lists all"
    }
  }

  /// Warnings of one kind differ in numbers and days alone, or in what their code says anyway.
  private struct Kind: Hashable {
    var code: DiagnosticCode
    var words: [Substring] = []

    init(_ code: DiagnosticCode, _ message: String) {
      self.code = code
      if code.isAboutOneThing {
        words = message.split(separator: " ").filter { !$0.contains(where: \.isNumber) }
      }
    }
  }
}

extension DiagnosticCode {
  /// Whether each warning names something else that is left out or has to be answered, so that one
  /// does not stand for the others.
  fileprivate var isAboutOneThing: Bool {
    let codes: [DiagnosticCode] = [.unsupportedPart, .openQuestion, .unknownKey]
    return codes.contains(self)
  }
}
