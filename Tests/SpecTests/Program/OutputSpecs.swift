import Foundation
import Testing

/// What `--output` and standard output may be, with the built program and real files.
struct OutputSpecs {
  private static let ledger = """
    {"settings": {"base_currency": "USD"},
     "portfolio_cash_accounts": [{"id": "c", "currency": "USD"}],
     "transaction_groups": [{"id": "g", "group_type": "deposit",
      "occurred_at": "2024-03-01", "cash_transactions": [{"id": "l", "cash_account_id": "c",
      "leg_type": "deposit", "direction": "in", "amount": "5", "currency": "USD"}]}]}

    """

  /// A folder with a ledger, links to it, prices, a folder of ledgers and a store.
  private func program() throws -> Program {
    let program = try Program()
    try program.write(Self.ledger, to: "l.json")
    try program.write("date,from,to,rate\n2024-01-01,EUR,USD,1.1\n", to: "rates.csv")
    for folder in ["sub", "each"] {
      try FileManager.default.createDirectory(
        atPath: program.path(folder), withIntermediateDirectories: true)
    }
    try program.write(Self.ledger, to: "each/a.json")
    try FileManager.default.createSymbolicLink(
      atPath: program.path("link"), withDestinationPath: "l.json")
    try FileManager.default.linkItem(atPath: program.path("l.json"), toPath: program.path("hard"))
    #expect(try program.run("init", "file:s.folio", "l.json").status == 0)
    try program.write("an older version", to: "s.folio.1")
    try program.write("a memory", to: "s.folio.sync-12345678")
    try FileManager.default.copyItem(
      atPath: program.path("s.folio"), toPath: program.path("copy.folio"))
    return program
  }

  /// Every file of a folder and of those in it, with its contents.
  private func contents(_ program: Program) -> [String: String] {
    var found: [String: String] = [:]
    for name in FileManager.default.enumerator(atPath: program.folder.path) ?? .init() {
      if let name = name as? String { found[name] = program.text(name) ?? "" }
    }
    return found
  }

  private static let inputs = [
    "holdings l.json -o ./l.json", "holdings l.json -o sub/../l.json", "holdings l.json -o link",
    "holdings l.json -o hard", "holdings ./l.json -o l.json", "holdings link -o l.json",
    "holdings hard -o l.json", "holdings l.json -o //$PWD/l.json",
    "holdings each/../l.json -o sub/../hard",
    "export folio-json l.json -o ./l.json", "export simple l.json -o ./l.json",
    "snapshot l.json --as-of 2024 -o ./l.json", "import simple l.json -o ./l.json",
    "leaderboard l.json -o ./l.json", "explain g l.json -o ./l.json",
    "holdings l.json --rates rates.csv -o ./rates.csv",
    "positions l.json --prices rates.csv -o sub/../rates.csv",
    "holdings --each file each -o each/a.json", "holdings --each file each -o ./each/a.json",
    "holdings --each file each -o each/new.json", "cash --each line each -o each/new.ndjson",
    "holdings --each file each l.json -o hard", "holdings - -o ./l.json < l.json",
    "holdings - -o hard < l.json", "holdings l.json -o /dev/stdin < l.json",
    "holdings l.json -o /dev/fd/3 3<> l.json", "holdings l.json -o /dev/stdout >> l.json",
    "holdings l.json >> l.json", "holdings l.json >> hard", "export folio-ndjson l.json >> l.json",
    "check l.json 2>> l.json",
    "holdings - < l.json >> l.json",
  ]

