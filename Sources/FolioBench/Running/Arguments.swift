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
    var rest = CommandWords(words)
    while let word = rest.next() {
      switch word {
      case "--help", "-h": wantsHelp = true
      case "--tiny": break
      case "--groups": plan.sizes = try rest.numbers(of: word, in: Self.counts).sorted()
      case "--runs": plan.runs = try rest.number(of: word, in: Self.counts)
      case "--stages": plan.stages = Set(try rest.choices(of: word))
      case "--format": format = try rest.choice(of: word)
      case "--clock": plan.clock = try rest.choice(of: word)
      case "--job":
        let text = try rest.value(of: word)
        guard let job = Job(text) else { throw UsageFault("\(word) does not know \(text)") }
        self.job = job
      default: throw UsageFault("unknown option \(word); --help lists what there is")
      }
    }
  }

  private static let counts = 1...10_000_000
}
