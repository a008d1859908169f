import FolioNumbers
import Testing

@testable import FolioCLI

struct ParsingTests {
  private func read(_ line: String) throws(UsageError) -> Invocation {
    try parse(line.split(separator: " ").map(String.init))
  }

  @Test func `ledgers keep their order, and standard input is one of them`() throws {
    let invocation = try read("check b.json - a.json")
    #expect(invocation.command == .check)
    #expect(invocation.ledgers == ["b.json", "-", "a.json"])
    #expect(invocation.options == Options())
  }

  @Test func `a tax rate is a ratio or a percentage`() throws {
    for (text, rate) in [("0.2", "0.2"), ("20%", "0.2"), ("26.375%", "0.26375")] {
      let invocation = try read("what-if --sell A --quantity 1 --tax-rate \(text) l")
      #expect(try invocation.options.supposed.taxRate == ExactDecimal(rate))
    }
    let line = "what-if --sell A --quantity 1 --rate-short 37% --rate-long 20% l"
    #expect(try read(line).options.supposed.longRate == ExactDecimal("0.2"))
    #expect(throws: UsageError.self) { try read("what-if --sell A --quantity 1% l") }
    #expect(throws: UsageError.self) {
      try read("what-if --sell A --quantity 1 --tax-rate x% l")
    }
  }

  @Test func `every flag of a report is kept`() throws {
    let line = """
      gains --as-of 2024-12-31 --from=2024 --to today -b EUR --method specific --lot-scope=account \
      --date-basis settlement --exclude-pending -s AAPL --symbol MSFT -a c1 --account=c2 -u 7 \
      --format csv -o out.csv --color never --strict -q --fee-treatment expense l
      """
    var expected = Options()
    expected.asOf = .day(Day("2024-12-31"))
    expected.from = .day(Day("2024-01-01"))
    expected.to = .today
    expected.booking.baseCurrency = Currency("EUR")
    expected.booking.method = .specific
    expected.booking.lotScope = .account
    expected.booking.dateBasis = .settlement
    expected.booking.excludesPending = true
    expected.symbols = ["AAPL", "MSFT"]
    expected.accounts = ["c1", "c2"]
    expected.user = "7"
    expected.format = .csv
    expected.output = "out.csv"
    expected.color = .never
    expected.strict = true
    expected.quiet = true
    expected.booking.feeTreatment = .expense
    let invocation = try read(line)
    #expect(invocation.options == expected)
    #expect(invocation.ledgers == ["l"])
  }

  @Test(arguments: [
    "gains --format json x", "gains --format=json x", "gains -f json x", "gains -f=json x",
    "--format json gains x", "gains x --format json", "gains --format json -- x",
  ]) func `a flag may be written in several ways and stand anywhere`(line: String) throws {
    var expected = Invocation(command: Command(.gains), ledgers: ["x"])
    expected.options.format = .json
    #expect(try read(line) == expected)
  }

  @Test func `a value may hold an equals sign, or start with a dash after one`() throws {
    #expect(try read("gains --user=a=b x").options.user == "a=b")
    #expect(try read("gains --user=-7 x").options.user == "-7")
  }

  @Test func `two dashes end the flags`() throws {
    #expect(try read("gains -- --strict -f").ledgers == ["--strict", "-f"])
    #expect(try read("-- check x").command == .check)
  }

  @Test func `standard output may be named`() throws {
    #expect(try read("gains -o - -").options.output == nil)
    #expect(try read("gains -o - -").ledgers == ["-"])
  }

  @Test func `export and completions take their word first`() throws {
    let export = try read("export folio-ndjson a b")
    #expect(export == Invocation(command: .export, operand: "folio-ndjson", ledgers: ["a", "b"]))
    #expect(try read("completions zsh") == Invocation(command: .completions, operand: "zsh"))
  }

  @Test(arguments: [
    ("help", nil), ("--help", nil), ("-h", nil), ("--color --help", nil),
    ("help gains", "gains"), ("gains --help", "gains"), ("gains -h", "gains"),
    ("--help gains", "gains"), ("gains --bogus --format --help", "gains"),
    ("--color never gains --help", "gains"),
  ]) func `help is given whatever else the line says`(line: String, about: String?) throws {
    #expect(try read(line) == Invocation(command: .help, operand: about))
  }

  @Test(arguments: ["version", "--version", "-V"])
  func `the version can be asked for`(line: String) throws {
    #expect(try read(line) == Invocation(command: .version))
  }

  @Test func `help after two dashes is a file`() throws {
    #expect(try read("gains -- --help").ledgers == ["--help"])
  }
}
