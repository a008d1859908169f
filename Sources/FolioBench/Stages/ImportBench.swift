/// Measures the import of files of other programs: reading them, which ends with groups as the
/// file has them, and the whole import, which ends with a checked and booked document.
struct ImportBench {
  let groups: Int
  let plan: Plan

  /// The part of an import.
  enum Part: String, CaseIterable {
    case read
    case whole
  }

  /// The key of a time.
  static func key(_ format: ForeignHistory.Format, _ part: Part) -> String {
    "\(format.rawValue) \(part.rawValue)"
  }

  func run() throws(BenchFault) -> Outcome {
    var outcome = Outcome()
    let history = ForeignHistory(groups: groups, seed: Plan.seed)
    for format in ForeignHistory.Format.allCases {
      let bytes = history.bytes(format)
      for part in Part.allCases { outcome.bytes[Self.key(format, part)] = bytes.count }
      for run in 0...plan.runs {
        var watch = Stopwatch(plan.clock)
        var importing = ImportRun()
        importing.read(bytes, name: "work." + format.rawValue)
        let read = watch.lap()
        let result = importing.finish()
        let document = result.document
        let rest = watch.lap()
        guard result.findings.errors.isEmpty, result.contents.groups.count == groups + 1,
          !document.isEmpty
        else { throw .failed("the generated \(format.rawValue) can't be imported") }
        // The first run warms up.
        if run == 0 { continue }
        outcome.times[Self.key(format, .read), default: []].append(max(1, read))
        outcome.times[Self.key(format, .whole), default: []].append(max(1, read + rest))
      }
    }
    return outcome
  }
}
