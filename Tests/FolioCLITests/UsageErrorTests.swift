import Testing

@testable import FolioCLI
@testable import TestSupport

struct UsageErrorTests {
  private static let transcript = """
    $ folio
    folio: name a command, such as 'folio holdings LEDGER'. 'folio --help' lists the commands.
    $ folio holdigns
    folio: there is no command 'holdigns'. Did you mean 'holdings'?
    $ folio gains
    folio: 'gains' needs a ledger. Name a file, or '-' for standard input. Or set FOLIO_STORE.
    $ folio gains --formt json x
    folio: there is no option '--formt'. Did you mean '--format'?
    $ folio gains --format jsn x
    folio: --format cannot be 'jsn'. Did you mean 'json'? It is one of table, json, csv, \
    markdown, html.
    $ folio gains --format
    folio: --format needs a FORMAT. For example: --format json
    $ folio gains --format --from 2024 x
    folio: --format needs a FORMAT, but '--from' follows. For example: --format json, or \
    --format=--from if that is the value.
    $ folio gains --strict=yes x
    folio: --strict takes no value, but 'yes' is given. Write just --strict.
    $ folio gains --base usd x
    folio: --base: 'usd' is not a currency code. Did you mean 'USD'?
    $ folio gains --base usd! x
    folio: --base: 'usd!' is not a currency code. Write a code such as USD, EUR or BTC.
    $ folio gains --from 2024-02-30 x
    folio: --from: '2024-02-30' is not a day: that month has 29 days. Write YYYY-MM-DD, YYYY-MM, \
    YYYY or 'today'.
    $ folio gains --from 2024-13 x
    folio: --from: '2024-13' is not a day: there is no month 13. Write YYYY-MM-DD, YYYY-MM, YYYY \
    or 'today'.
    $ folio gains --from 24 x
    folio: --from: '24' is not a day. Write YYYY-MM-DD, YYYY-MM, YYYY or \
    'today'.
    $ folio gains --from 2025 --to 2024 x
    folio: --from 2025-01-01 is later than --to 2024-12-31. Exchange the two.
    $ folio gains --tax-year 24 x
    folio: --tax-year: '24' is not a tax year. Write 2024, or under the rules uk also 2024/25.
    $ folio gains --tax-year 2024/26 x
    folio: --tax-year: '2024/26' is not a tax year. Write 2024, or under the rules uk also 2024/25.
    $ folio gains --tax-year 2024 --from 2024 x
    folio: --tax-year and --from both set the period. Leave one of them out.
    $ folio tax-form --to 2024 --tax-year 2024 x
    folio: --tax-year and --to both set the period. Leave one of them out.
    $ folio lots --tax-year 2024 x
    folio: 'lots' takes no --tax-year. 'folio lots --help' shows what it takes.
    $ folio gains --tax-rules xx x
    folio: --tax-rules cannot be 'xx'. It is one of none, us, uk, ca, \
    de, pl, se, au, es, ie, fr, at, nl, in.
    $ folio gains --base EUR --base USD x
    folio: --base is given twice ('EUR' and 'USD'). Give it once.
    $ folio gains --strict --strict x
    folio: --strict is given twice. Give it once.
    $ folio check --format json x
    folio: 'check' takes no --format. 'folio check --help' shows what it takes.
    $ folio export x.json
    folio: 'export' knows no FORMAT 'x.json'. It is one of folio-json, folio-ndjson, simple, \
    coinflip, folio-csv, beancount, journal, ghostfolio, cgt-calc-raw, acb, sqlite, xlsx.
    $ folio export
    folio: 'export' needs a FORMAT: one of folio-json, folio-ndjson, simple, coinflip, \
    folio-csv, beancount, journal, ghostfolio, cgt-calc-raw, acb, sqlite, xlsx.
    $ folio export folio-jsn x
    folio: 'export' knows no FORMAT 'folio-jsn'. Did you mean 'folio-json'? It is one of \
    folio-json, folio-ndjson, simple, coinflip, folio-csv, beancount, journal, ghostfolio, \
    cgt-calc-raw, acb, sqlite, xlsx.
    $ folio import
    folio: 'import' needs a FILE. 'folio import --help' shows what it takes.
    $ folio import degiro
    folio: 'import' needs a FILE. 'folio import --help' shows what it takes.
    $ folio completions
    folio: 'completions' needs a SHELL: one of bash, zsh, fish.
    $ folio completions bsh
    folio: 'completions' knows no SHELL 'bsh'. Did you mean 'bash' or 'zsh'? It is one of bash, \
    zsh, fish.
    $ folio completions bash zsh
    folio: 'completions' has no use for 'zsh'. 'folio completions --help' shows what it takes.
    $ folio gains - -
    folio: '-' is given twice, but standard input can be read only once.
    $ folio gains -o x x
    folio: --output 'x' would overwrite a file that is read. Name another file.
    $ folio gains -format json x
    folio: there is no option '-format'. Did you mean '--format'?
    $ folio gains --f json x
    folio: there is no option '--f'. Did you mean '-f'?
    $ folio --as-off 2024 gains x
    folio: there is no option '--as-off'. Did you mean '--as-of'?
    $ folio zzzz
    folio: there is no command 'zzzz'. 'folio --help' lists the commands.
    $ folio hold
    folio: there is no command 'hold'. Did you mean 'holdings'?
    $ folio gains -fjson x
    folio: there is no option '-fjson'. Short options stand alone. Did you mean '-f json'?
    $ folio version x
    folio: 'version' has no use for 'x'. 'folio version --help' shows what it takes.
    $ folio --version gains x
    folio: 'gains' takes no --version. 'folio gains --help' shows what it takes.
    $ folio gains --version x
    folio: 'gains' takes no --version. 'folio gains --help' shows what it takes.
    $ folio gains --zzz x
    folio: there is no option '--zzz'. 'folio gains --help' shows what it takes.
    $ folio help gians
    folio: there is no command 'gians'. Did you mean 'gains'?
    $ folio gains --symbol= x
    folio: --symbol needs a SYM. For example: --symbol AAPL
    $ folio -
    folio: there is no command '-'. 'folio --help' lists the commands.
    $ folio holdigns --help
    folio: there is no command 'holdigns'. Did you mean 'holdings'?
    $ folio void file:x
    folio: 'void' needs the id of a group, after the STORE. 'folio log STORE' lists them.
    $ folio add
    folio: 'add' needs a STORE, such as file:ledger.folio. Or set FOLIO_STORE.
    $ folio log x.folio
    folio: 'log': 'x.folio' is not a store. Write file:x.folio, or sqlite:x.folio.
    $ folio init file:
    folio: 'init': 'file:' names no file. Write its path as well, such as file:ledger.folio.
    $ folio log sqlite:
    folio: 'log': 'sqlite:' names no file. Write its path as well, such as sqlite:ledger.folio.
    $ folio log file:x y
    folio: 'log' has no use for 'y'. 'folio log --help' shows what it takes.
    $ folio edit file:x
    folio: 'edit' needs a ledger. Name a file, or '-' for standard input, after the STORE.
    $ folio add file:x
    folio: 'add' needs a transaction, such as --buy AAPL --quantity 10 --price 180.25; something \
    new, such as --account eur:EUR; or a ledger.
    $ folio add file:x --deposit 5 y.json
    folio: 'add' takes the transaction of its flags or 'y.json', not both. Call it twice.
    $ folio add file:x --deposit 5 --buy AAPL
    folio: --deposit and --buy are two transactions. Call 'add' twice.
    $ folio add file:x --buy AAPL --price 5
    folio: --buy needs --quantity.
    $ folio add file:x --sell AAPL --quantity 5
    folio: --sell needs --price or --gross.
    $ folio add file:x --quantity 5
    folio: 'add' needs to know what happened. Give one of --buy, --sell, --dividend, --deposit, \
    --withdraw, --interest, --fee, --tax, --exchange, --transfer, --split.
    $ folio add file:x --account eur
    folio: --account: 'eur' is not a cash account with its currency. Write it as in eur:EUR:Bank.
    $ folio add file:x --account eur:Eur
    folio: --account: 'Eur' is not a currency code. Did you mean 'EUR'?
    $ folio add file:x --instrument :EUR
    folio: --instrument: ':EUR' is not an instrument with its currency. Write it as in SAP:EUR.
    $ folio add file:x --rate EUR:1.08
    folio: --rate: 'EUR:1.08' is not a rate. Write two currencies and how much of the second one \
    unit of the first is worth, such as EUR:USD:1.08.
    $ folio add file:x --price SAP:EUR
    folio: --price: 'SAP:EUR' is not a price. Write 180.25 for the price of the trade, or \
    SAP:180.25:EUR for a closing price.
    $ folio add file:x --balance AAPL
    folio: --balance: 'AAPL' is not a balance. Write a name and a number, such as c-usd:998.77 or \
    AAPL:12.
    $ folio add file:x --balance :12
    folio: --balance: ':12' is not a balance. Write a name and a number, such as c-usd:998.77 or \
    AAPL:12.
    $ folio add file:x --balance AAPL:1 --cash c
    folio: 'add' needs to know what happened. Give one of --buy, --sell, --dividend, --deposit, \
    --withdraw, --interest, --fee, --tax, --exchange, --transfer, --split.
    $ folio add file:x --split SAP:0:1
    folio: --split: 'SAP:0:1' is not a split. Write the symbol, the new units and the old units, \
    such as SAP:2:1.
    $ folio add file:x --exchange 5EUR=6EUR
    folio: --exchange: both amounts are in EUR. Use --transfer between accounts in one currency.
    $ folio add file:x --exchange 5EUR
    folio: --exchange: '5EUR' is not an exchange. Write what was given and what was received, such \
    as 1000EUR=1080USD.
    $ folio add file:x --transfer SAP --from a --to b
    folio: --transfer needs --quantity, or an amount of cash instead of 'SAP'.
    $ folio add file:x --transfer 7203 --quantity 5 --from a --to a
    folio: --from and --to are both 'a'. Name two accounts.
    $ folio add file:x --buy A --quantity 1 --price 1 --price 2
    folio: --price is given twice ('1' and '2'). Give it once.
    $ folio add file:x --rate EUR:USD:1.08 --notes x
    folio: 'add' needs to know what happened. Give one of --buy, --sell, --dividend, --deposit, \
    --withdraw, --interest, --fee, --tax, --exchange, --transfer, --split.
    $ folio add file:x --deposit 5 --fees 1
    folio: --fees cannot be used with --deposit. Leave it out.
    $ folio add file:x --deposit 5,5
    folio: --deposit: '5,5' is not a number. Write digits with a point before the decimals, such \
    as 1802.50.
    $ folio add file:x --deposit 5 --on 2023
    folio: --on: '2023' is not a full date. Write YYYY-MM-DD or 'today'.
    $ folio add file:x --deposit 5 --on 2023-05
    folio: --on: '2023-05' is not a full date. Write YYYY-MM-DD or \
    'today'.
    $ folio add file:x --buy A --quantity 1 --price 1 --settles 2023-02-30
    folio: --settles: '2023-02-30' is not a full date: that month has 28 days. Write YYYY-MM-DD or \
    'today'.
    $ folio settle file:x g-1 --on 2023
    folio: --on: '2023' is not a full date. Write YYYY-MM-DD or 'today'.
    $ folio export folio-json file:x -o x
    folio: --output 'x' would overwrite a file that is read. Name another file.
    $ folio gains --from 0000 x
    folio: --from: '0000' is not a day: the years are 0001 to 9999. Write YYYY-MM-DD, YYYY-MM, \
    YYYY or 'today'.
    """

