import Folio
import Testing

@testable import TestSupport

/// Commands that book a ledger while it is read print what they print of the whole: on standard
/// output, on standard error, and by their status.
struct StreamCommandSpecs {
  private static let commands = [
    "holdings", "cash", "gains", "lots", "trial-balance", "positions", "pnl", "balance-sheet",
    "income-statement", "income", "journal",
  ]

  /// The rows of the journal are rendered while they are read if they need no widths. Warnings of
  /// CSV are on standard error.
  private static func line(_ command: String) -> [String] {
    command == "journal" ? [command, "--format", "csv"] : [command]
  }

  private static let odd = """
    {"settings": {"base_currency": "USD"}, "x_mood": "good",
     "cash_accounts": [{"id": "Konto № 1 in Übersee", "currency": "USD", "name": "Bargeld"}],
     "stocks": [{"symbol": "ÄÖ", "name": "Äpfel & Öl", "currency": "USD"}]}
    {"id": "erste Gruppe, lang benannt № 1", "occurred_at": "2024-01-02T10:00:00Z", "user_id": 1, \
    "notes": "für Änne", "stock_transactions": [{"symbol": "ÄÖ", "trade_type": "buy", \
    "quantity": "5", "price_per_share": "2", "account": "Depot № 1", "shape": {}}], \
    "cash_transactions": [{"cash_account_id": "Konto № 1 in Übersee", "leg_type": "principal", \
    "direction": "out", "amount": "10"}]}
    {"id": "g2", "occurred_at": "2024-01-03T10:00:00Z", "user_id": 2, \
    "stock_transactions": [{"symbol": "ÄÖ", "trade_type": "buy", "quantity": "7", \
    "price_per_share": "1"}], "cash_transactions": [{"cash_account_id": "Konto № 1 in Übersee", \
    "leg_type": "principal", "direction": "out", "amount": "7"}]}
    {"id": "g3", "occurred_at": "2024-01-04T10:00:00Z", "user_id": 1, "stock_transactions": \
    [{"symbol": "ÄÖ", "trade_type": "sell", "quantity": "2", "price_per_share": "3", \
    "account": "Depot № 1"}], "cash_transactions": [{"cash_account_id": "Konto № 1 in Übersee", \
    "leg_type": "principal", "direction": "in", "amount": "6"}]}

    """

  private func session() throws -> CommandSession {
    let names = ["five-years.json", "five-years-flat.json", "five-years.ndjson", "faulty.json"]
    var files = ["odd.ndjson": Array(Self.odd.utf8)]
    for name in names { files[name] = try SpecFiles.bytes("../Examples/ledgers/\(name)") }
    return CommandSession(files)
  }

  /// What a command line says as a whole and while reading, on one core and on two.
  private func expectSame(_ arguments: [String]) async throws {
    let session = try session()
    session.run(arguments)
    let (output, errors, status) = (session.output, session.errors, session.status)
    #expect(!(output + errors).isEmpty)
    for tasks in [1, 2] {
      await session.run(arguments, tasks: tasks)
      #expect(session.output == output, "\(arguments), \(tasks)")
      #expect(session.errors == errors, "\(arguments), \(tasks)")
      #expect(session.status == status, "\(arguments), \(tasks)")
    }
  }

  @Test(arguments: commands, ReportFormat.allCases)
  func everyFormatIsTheSame(_ command: String, _ format: ReportFormat) async throws {
    let ledgers = ["five-years.json", "five-years.ndjson", "five-years-flat.json"]
    let number = Self.commands.firstIndex(of: command) ?? 0
    let turn = number + (ReportFormat.allCases.firstIndex(of: format) ?? 0)
    for ledger in TestScale.some(ledgers, from: turn % 3) {
      try await expectSame([command, "--format", format.rawValue, ledger])
    }
    try await expectSame([command, "--format", format.rawValue, "--user", "1", "odd.ndjson"])
  }

  private static let flags = [
    ["--user", "1", "odd.ndjson"], ["--user", "3", "odd.ndjson"], ["odd.ndjson"], ["faulty.json"],
    ["--as-of", "2023-06-30", "five-years.json"], ["--strict", "--user", "1", "odd.ndjson"],
    ["--symbol", "NONE", "five-years.json"], ["--symbol", "CDRW", "five-years.json"],
    ["--account", "NONE", "five-years.json"],
    ["--account", "Depot № 1", "--user", "1", "odd.ndjson"],
    ["--base", "EUR", "five-years.json"], ["--method", "average", "five-years.json"],
    ["--lot-scope", "account", "five-years.json"], ["--tax-rules", "us", "five-years.json"],
    ["--date-basis", "settlement", "five-years.json"], ["--exclude-pending", "five-years.json"],
    ["--fee-treatment", "expense", "five-years.json"], ["--quiet", "five-years.json"],
    ["--tax-year", "2023", "five-years.json"], ["--from", "2022-01-01", "five-years.json"],
    ["--to", "2022-12-31", "five-years.json"], ["five-years.json", "five-years.json"],
    ["five-years.json", "odd.ndjson"], ["none.json"],
  ]

