/// The warnings that a text for people lists: the first three of each code, and the numbers of the
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
    by code: (Warning) -> DiagnosticCode
  ) {
    var counts: [DiagnosticCode: Int] = [:]
    for warning in warnings {
      counts[code(warning), default: 0] += 1
      if listsAll || counts[code(warning), default: 0] <= 3 {
        listed.append(warning)
      } else {
        others.append(warning)
      }
    }
    if listsAll { return }
    remainders = counts.filter { $0.value > 3 }.sorted { $0.key.rawValue < $1.key.rawValue }.map {
      "\($0.value - 3) more like these [\($0.key.rawValue)]; --all-warnings lists all"
    }
  }
}
