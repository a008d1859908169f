/// A part of a plan that is measured in a process of its own.
enum Job: Sendable, Equatable {
  /// The times of all stages at one size.
  case time(groups: Int)
  /// The peak memory of the whole job at one size.
  case memory(groups: Int)
  /// The same of a document that is booked while it is read.
  case streamMemory(groups: Int)
  /// The times of numbers.
  case numbers
  /// The times of sales.
  case depth
  /// The times of booking under tax rules.
  case taxRules
  /// The times of a daily series.
  case series
  /// The times of stores of one size.
  case stores(groups: Int)
  /// The times of changes of live books at one size.
  case liveAppend(groups: Int)
  /// The times of imports of one size.
  case imports(groups: Int)
  /// Nothing that is timed: the stages up to one of them, once, for a program that counts
  /// instructions.
  case steps(Steps.Last, groups: Int)
}

/// The result of a job.
struct Outcome: Codable, Sendable {
  /// Nanoseconds of each run, by stage; of the depth job by method and depth, of the tax rules
  /// by country.
  var times: [String: [Int]] = [:]
  /// Bytes of the document, by stage for those that read one.
  var bytes: [String: Int] = [:]
  /// The most memory that was held, in bytes.
  var peak: Int?
  /// The hash of the results.
  var fingerprint: String?
}

extension Job {
  /// Does the job in this process.
  func perform(_ plan: Plan) throws(BenchFault) -> Outcome {
    switch self {
    case .time(let groups):
      var bench = TimeBench(groups: groups, plan: plan)
      return try bench.run()
    case .memory(let groups):
      return try MemoryBench(groups: groups).run()
    case .streamMemory(let groups):
      return try MemoryBench(groups: groups).runStream()
    case .numbers:
      return Outcome(times: try NumbersBench(plan: plan).run())
    case .depth:
      return Outcome(
        times: try DepthBench(plan: plan.depth, clock: plan.clock).run(runs: plan.runs))
    case .taxRules:
      return Outcome(times: try TaxRulesBench(plan: plan).run())
    case .series:
      return Outcome(times: try SeriesBench(plan: plan).run())
    case .stores(let groups):
      return try StoreBench(groups: groups, plan: plan).run()
    case .liveAppend(let groups):
      return Outcome(times: try LiveBench(groups: groups, plan: plan).run())
    case .imports(let groups):
      return try ImportBench(groups: groups, plan: plan).run()
    case .steps(let last, let groups):
      return Outcome(fingerprint: try Steps(last: last, groups: groups).run())
    }
  }
}