  /// Every flag with every command, or in a default run with two or three of them, in turn.
  @Test(arguments: flags)
  func everyFlagIsTheSame(_ arguments: [String]) async throws {
    let turn = (Self.flags.firstIndex(of: arguments) ?? 0) % 2
    for command in TestScale.some(Self.commands, every: 2, from: turn) {
      try await expectSame(Self.line(command) + arguments)
    }
  }

  @Test(arguments: commands)
  func aLedgerInOrderIsBookedWhileItIsRead(_ command: String) async throws {
    let session = try session()
    let odd = Self.line(command) + ["--user", "1", "odd.ndjson"]
    #expect(try await session.showWhileReading(odd))
    let output = session.output
    session.run(odd)
    #expect(session.output == output)
    #expect(ErrorSpecs.codes(in: session.errors) == ["W407", "W408"])
    for name in ["ÄÖ", "Äpfel & Öl", "Konto № 1 in Übersee", "erste Gruppe, lang benannt № 1"] {
      #expect(output.contains(name) == Self.shows(command, name), "\(command): \(name)\n\(output)")
    }
    let flat = Self.line(command) + ["five-years-flat.json"]
    #expect(try await !session.showWhileReading(flat))
  }

  /// Whether a report has a column for it.
  private static func shows(_ command: String, _ name: String) -> Bool {
    switch name {
    case "ÄÖ": !["cash", "income-statement", "income"].contains(command)
    case "Äpfel & Öl": ["holdings", "positions", "pnl"].contains(command)
    case "Konto № 1 in Übersee":
      ["cash", "trial-balance", "balance-sheet", "journal"].contains(command)
    default: command == "lots" || command == "journal"
    }
  }

  @Test(arguments: [
    ["holdings", "--strict"], ["gains", "--include-cash"],
    ["trial-balance", "--from", "2023-01-01"],
    ["journal"], ["journal", "--format", "html"], ["income", "--by", "symbol"],
    ["income", "--account", "Depot № 1"], ["register"], ["check"],
  ])
  func otherReportsReadTheWhole(_ arguments: [String]) async throws {
    #expect(try await !session().showWhileReading(arguments + ["odd.ndjson"]))
  }

  private static let overdrawn = """
    {"settings": {"base_currency": "EUR"}, "cash_accounts": [{"id": "c", "currency": "EUR"}], \
    "stocks": [{"symbol": "A", "currency": "EUR"}]}
    {"id": "a", "occurred_at": "2024-01-02T10:00:00Z", "cash_transactions": \
    [{"cash_account_id": "c", "leg_type": "withdrawal", "direction": "out", "amount": "10"}]}
    {"id": "b", "occurred_at": "2024-01-03T10:00:00Z", "stock_transactions": \
    [{"symbol": "A", "trade_type": "buy", "quantity": "5", "price_per_share": "2", \
    "currency": "EUR"}], \
    "cash_transactions": \
    [{"cash_account_id": "c", "leg_type": "principal", "direction": "out", "amount": "10"}]}

    """

  @Test(arguments: commands)
  func aStoreIsBookedWhileItIsRead(_ command: String) async throws {
    let session = CommandSession([
      "overdrawn.ndjson": Array(Self.overdrawn.utf8),
      "years.ndjson": try SpecFiles.bytes("../Examples/ledgers/five-years.ndjson"),
    ])
    for (ledger, isStreamed) in [("overdrawn", true), ("years", false)] {
      session.run(["init", "file:\(ledger)", "\(ledger).ndjson"])
      try await expectStreamed(command, of: "file:\(ledger)", in: session, isStreamed)
    }
    session.run(["delete", "file:overdrawn", "b"])
    try await expectStreamed(command, of: "file:overdrawn", in: session, true)
    // It warns.
    session.interruptChange(of: "file:overdrawn")
    try await expectStreamed(command, of: "file:overdrawn", in: session, false)
    // Its rows are no longer in order.
    session.run([
      "add", "file:overdrawn", "--deposit", "1", "--cash", "c", "--id", "n", "--on", "2024-01-01",
    ])
    try await expectStreamed(command, of: "file:overdrawn", in: session, false)
  }

  private func expectStreamed(
    _ command: String, of store: String, in session: CommandSession, _ isStreamed: Bool
  ) async throws {
    #expect(session.status == 0, "\(session.errors)")
    let wasStreamed = try await session.showWhileReading(Self.line(command) + [store])
    #expect(wasStreamed == isStreamed, "\(command) \(store)")
    for format in ReportFormat.allCases {
      let arguments = [command, store, "--format", format.rawValue]
      session.run(arguments)
      let (output, errors, status) = (session.output, session.errors, session.status)
      #expect(!output.isEmpty)
      for tasks in [1, 2] {
        await session.run(arguments, tasks: tasks)
        #expect(session.output == output, "\(arguments), \(tasks)")
        #expect(session.errors == errors, "\(arguments), \(tasks)")
        #expect(session.status == status, "\(arguments), \(tasks)")
      }
    }
  }
}
