/// The times of the stages at one size, all on documents of the same rows.
struct TimeBench {
  private let groups: Int
  private let plan: Plan
  private var outcome = Outcome()

  init(groups: Int, plan: Plan) {
    self.groups = groups
    self.plan = plan
  }

  mutating func run() throws(BenchFault) -> Outcome {
    let onCanonical = Stage.pipeline.union(Stage.streams).union([.decoder])
    if !plan.stages.isDisjoint(with: onCanonical) { try runCanonical() }
    if groups > plan.comparisonLimit { return outcome }
    if plan.stages.contains(.shuffled) { try timeReading(.shuffled, .shuffled) }
    if plan.stages.contains(.pretty) { try timeReading(.pretty, .pretty) }
    return outcome
  }

  private mutating func runCanonical() throws(BenchFault) {
    let document = document(.canonical)
    if !plan.stages.isDisjoint(with: Stage.pipeline) { try timePipeline(document) }
    if !plan.stages.isDisjoint(with: Stage.streams) { try timeStreams(document) }
    if plan.stages.contains(.decoder), groups <= plan.comparisonLimit {
      let baseline = Baseline(document, groups: groups, plan.clock)
      outcome.bytes[Stage.decoder.rawValue] = document.count
      _ = try baseline.time()
      for _ in 0..<plan.runs { record(.decoder, try baseline.time()) }
    }
  }

  private mutating func timePipeline(_ document: [UInt8]) throws(BenchFault) {
    for stage in [Stage.read, .whole] { outcome.bytes[stage.rawValue] = document.count }
    try compare(try Pipeline(plan.clock) { $0.read(document, name: "work.json") }.fingerprint)
    for _ in 0..<plan.runs {
      let pipeline = try Pipeline(plan.clock) { $0.read(document, name: "work.json") }
      for (stage, time) in pipeline.times { record(stage, time) }
      try compare(pipeline.fingerprint)
    }
  }

  /// Measures one core and two cores alternately. Only the elapsed time shows the gain of two
  /// cores.
  private mutating func timeStreams(_ document: [UInt8]) throws(BenchFault) {
    outcome.bytes[Stage.stream.rawValue] = document.count
    let source = LedgerSource(document, name: "work.json")
    for run in 0...plan.runs {
      let alone = try StreamBench.run(source, onTwoCores: false, plan.clock)
      let single = try StreamBench.run(source, onTwoCores: false, .wall)
      let double = try StreamBench.run(source, onTwoCores: true, .wall)
      for result in [alone, single, double] { try compare(result.fingerprint) }
      if run == 0 { continue }
      record(.stream, alone.time)
      outcome.times["one-core", default: []].append(single.time)
      record(.twoCores, double.time)
    }
  }

  /// Reading alone counts; the first run goes all the way, to see that the results are the same.
  private mutating func timeReading(
    _ stage: Stage, _ layout: WorkLayout
  ) throws(BenchFault) {
    let document = document(layout)
    outcome.bytes[stage.rawValue] = document.count
    try compare(try Pipeline(plan.clock) { $0.read(document, name: "work.json") }.fingerprint)
    for _ in 0..<plan.runs {
      var watch = Stopwatch(plan.clock)
      var reader = LedgerReader()
      reader.read(document, name: "work.json")
      let draft = reader.finish()
      record(stage, watch.lap())
      if let fault = draft.faults.first { throw .failed(fault.message) }
    }
  }

  private func document(_ layout: WorkLayout) -> [UInt8] {
    WorkStream(TradeHistory(groups: groups, seed: Plan.seed), layout)
      .document(expecting: groups * 1_000)
  }

  private mutating func record(_ stage: Stage, _ time: Int) {
    outcome.times[stage.rawValue, default: []].append(time)
  }

  private mutating func compare(_ fingerprint: String) throws(BenchFault) {
    if let known = outcome.fingerprint, known != fingerprint {
      throw .differentResults(known, fingerprint)
    }
    outcome.fingerprint = fingerprint
  }
}
