/// The rows of the table, as they come.
struct Figures: Sendable {
  let plan: Plan
  private(set) var rows: [Figure] = []
  private(set) var results: [SizeResult] = []

  init(plan: Plan) { self.plan = plan }

  /// Adds a row.
  mutating func add(_ row: Figure) { rows.append(row) }

  /// The rows of one size.
  mutating func add(_ result: SizeResult) {
    results.append(result)
    for stage in [Stage.read, .check, .book, .report] { add(stage, result) }
    addAgainstDecoder("read and check", result, result.readAndCheck, target: 15)
    addAgainstDecoder(Stage.whole.title, result, result.median(.whole), target: 10)
    for stage in [Stage.journal, .trialBalance, .shuffled, .pretty, .decoder] {
      add(stage, result)
    }
    addStreams(result)
    addMemory(result)
    addLive(result)
  }

  /// Adds the stages that book the ledger while it is read. A target counts only if the job is long
  /// enough.
  private mutating func addStreams(_ result: SizeResult) {
    if plan.stages.contains(.stream), let time = result.median(.stream) {
      let counts = result.groups >= 10 * plan.targetSize
      rows.append(
        Figure(
          title: Stage.stream.title, count: result.groups, nanoseconds: time,
          bytes: result.times?.bytes[Stage.stream.rawValue],
          value: .ratio(result.groups * 1_000, time), unit: "M groups/s",
          target: counts ? .atLeast(1) : nil))
    }
    if plan.stages.contains(.twoCores), let time = result.median(.twoCores),
      let alone = result.times?.times["one-core"]?.median
    {
      let counts = result.groups >= plan.targetSize
      rows.append(
        Figure(
          title: Stage.twoCores.title, count: result.groups, nanoseconds: time,
          bytes: result.times?.bytes[Stage.stream.rawValue], value: .ratio(alone, time),
          unit: "x one core", target: counts ? .atLeast(.of(17, places: 1)) : nil))
    }
  }

  /// The rows of live books: an append in nanoseconds, and a change a year back against all
  /// groups.
  private mutating func addLive(_ result: SizeResult) {
    guard let appends = result.live?.times["append"]?.median,
      let past = result.live?.times["past"]?.median,
      let whole = result.live?.times["whole"]?.median
    else { return }
    rows.append(
      Figure(
        title: Stage.liveAppend.title, count: result.groups, nanoseconds: appends,
        value: .ratio(appends, LiveBench.appends(to: result.groups)), unit: "ns each",
        target: .atMost(2_000_000)))
    let counts = result.groups >= plan.targetSize
    rows.append(
      Figure(
        title: "change one year back", count: result.groups, nanoseconds: past,
        value: .ratio(past, whole), unit: "x booking",
        target: counts ? .atMost(.of(1, places: 1)) : nil))
  }

  /// The rows of numbers, in nanoseconds each.
  mutating func add(numbers outcome: Outcome) {
    for task in NumbersBench.Task.allCases {
      guard let time = outcome.times[task.rawValue]?.median else { continue }
      rows.append(
        Figure(
          title: task.rawValue, count: plan.numbers, nanoseconds: time,
          value: .ratio(time, plan.numbers), unit: "ns", target: .atMost(task.target)))
    }
  }

  private mutating func add(_ stage: Stage, _ result: SizeResult) {
    guard plan.stages.contains(stage), let time = result.median(stage) else { return }
    rows.append(
      Figure(
        title: stage.title, count: result.groups, nanoseconds: time,
        bytes: result.times?.bytes[stage.rawValue]))
  }

  private mutating func addAgainstDecoder(
    _ title: String, _ result: SizeResult, _ time: Int?, target: ExactDecimal
  ) {
    guard plan.stages.contains(.whole), let time else { return }
    let decoder = result.median(.decoder)
    let counts = decoder != nil && result.groups >= plan.targetSize
    rows.append(
      Figure(
        title: title, count: result.groups, nanoseconds: time,
        bytes: result.times?.bytes[Stage.read.rawValue],
        value: decoder.flatMap { .ratio($0, time) }, unit: decoder.map { _ in "x JSONDecoder" },
        target: counts ? .atLeast(target) : nil))
  }