  /// Each line that is typed, with the answer.
  private static let exchanges = transcript.split(separator: "$ folio").map { exchange in
    let lines = exchange.split(separator: "\n", omittingEmptySubsequences: false)
    return (line: String(lines[0]), answer: lines.dropFirst().first.map(String.init) ?? "")
  }

  @Test func `the transcript is complete`() {
    #expect(Self.exchanges.count == 83)
  }

  @Test(arguments: exchanges)
  func `a mistyped line is answered with what to type`(line: String, answer: String) {
    do throws(UsageError) {
      let invocation = try parse(line.split(separator: " ").map(String.init))
      Issue.record("\(line) was read as \(invocation)")
    } catch {
      #expect(error.message == answer)
      #expect("\(error)" == answer)
    }
  }

  @Test func `wrong usage ends the program with status 2`() {
    #expect(ExitStatus.usage == 2)
  }

  @Test func `an empty argument is a mistake and no ledger`() throws {
    let user = try #require(Flag.named("user"))
    #expect(throws: UsageError.missingValue(of: user, next: "")) {
      try parse(["gains", "--user", "", "x"])
    }
    #expect(throws: UsageError.unknownCommand("")) { try parse([""]) }
    #expect(throws: UsageError.emptyLedger(of: Command(.gains))) { try parse(["gains", ""]) }
  }

  /// Lines made at random from a fixed seed: each is read or refused, none is the end of the
  /// program.
  @Test func `no line is too odd to be answered`() {
    let words = [
      "gains", "export", "folio-json", "help", "-", "--", "-=", "--=", "=", "-f", "--format",
      "--format=json", "--from", "2024", "--to=9999-99", "-x", "", " ", "--help", "--version",
      "é", "-é", "--é=ü", "completions", "bash", "---", "--base=USD", "--strict", "-q",
    ]
    var state: UInt64 = 42
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var read = 0
    var refused = 0
    let lines = TestScale.part(of: 4_000)
    for _ in 0..<lines {
      let line = (0..<next(7)).map { _ in words[next(words.count)] }
      do throws(UsageError) {
        _ = try parse(line)
        read += 1
      } catch {
        #expect("\(error)".hasPrefix("folio: ") && "\(error)".count > 20)
        refused += 1
      }
    }
    #expect(read > lines / 40 && refused > lines / 40 && read + refused == lines)
  }
}
