/// The command line, taken apart.
struct Arguments: Sendable {
  /// How many inputs are tried, where `seconds` does not end it before.
  var count = 100_000
  /// When no further chunk is begun.
  var seconds: Int?
  var seed: UInt64 = 1
  /// The number of the first input.
  var first = 0
  /// How many inputs one process tries.
  var chunk = 20_000
  /// How many inputs a process tries at once.
  var threads = 1
  /// How long a chunk may take before it counts as hanging, in seconds.
  var patience = 600
  /// Folders and files of ledgers that are mutated.
  var ledgers: [String] = []
  /// The folder of files of other programs that are mutated instead.
  var imports: String?
  /// The recorded table of mistakes in those files that is compared with the one of today.
  var mutations: String?
  /// Whether the table of today is recorded there.
  var isRecording = false
  /// Where inputs are written that something went wrong with.
  var failures = ".build/fuzz"
  /// Print this input and do nothing else.
  var shown: Int?
  /// This process is to try its inputs itself. Hidden: for the program itself.
  var isChild = false
  var wantsHelp = false

  static let help = """
    folio-fuzz [--count N] [--seconds S] [--seed N] [--from N] [--chunk N] [--threads N]
               [--patience S] [--failures DIR] [--show N] LEDGER-OR-FOLDER...
    folio-fuzz --imports FOLDER [OPTIONS]
    folio-fuzz --imports FOLDER --mutations TABLE [--record]

    Mutates ledgers and reads, checks, books and reports each in process. Input N of a seed is
    always the same, as long as the ledgers are.

      --count     how many inputs, 100000 where left out
      --seconds   begin nothing new after so long
      --seed      which inputs; 1 where left out
      --from      the number of the first input
      --chunk     how many inputs one process tries
      --threads   how many inputs it tries at once; above 1 each ledger is also booked by several
                  threads at once, and every fourth while it is read, on two cores
      --patience  how many seconds a chunk may take before it counts as hanging
      --failures  the folder for inputs that something went wrong with
      --show      print one input
      --imports   mutate the files of other programs in a folder, the rules in the program and
                  files of answers, and import each; all have to be accounted for
      --mutations plant mistakes into those files instead, print each that the import accepts in
                  silence, and fail if more are silent than the table says
      --record    write the table

    The ledgers are files of JSON, or folders with such files; of a case of the specification
    its "ledger" is taken. Exit status 1 says that something went wrong.

    """

  /// - Parameter words: the command line without the name of the program.
  init(_ words: [String]) throws(UsageFault) {
    var rest = CommandWords(words)
    while let word = rest.next() {
      switch word {
      case "--help", "-h": wantsHelp = true
      case "--count": count = try rest.number(of: word, in: 0...Int.max)
      case "--seconds": seconds = try rest.number(of: word, in: 0...Int.max)
      case "--seed": seed = UInt64(try rest.number(of: word, in: 0...Int.max))
      case "--from": first = try rest.number(of: word, in: 0...Int.max)
      case "--chunk": chunk = max(1, try rest.number(of: word, in: 0...Int.max))
      case "--threads": threads = max(1, try rest.number(of: word, in: 0...Int.max))
      case "--patience": patience = try rest.number(of: word, in: 0...Int.max)
      case "--show": shown = try rest.number(of: word, in: 0...Int.max)
      case "--failures": failures = try rest.value(of: word)
      case "--imports": imports = try rest.value(of: word)
      case "--mutations": mutations = try rest.value(of: word)
      case "--record": isRecording = true
      case "--child": isChild = true
      default:
        if word.hasPrefix("-") {
          throw UsageFault("unknown option \(word); --help lists what there is")
        }
        ledgers.append(word)
      }
    }
    if ledgers.isEmpty, imports == nil, !wantsHelp {
      throw UsageFault("name ledgers to mutate")
    }
  }

  /// The numbers of all requested inputs.
  var range: Range<Int> { first..<first + count }

  /// The command line of a process that tries some of the inputs itself.
  func words(for range: Range<Int>) -> [String] {
    [
      "--child", "--seed", String(seed), "--from", String(range.lowerBound),
      "--count", String(range.count), "--threads", String(threads),
    ] + (imports.map { ["--imports", $0] } ?? []) + ledgers
  }
}