  /// Memory is in millions of bytes.
  private mutating func addMemory(_ result: SizeResult) {
    if let peak = result.streamMemory?.peak {
      // The fixed memory of a process is as large as that of many groups.
      let counts = result.groups >= 10 * plan.targetSize
      rows.append(
        Figure(
          title: Stage.streamMemory.title, count: result.groups,
          value: .of(peak / 100_000, places: 1), unit: "MB",
          target: counts ? .atMost(.of(result.groups * 100, places: 6)) : nil))
    }
    guard let peak = result.memory?.peak else { return }
    let limit = ExactDecimal.of(result.groups * 600 + 100_000_000, places: 6)
    rows.append(
      Figure(
        title: Stage.memory.title, count: result.groups, value: .of(peak / 100_000, places: 1),
        unit: "MB", target: .atMost(limit)))
  }

  /// How the cost of a group grows from the smallest size to the largest.
  mutating func addGrowth() {
    guard plan.stages.contains(.whole), let first = results.first, let last = results.last,
      first.groups < last.groups, let before = first.median(.whole),
      let after = last.median(.whole)
    else { return }
    rows.append(
      Figure(
        title: "whole job, cost per group", count: last.groups,
        value: .ratio(after * first.groups, before * last.groups),
        unit: "x that of \(first.groups)", target: .atMost(.of(15, places: 1))))
  }

  /// The rows of sales, two for each method.
  mutating func add(depth outcome: Outcome) {
    for method in DepthBench.methods {
      let times = [plan.depth.shallow, plan.depth.deep].map {
        outcome.times[DepthBench.key(method, depth: $0)]?.median
      }
      guard let shallow = times[0], let deep = times[1] else { continue }
      addSales(method, plan.depth.shallow, shallow, value: nil)
      addSales(method, plan.depth.deep, deep, value: .ratio(deep, shallow))
    }
  }

  /// The rows of tax rules; plain booking is the measure of the others.
  mutating func add(taxRules outcome: Outcome) {
    guard let plain = outcome.times[TaxRules.none.rawValue]?.median else { return }
    for rules in TaxRulesBench.measured {
      guard let time = outcome.times[rules.rawValue]?.median else { continue }
      let isPlain = rules == .none
      rows.append(
        Figure(
          title: isPlain ? "book with gains" : "the same, tax rules \(rules.rawValue)",
          count: plan.ruledTrades, nanoseconds: time, value: isPlain ? nil : .ratio(time, plain),
          unit: isPlain ? nil : "x plain booking", target: isPlain ? nil : .atMost(3)))
    }
  }

  /// The rows of the daily series; booking is its measure.
  mutating func add(series outcome: Outcome) {
    guard let book = outcome.times["book"]?.median, let series = outcome.times["series"]?.median,
      let prices = outcome.times["prices"]?.median,
      let movements = outcome.times["movements"]?.median
    else { return }
    func add(_ title: String, _ time: Int, target: Bool) {
      rows.append(
        Figure(
          title: title, count: plan.seriesGroups, nanoseconds: time, value: .ratio(time, book),
          unit: "x booking", target: target ? .atMost(3) : nil))
    }
    add("book with movements", movements, target: false)
    add("order the prices", prices, target: false)
    add("daily value and return", series, target: true)
  }

  private mutating func addSales(
    _ method: CostBasisMethod, _ depth: Int, _ time: Int, value: ExactDecimal?
  ) {
    rows.append(
      Figure(
        title: "\(method.rawValue), \(depth) lots open", count: plan.depth.sales,
        nanoseconds: time, value: value,
        unit: value.map { _ in "x that of \(plan.depth.shallow) lots" },
        target: value.map { _ in .atMost(2) }))
  }
}
