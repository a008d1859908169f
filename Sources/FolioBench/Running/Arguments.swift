/// The command line, taken apart.
struct Arguments: Sendable {
  /// In which form the table is written.
  enum Format: String, Sendable, CaseIterable { case table, json }

  var plan = Plan()
  var format = Format.table
  /// Only the help is wanted.
  var wantsHelp = false
  /// Everything is measured small.
  var isTiny = false
  /// This process is to do one job and to print its outcome. Hidden: for the program itself.
  var job: Job?

  static let help = """
    folio-bench [--groups N[,N...]] [--runs R] [--stages STAGE[,STAGE...]]
                [--clock processor|wall] [--format table|json] [--tiny]

    Generates ledgers and measures every stage, each size in a process of its own.

      --groups   numbers of transaction groups; 10000,100000,1000000 where left out
      --runs     how often each time is taken, 5 where left out; the median is shown
      --stages   what to measure: \(Stage.allCases.map(\.rawValue).joined(separator: ", "));
                 everything where left out
      --clock    processor, the time that the program has run, or wall, the time that
                 has passed; on an idle machine they are the same
      --format   table, or json for programs
      --tiny     everything with at most 200 groups, to see that it works

    """

  /// - Parameter words: the command line without the name of the program.
  init(_ words: [String]) throws(UsageFault) {
    if words.contains("--tiny") {
      plan = .tiny
      isTiny = true
    }
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--help", "-h": wantsHelp = true
      case "--tiny": break
      case "--groups": plan.sizes = try Self.numbers(word, rest.popFirst()).sorted()
      case "--runs": plan.runs = try Self.number(word, rest.popFirst())
      case "--stages": plan.stages = try Self.stages(word, rest.popFirst())
      case "--format": format = try Self.choice(word, rest.popFirst())
      case "--clock": plan.clock = try Self.choice(word, rest.popFirst())
      case "--job": job = try Self.job(word, rest.popFirst())
      default: throw UsageFault("unknown option \(word); --help lists what there is")
      }
    }
  }

  private static func value(_ option: String, _ word: String?) throws(UsageFault) -> String {
    guard let word else { throw UsageFault("\(option) needs a value") }
    return word
  }

  private static func number(_ option: String, _ word: String?) throws(UsageFault) -> Int {
    let text = try value(option, word)
    guard let number = Int(text), number > 0, number <= 10_000_000 else {
      throw UsageFault("\(option) takes numbers from 1 to 10000000, not \(text)")
    }
    return number
  }

  private static func numbers(_ option: String, _ word: String?) throws(UsageFault) -> [Int] {
    var numbers: [Int] = []
    for part in try value(option, word).split(separator: ",", omittingEmptySubsequences: false) {
      numbers.append(try number(option, String(part)))
    }
    return numbers
  }

  private static func stages(_ option: String, _ word: String?) throws(UsageFault) -> Set<Stage> {
    var stages: Set<Stage> = []
    for part in try value(option, word).split(separator: ",") {
      guard let stage = Stage(rawValue: String(part)) else {
        let known = Stage.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageFault("\(option) does not know \(part); it takes \(known)")
      }
      stages.insert(stage)
    }
    return stages
  }

  /// A word out of a few.
  private static func choice<Choice>(
    _ option: String, _ word: String?
  ) throws(UsageFault) -> Choice
  where Choice: RawRepresentable<String> & CaseIterable {
    let text = try value(option, word)
    if let choice = Choice(rawValue: text) { return choice }
    let known = Choice.allCases.map(\.rawValue).joined(separator: " or ")
    throw UsageFault("\(option) takes \(known), not \(text)")
  }

  private static func job(_ option: String, _ word: String?) throws(UsageFault) -> Job {
    let text = try value(option, word)
    guard let job = Job(text) else { throw UsageFault("\(option) does not know \(text)") }
    return job
  }
}

/// A command line that can't be understood.
struct UsageFault: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