  private static let stores = [
    "log file:s.folio -o s.folio", "log file:s.folio -o ./s.folio",
    "holdings file:s.folio -o ./s.folio", "holdings file:./s.folio -o s.folio",
    "holdings file:s.folio -o s.folio.lock", "holdings file:s.folio -o s.folio.1",
    "holdings file:s.folio -o s.folio.3", "holdings file:s.folio -o sub/../s.folio.partial",
    "holdings file:s.folio -o s.folio.sync-12345678", "holdings file:s.folio -o s.folio.sync-0a",
    "holdings file:s.folio -o s.folio.device", "holdings file:s.folio -o S.FOLIO.LOCK",
    "holdings sqlite:b.db -o b.db-wal", "holdings sqlite:b.db -o ./b.db",
    "export folio-ndjson --salvage file:s.folio -o ./s.folio", "log file:s.folio >> s.folio",
    "log file:s.folio 2>> s.folio.1", "sync file:s.folio file:./s.folio",
    "add file:s.folio s.folio.1", "edit file:s.folio s.folio.sync-12345678",
    "sync file:s.folio file:s.folio.1",
    // Stores that nothing names as such.
    "holdings l.json -o s.folio", "holdings l.json -o ./s.folio.lock",
    "holdings file:copy.folio -o s.folio", "holdings file:s.folio.1 -o sub/../s.folio",
    "FOLIO_STORE=s.folio holdings l.json -o s.folio",
    // Lines that can't be read.
    "holdings l.json --nope 2>> l.json", "bogus l.json 2>> l.json",
    "add file:s.folio --nope 2>> s.folio", "cash --rates=rates.csv --nope 2>> rates.csv",
  ]

  /// Stores that nothing names, as files that are open already. Only Linux tells their names.
  #if os(Linux)
  private static let unnamed = [
    "holdings l.json >> s.folio", "holdings l.json >> s.folio.1", "check l.json 2>> s.folio",
    "--version >> s.folio",
  ]
  #else
  private static let unnamed: [String] = []
  #endif

  private static let configured = [
    "FOLIO_STORE=file:s.folio holdings l.json -o s.folio",
    "FOLIO_STORE=file:s.folio holdings l.json -o ./s.folio.lock",
    "FOLIO_STORE=file:s.folio holdings -o s.folio", "FOLIO_STORE=file:s.folio log -o s.folio.2",
    "FOLIO_REMOTE=file:s.folio holdings l.json -o s.folio",
    "FOLIO_REMOTE=file:s.folio cash l.json -o s.folio.1",
    "FOLIO_CONFIG=set.json holdings l.json -o ./set.json",
    "FOLIO_CONFIG=set.json holdings l.json -o s.folio",
    "FOLIO_CONFIG=set.json holdings l.json -o other.folio.lock",
    "FOLIO_STORE=memory: FOLIO_CONFIG=set.json holdings l.json -o s.folio",
    "FOLIO_STORE=file:s.folio holdings --each file each -o s.folio",
    "FOLIO_STORE=file:s.folio help >> s.folio", "FOLIO_STORE=file:s.folio --version >> s.folio",
    "FOLIO_STORE=file:s.folio completions bash >> s.folio.1",
  ]

