import Dispatch
import Synchronization

/// How many mistakes of each kind are reported, by format.
struct MutationTable: Sendable {
  struct Key: Hashable, Comparable, Sendable {
    var format: String
    var kind: MutationKind

    static func < (one: Key, other: Key) -> Bool {
      (one.format, place(one.kind)) < (other.format, place(other.kind))
    }

    private static func place(_ kind: MutationKind) -> Int {
      MutationKind.allCases.firstIndex(of: kind) ?? 0
    }
  }

  struct Counts: Sendable {
    var outcomes: [MutationTrial.Outcome: Int] = [:]
    /// Why mistakes are silent, with their number.
    var reasons: [String: Int] = [:]

    var total: Int { outcomes.values.reduce(0, +) }

    subscript(outcome: MutationTrial.Outcome) -> Int { outcomes[outcome] ?? 0 }

    mutating func add(_ other: Counts) {
      outcomes.merge(other.outcomes, uniquingKeysWith: +)
      reasons.merge(other.reasons, uniquingKeysWith: +)
    }
  }

  private(set) var counts: [Key: Counts] = [:]
  /// The silent mistakes with their places.
  private(set) var silent: [String] = []

  /// How many mistakes of a kind are tried for a format, spread over its files.
  static let most = 60

  init() {}

  /// Tries the mistakes in all sound files.
  init(_ seeds: [ForeignSeed]) {
    let trials = seeds.filter { [.table, .xml, .json, .journal].contains($0.kind) }
      .compactMap { MutationTrial($0, among: seeds) }
    let attempts = Dictionary(grouping: trials, by: \.format).values.flatMap(Self.attempts)
    let found = Mutex(MutationTable())
    DispatchQueue.concurrentPerform(iterations: attempts.count) { number in
      let (trial, mutation, line) = attempts[number]
      let (outcome, reason) = trial.outcome(of: mutation)
      found.withLock { table in
        table.add(outcome, reason, to: Key(format: trial.format, kind: mutation.kind))
        if outcome == .silent {
          let change = mutation.shown(in: trial.seed.bytes)
          table.silent.append("\(trial.seed.path):\(line): \(change): \(reason)")
        }
      }
    }
    self = found.withLock { $0 }
    silent.sort()
  }

  /// The mistakes that are tried in the files of a format.
  private static func attempts(
    _ trials: [MutationTrial]
  ) -> [(MutationTrial, Mutation, line: Int)] {
    MutationKind.allCases.flatMap { kind in
      let all = trials.sorted { $0.seed.path < $1.seed.path }.flatMap { trial in
        let rows = ForeignRows(trial.seed)
        return rows.mutations(kind).map { (trial, $0, rows.line(at: $0.edits[0].range.lowerBound)) }
      }
      if all.count <= most { return all }
      return (0..<most).map { all[$0 * all.count / most] }
    }
  }

  mutating func add(_ outcome: MutationTrial.Outcome, _ reason: String, to key: Key) {
    counts[key, default: Counts()].outcomes[outcome, default: 0] += 1
    if !reason.isEmpty { counts[key, default: Counts()].reasons[reason, default: 0] += 1 }
  }

  /// The counts of a kind in all formats.
  func total(_ kind: MutationKind) -> Counts {
    var sum = Counts()
    for (key, counts) in counts where key.kind == kind { sum.add(counts) }
    return sum
  }
}
