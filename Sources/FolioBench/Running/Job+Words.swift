// A job as a word of the command line: `time:10000`, `memory:10000`,
// `stream-memory:10000`, `numbers`, `depth`,
// `tax-rules`, `series`, `stores:1000`, `live-append:10000`, `import:10000`, `steps:book:2000`.
extension Job {
  init?(_ word: String) {
    let parts = word.split(separator: ":").map(String.init)
    if parts.count == 3, parts[0] == "steps" {
      guard let last = Steps.Last(rawValue: parts[1]), let groups = Int(parts[2]), groups > 0
      else { return nil }
      self = .steps(last, groups: groups)
      return
    }
    let groups = parts.count == 2 ? Int(parts[1]) : nil
    switch (parts.first, groups) {
    case ("time", let groups?) where groups > 0: self = .time(groups: groups)
    case ("memory", let groups?) where groups > 0: self = .memory(groups: groups)
    case ("stream-memory", let groups?) where groups > 0: self = .streamMemory(groups: groups)
    case ("stores", let groups?) where groups > 0: self = .stores(groups: groups)
    case ("numbers", nil) where parts.count == 1: self = .numbers
    case ("depth", nil) where parts.count == 1: self = .depth
    case ("tax-rules", nil) where parts.count == 1: self = .taxRules
    case ("series", nil) where parts.count == 1: self = .series
    case ("live-append", let groups?) where groups > 0: self = .liveAppend(groups: groups)
    case ("import", let groups?) where groups > 0: self = .imports(groups: groups)
    default: return nil
    }
  }

  var word: String {
    switch self {
    case .time(let groups): "time:\(groups)"
    case .memory(let groups): "memory:\(groups)"
    case .streamMemory(let groups): "stream-memory:\(groups)"
    case .numbers: "numbers"
    case .depth: "depth"
    case .taxRules: "tax-rules"
    case .series: "series"
    case .stores(let groups): "stores:\(groups)"
    case .liveAppend(let groups): "live-append:\(groups)"
    case .imports(let groups): "import:\(groups)"
    case .steps(let last, let groups): "steps:\(last.rawValue):\(groups)"
    }
  }
}