  @Test("nothing that is read and no file of a store is overwritten, whatever leads there")
  func refused() throws {
    let program = try program()
    try program.write(
      #"{"store": "file:s.folio", "remote": "file:other.folio"}"#, to: "set.json")
    let before = contents(program)
    for line in Self.inputs + Self.stores + Self.unnamed + Self.configured {
      let answer = try program.run(shell: Self.script(line))
      #expect(answer.status == 2, "\(line): \(answer.text)\(answer.message)")
      let isSilent = line.contains("2>>")
      #expect(answer.message.isEmpty == isSilent, "\(line)")
      #expect(contents(program) == before, "\(line)")
    }
  }

  /// A line as one types it, with variables in front and what the shell does behind.
  private static func script(_ line: String) -> String {
    let words = line.split(separator: " ").map(String.init)
    let variables = words.prefix { $0.hasPrefix("FOLIO_") }
    return (variables + ["\"$1\""] + words.dropFirst(variables.count)).joined(separator: " ")
  }

  @Test("a file of answers is filled in step by step, and is no place for the ledger")
  func answers() throws {
    let program = try Program()
    try program.write(
      """
      Account Number,Trade Date,Transaction Type,Symbol,Shares,Net Amount
      12345678,2024-01-29,Transfer (incoming),QXA,10.0,0.0
      12345678,2024-01-28,Transfer (incoming),QXB,10.0,0.0
      12345678,2024-01-02,Funds Received,,0.0,100.00

      """, to: "v.csv")
    let refused = try program.run("import", "v.csv", "--answers", "a.json", "-o", "./a.json")
    #expect(refused.status == 2 && !FileManager.default.fileExists(atPath: program.path("a.json")))
    let script = "\"$1\" import v.csv --answers a.json -o o.json"
    let first = try program.run(shell: script)
    #expect(first.message.contains("wrote 2 open questions to a.json"), "\(first.message)")
    let text = try String(contentsOfFile: program.path("a.json"), encoding: .utf8)
    let answer = try #require(text.range(of: #""cost": null, "acquired": null"#))
    try program.write(
      text.replacingCharacters(in: answer, with: #""cost": "80", "acquired": "2020-01-02""#),
      to: "a.json")
    let second = try program.run(shell: script)
    #expect(second.message.contains("wrote 1 open question to a.json"), "\(second.message)")
    #expect(try String(contentsOfFile: program.path("a.json"), encoding: .utf8).contains("\"80\""))
  }

  @Test("the refusal names both")
  func message() throws {
    let program = try program()
    let lines = [
      ("holdings l.json -o ./l.json", "'./l.json' would overwrite a file that is read: 'l.json'"),
      ("holdings - -o hard < l.json", "'hard' would overwrite a file that is read: standard input"),
      ("log file:s.folio -o s.folio.1", "would overwrite a file of the store file:s.folio"),
      ("cash --each file each -o each/b.json", "would overwrite a ledger of 'each'"),
      ("cash l.json >> l.json", "standard output would overwrite a file that is read: 'l.json'"),
      ("add file:s.folio s.folio.1", "'s.folio.1' is a file of the store file:s.folio"),
    ]
    for (line, words) in lines {
      let answer = try program.run(shell: Self.script(line))
      #expect(answer.message.contains(words), "\(answer.message)")
      #expect(answer.message.hasPrefix("folio: ") && answer.message.hasSuffix(".\n"))
    }
  }

  @Test("everything else is written, and an earlier report is replaced with its mode")
  func written() throws {
    let program = try program()
    let expected = try program.run("cash", "l.json").text
    try program.write("an earlier report", to: "old.txt")
    chmod(program.path("old.txt"), 0o640)
    for path in ["old.txt", "new.txt", "sub/new.txt", "each/new.csv", "l.json.txt", "s.folio.csv"] {
      let answer = try program.run(
        ["cash", "l.json", "--output", path].map { Array($0.utf8) }, shell: "umask 022; exec \"$@\""
      )
      #expect(answer.status == 0 && answer.output.isEmpty, "\(path): \(answer.message)")
      #expect(program.text(path) == expected)
      #expect(program.mode(of: path) == (path == "old.txt" ? 0o640 : 0o644), "\(path)")
    }
    for line in [
      "cash l.json -o -", "cash l.json -o /dev/stdout", "cash l.json -o /dev/fd/1",
      "cash l.json -o /dev/stderr 2>&1", "cash l.json -o /dev/fd/9 9>&1",
      "cash l.json -o /dev/stdout | cat", "cash l.json -o /dev/stdout > copy; cat copy",
      "cash - < l.json", "cash /dev/stdin < l.json", "cat l.json | \"$1\" cash /dev/stdin",
      "cash l.json -o /dev/null; \"$1\" cash l.json",
    ] {
      let script = line.hasPrefix("cat ") ? line : Self.script(line)
      #expect(try program.run(shell: script).text == expected, "\(line)")
    }
    #expect(!program.names.contains { $0.contains("partial") })
  }

  @Test("standard output that is appended to keeps what was there")
  func appended() throws {
    let program = try program()
    try program.write("before\n", to: "log.txt")
    try program.run(shell: Self.script("cash l.json -o /dev/stdout >> log.txt"))
    #expect(program.text("log.txt")?.hasPrefix("before\nCash") == true)
  }

  @Test("a link at the place of the output is replaced, and what it leads to stays as it is")
  func link() throws {
    let program = try program()
    try program.write("a victim", to: "victim.txt")
    chmod(program.path("victim.txt"), 0o600)
    for target in ["victim.txt", "nowhere.txt"] {
      try? FileManager.default.removeItem(atPath: program.path("planted"))
      try FileManager.default.createSymbolicLink(
        atPath: program.path("planted"), withDestinationPath: target)
      #expect(try program.run("cash", "l.json", "-o", "planted").status == 0)
      #expect(program.text("planted")?.hasPrefix("Cash") == true)
      #expect(program.text("victim.txt") == "a victim")
      #expect(!program.names.contains("nowhere.txt"))
      #expect(program.mode(of: "planted") == (target == "victim.txt" ? 0o600 : 0o644))
    }
    for target in ["/dev/null", "sub"] {
      try? FileManager.default.removeItem(atPath: program.path("planted"))
      try FileManager.default.createSymbolicLink(
        atPath: program.path("planted"), withDestinationPath: target)
      #expect(try program.run("cash", "l.json", "-o", "planted").status == 3)
    }
  }

  @Test("a write that fails leaves the earlier report, and no other file")
  func failed() throws {
    let program = try program()
    try program.write("an earlier report", to: "old.txt")
    let before = contents(program)
    // With no room for the message either.
    let full = try program.run(shell: "ulimit -f 0; exec \"$1\" cash l.json -o old.txt")
    #expect(full.status == 3 && contents(program) == before, "\(full)")
    for line in [
      "exec \"$1\" cash l.json -o sub", "exec \"$1\" cash l.json -o sub/",
      "exec \"$1\" cash l.json -o none/old.txt", "exec \"$1\" cash l.json -o /dev/full",
      "exec \"$1\" cash l.json -o /dev/fd/77", "exec \"$1\" cash l.json >&-",
    ] {
      let answer = try program.run(shell: line)
      #expect(answer.status == 3, "\(line): \(answer.message)")
      #expect(answer.message.hasPrefix("folio: the output cannot be written: "), "\(line)")
      #expect(contents(program) == before, "\(line)")
    }
  }

  @Test("a store is not written into in place of a closed standard error")
  func closedDescriptors() throws {
    let program = try program()
    for closed in ["2>&-", "<&- >&- 2>&-", ">&- 2>&-"] {
      let line = Self.script("add file:s.folio --deposit 5 --on 2024-05-01 \(closed)")
      #expect(try program.run(shell: line).status == 0, "\(closed)")
      #expect(try program.run("check", "file:s.folio").status == 0, "\(closed)")
    }
    let log = try program.run("log", "file:s.folio", "-f", "csv").text
    #expect(log.split(separator: "\r\n").count == 5)
  }

  @Test("a signal leaves no file behind, and is what ends the program")
  func signals() throws {
    let program = try program()
    try program.write("an earlier report", to: "old.txt")
    #expect(mkfifo(program.path("wait"), 0o600) == 0)
    let before = program.names
    // The program opens its output, and then waits for what the pipe has to say.
    let pipe = open(program.path("wait"), O_RDWR | O_CLOEXEC)
    defer { close(pipe) }
    for number in [SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGALRM, SIGUSR1, SIGXCPU] {
      let answer = try program.run(
        "cash", "--each", "line", "wait", "-o", "old.txt", shell: "ulimit -c 0; exec \"$@\"",
        signal: number
      ) { program.names.contains { $0.hasSuffix(".partial") } }
      #expect(answer.signal == number)
      #expect(program.names == before, "signal \(number)")
      #expect(program.text("old.txt") == "an earlier report")
    }
  }

  @Test("a signal that the caller ignores is ignored")
  func ignored() throws {
    let program = try program()
    let script = "trap '' HUP; \"$1\" cash l.json -o new.txt & kill -HUP $!; wait $!"
    #expect(try program.run(shell: script).status == 0)
    #expect(program.text("new.txt")?.hasPrefix("Cash") == true)
  }

  @Test("a pipe that nobody reads ends the program as it ends others")
  func closedPipe() throws {
    let program = try program()
    let answer = try program.run(shell: "(\"$1\" journal l.json; echo $? >&2) | true")
    #expect(["141\n", "0\n"].contains(answer.message))
    let ignored = try program.run(
      shell: "trap '' PIPE; mkfifo p; (exec 3< p; sleep 0) & \"$1\" help > p; echo $?")
    #expect(["0\n", "3\n"].contains(ignored.text), "\(ignored)")
  }
}
