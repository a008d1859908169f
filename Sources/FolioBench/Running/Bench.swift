/// Runs all jobs of a plan, one after the other, and keeps their results.
struct Bench {
  let plan: Plan
  /// Does one job: in a process of its own, or in a test in this one.
  let perform: (Job) throws(BenchFault) -> Outcome

  /// The figures of the plan.
  func run() throws(BenchFault) -> Figures {
    var figures = Figures(plan: plan)
    for groups in plan.sizes {
      let result = SizeResult(
        groups: groups, times: try times(groups), memory: try memory(groups),
        streamMemory: try streamMemory(groups), live: try live(groups))
      try result.compareFingerprints()
      figures.add(result)
    }
    figures.addGrowth()
    if plan.stages.contains(.numbers) { figures.add(numbers: try perform(.numbers)) }
    if plan.stages.contains(.depth) { figures.add(depth: try perform(.depth)) }
    if plan.stages.contains(.taxRules) { figures.add(taxRules: try perform(.taxRules)) }
    if plan.stages.contains(.series) { figures.add(series: try perform(.series)) }
    if plan.stages.contains(.imports) {
      figures.add(imports: try perform(.imports(groups: plan.importedGroups)))
    }
    if !plan.stages.isDisjoint(with: Stage.stores) {
      for groups in plan.storeSizes {
        figures.add(stores: try perform(.stores(groups: groups)), groups: groups)
      }
    }
    return figures
  }

  private func times(_ groups: Int) throws(BenchFault) -> Outcome? {
    let timed = Stage.pipeline.union(Stage.comparisons).union(Stage.streams)
    return plan.stages.isDisjoint(with: timed) ? nil : try perform(.time(groups: groups))
  }

  private func memory(_ groups: Int) throws(BenchFault) -> Outcome? {
    plan.stages.contains(.memory) ? try perform(.memory(groups: groups)) : nil
  }

  private func streamMemory(_ groups: Int) throws(BenchFault) -> Outcome? {
    plan.stages.contains(.streamMemory) ? try perform(.streamMemory(groups: groups)) : nil
  }

  private func live(_ groups: Int) throws(BenchFault) -> Outcome? {
    plan.stages.contains(.liveAppend) ? try perform(.liveAppend(groups: groups)) : nil
  }
}

/// The results at one size.
struct SizeResult: Sendable {
  var groups: Int
  var times: Outcome?
  var memory: Outcome?
  var streamMemory: Outcome?
  var live: Outcome?

  /// The hash of the results, which all processes must agree on.
  var fingerprint: String? { fingerprints.first }

  private var fingerprints: [String] {
    [times, memory, streamMemory].compactMap { $0?.fingerprint }
  }

  func compareFingerprints() throws(BenchFault) {
    for other in fingerprints where other != fingerprints[0] {
      throw .differentResults(fingerprints[0], other)
    }
  }

  /// The median of a stage, in nanoseconds.
  func median(_ stage: Stage) -> Int? { times?.times[stage.rawValue]?.median }

  /// The median time of reading and checking together.
  var readAndCheck: Int? {
    guard let read = times?.times[Stage.read.rawValue],
      let check = times?.times[Stage.check.rawValue]
    else { return nil }
    return zip(read, check).map(+).median
  }
}
