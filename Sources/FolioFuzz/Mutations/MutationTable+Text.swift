// The table as a file, which is recorded and compared.
extension MutationTable {
  private static let head =
    (["format", "kind", "tried"] + MutationTrial.Outcome.allCases.map(\.rawValue) + ["why silent"])
    .joined(separator: ",")

  /// The table as CSV.
  var text: String {
    let rows = counts.sorted { $0.key < $1.key }.map { key, counts in
      let reasons = counts.reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map { "\($0.value) × \($0.key)" }.joined(separator: "; ")
      return "\(key.format),\(key.kind.rawValue),\(Self.numbers(counts)),\"\(reasons)\""
    }
    return ([Self.head] + rows).joined(separator: "\n") + "\n"
  }

  /// The totals of each kind as lines.
  var summary: String {
    let rows = MutationKind.allCases.map { "\($0.rawValue),\(Self.numbers(total($0)))" }
    return rows.joined(separator: "\n") + "\n"
  }

  private static func numbers(_ counts: Counts) -> String {
    ([counts.total] + MutationTrial.Outcome.allCases.map { counts[$0] }).map(String.init)
      .joined(separator: ",")
  }

  /// Reads a recorded table; reasons are not compared.
  init(recorded text: String) {
    self.init()
    for line in text.split(separator: "\n").dropFirst() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      guard fields.count > 6, let kind = MutationKind(rawValue: String(fields[1])) else { continue }
      let key = Key(format: String(fields[0]), kind: kind)
      for (outcome, field) in zip(MutationTrial.Outcome.allCases, fields.dropFirst(3)) {
        for _ in 0..<(Int(field) ?? 0) { add(outcome, "", to: key) }
      }
    }
  }

  /// What is worse than recorded: a larger part of the mistakes is silent, or fewer are tried.
  func regressions(from recorded: MutationTable) -> [String] {
    recorded.counts.sorted { $0.key < $1.key }.compactMap { key, before in
      let now = counts[key] ?? Counts()
      if now[.silent] * before.total > before[.silent] * now.total {
        return "\(key.format): \(key.kind.rawValue): \(now[.silent]) of \(now.total) are silent, "
          + "\(before[.silent]) of \(before.total) were"
      }
      if now.total == 0 { return "\(key.format): \(key.kind.rawValue): none is tried" }
      return nil
    }
  }
}
