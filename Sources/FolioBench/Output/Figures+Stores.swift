extension Figures {
  /// The rows of stores of one size. A target counts if the store is large enough.
  mutating func add(stores outcome: Outcome, groups: Int) {
    let counts = groups >= plan.targetSize
    for kind in StoreBench.kinds.map(\.name) {
      func time(_ task: StoreBench.Task) -> Int? {
        outcome.times["\(kind)-\(task.rawValue)"]?.median
      }
      for (stage, task) in Self.reading {
        guard plan.stages.contains(stage), let time = time(task) else { continue }
        add(
          Figure(
            title: "\(kind): \(stage.title)", count: groups, nanoseconds: time,
            value: .ratio(time, 1_000_000), unit: "ms",
            target: counts ? .atMost(stage == .storeOpen ? 250 : 2) : nil))
      }
      let plain = outcome.times["plain"]?.median
      for (stage, task) in Self.writing {
        guard plan.stages.contains(stage), let time = time(task) else { continue }
        add(
          Figure(
            title: "\(kind): \(stage.title)", count: groups, nanoseconds: time,
            value: plain.flatMap { .ratio(time, $0) }, unit: plain.map { _ in "x SQLite insert" },
            target: counts && plain != nil ? .atMost(3) : nil))
      }
    }
    if plan.stages.contains(.storeChange) { addSync(outcome, groups, counts) }
    if plan.stages.contains(.storeChange), let time = outcome.times["memory-change"]?.median {
      add(
        Figure(
          title: "memory: \(Stage.storeChange.title)", count: groups, nanoseconds: time,
          value: .ratio(time, 1_000), unit: "µs", target: counts ? .atMost(20) : nil))
    }
    if plan.stages.contains(.storeAppend),
      let time = outcome.times[StoreBench.Task.longestAppend.rawValue]?.median
    {
      add(
        Figure(
          title: "file: longest append while rewriting", count: groups, nanoseconds: time,
          value: .ratio(time, 1_000_000), unit: "ms"))
    }
    if let document = outcome.bytes["document"], let file = outcome.bytes["file"] {
      add(
        Figure(
          title: "file: journal and cache", count: groups, bytes: file,
          value: .ratio(file, document), unit: "x document",
          target: counts ? .atMost(.of(14, places: 1)) : nil))
    }
  }

  private mutating func addSync(_ outcome: Outcome, _ groups: Int, _ counts: Bool) {
    for kind in StoreBench.kinds.map(\.name) {
      for (title, task) in [("sync of one change", StoreBench.Task.sync), ("rewriting", .rewrite)] {
        guard let time = outcome.times["\(kind)-\(task.rawValue)"]?.median else { continue }
        add(
          Figure(
            title: "\(kind): \(title)", count: groups, nanoseconds: time,
            value: .ratio(time, 1_000_000), unit: "ms",
            target: counts && task == .sync ? .atMost(20) : nil))
      }
    }
  }

  private static let reading: [(Stage, StoreBench.Task)] = [
    (.storeOpen, .open), (.storePage, .page), (.storeID, .id),
  ]
  private static let writing: [(Stage, StoreBench.Task)] = [
    (.storeAppend, .append), (.storeChange, .change),
  ]
}
