import Foundation
import Testing

/// Files of prices and rates that settings name, in real folders.
struct QuoteFileSpecs {
  private static let prices = "date,symbol,price,currency\n2024-01-02,A,7,EUR\n"

  private func ledger(_ files: [String]) -> String {
    let names = files.map { "\"\($0)\"" }.joined(separator: ", ")
    return """
      {"settings": {"base_currency": "EUR", "price_files": [\(names)]},
       "portfolio_cash_accounts": [{"id": "c", "currency": "EUR"}],
       "stocks_master": [{"symbol": "A", "currency": "EUR"}],
       "transaction_groups": [{"id": "g", "occurred_at": "2024-01-02", "stock_transactions": [
        {"symbol": "A", "trade_type": "buy", "quantity": 1, "price_per_share": 5}],
        "cash_transactions": [{"cash_account_id": "c", "leg_type": "principal",
        "direction": "out", "amount": 5}]}]}
      """
  }

  private func program(_ files: [String]) throws -> Program {
    let program = try Program()
    try FileManager.default.createDirectory(
      atPath: program.path("data/sub"), withIntermediateDirectories: true)
    try program.write(ledger(files), to: "data/l.json")
    try program.write(Self.prices, to: "data/p.csv")
    return program
  }

  @Test func aPathIsThatOfTheFolderOfTheLedger() throws {
    let program = try program(["p.csv"])
    let plain = try program.run("positions", "data/l.json", "-f", "csv")
    #expect(plain.status == 0, "\(plain.message)")
    #expect(plain.text.contains(",7.00,"))
    let inside = try program.run("positions", "l.json", "-f", "csv", shell: "cd data; exec \"$@\"")
    #expect(inside.text == plain.text)
    let piped = try program.run("positions", "-", "-f", "csv", shell: "cd data; \"$@\" < l.json")
    #expect(piped.text == plain.text)
    let each = try program.run("positions", "--each", "file", "data", "-f", "csv")
    #expect(each.status == 0 && each.text.contains(",7.00,"), "\(each.message)")
    let elsewhere = try program.run("positions", "-", shell: "\"$@\" < data/l.json")
    #expect(elsewhere.status == 1)
    #expect(elsewhere.message.contains("\"p.csv\" cannot be read: there is no such file [F237]"))
  }

  @Test func whatIsNoFileIsAFault() throws {
    let reasons = [
      ("sub", "it is a folder"), ("pipe", "it is a pipe or a device"),
      ("zero", "it is a pipe or a device"), ("/dev/zero", "it is a pipe or a device"),
      ("loop", "Too many levels of symbolic links"), ("big", "together have more than 256 MiB"),
      ("p.csv\\u0000", "there is no such file"), ("-", "there is no such file"),
      ("a\\n\\u001b[31m", "there is no such file"),
    ]
    let program = try program(reasons.map(\.0))
    #expect(mkfifo(program.path("data/pipe"), 0o600) == 0)
    for (name, target) in [("zero", "/dev/zero"), ("loop", "loop")] {
      try FileManager.default.createSymbolicLink(
        atPath: program.path("data/\(name)"), withDestinationPath: target)
    }
    #expect(creat(program.path("data/big"), 0o600) >= 0)
    #expect(truncate(program.path("data/big"), 300 << 20) == 0)
    let answer = try program.run("check", "data/l.json")
    #expect(answer.status == 1)
    for (name, reason) in reasons {
      #expect(answer.message.contains(reason), "\(name): \(answer.message)")
    }
    #expect(!answer.message.contains("\u{1b}"))
    #expect(answer.message.contains("a\\n\\u001b[31m"))
    // The ledger itself can be read, but has no prices.
    try program.write(ledger(["l.json"]), to: "data/l.json")
    let itself = try program.run("check", "data/l.json")
    #expect(itself.status == 0 && itself.message.contains("data/l.json has no price [W420]"))
  }

  @Test func thousandsOfNamesAreFaultsUpToTheLimit() throws {
    let program = try program((0..<20_000).map { "none\($0).csv" })
    let answer = try program.run("check", "data/l.json", "-q")
    #expect(answer.status == 1)
    #expect(answer.message.components(separatedBy: "[F237]").count == 20_001)
  }

  @Test func aLinkIsFollowedAndNothingIsOverwritten() throws {
    let program = try program(["link.csv"])
    try FileManager.default.createSymbolicLink(
      atPath: program.path("data/link.csv"), withDestinationPath: "p.csv")
    #expect(try program.run("positions", "data/l.json").status == 0)
    let output = try program.run("positions", "data/l.json", "-o", "data/p.csv")
    #expect(output.status == 2, "\(output.message)")
    let shell = "\"$@\" >> data/p.csv"
    let appended = try program.run("positions", "data/l.json", "-q", shell: shell)
    #expect(appended.status == 1)
    #expect(appended.message.contains("\"link.csv\" cannot be read: the output goes to it [F237]"))
    #expect(try program.run("cash", "data/l.json", shell: "\"$@\" 2>> data/p.csv").status == 0)
    let left = try String(contentsOfFile: program.path("data/p.csv"), encoding: .utf8)
    #expect(left == Self.prices)
  }

  @Test func aStoreBehindALinkFindsItsFiles() throws {
    let program = try program([])
    try FileManager.default.createSymbolicLink(
      atPath: program.path("link"), withDestinationPath: "data/sub")
    let name = ["add", "file:link/b.folio", "--price-file", "data/p.csv"]
    #expect(try program.run("init", "file:link/b.folio", "data/l.json").status == 0)
    let added = try program.run(name.map { Array($0.utf8) })
    #expect(added.status == 0, "\(added.message)")
    let answer = try program.run("positions", "file:link/b.folio", "-f", "csv")
    #expect(answer.status == 0 && answer.text.contains(",7.00,"), "\(answer.message)")
    // Sync leaves the names as they are.
    let other = ["sync", "file:data/sub/c.folio", "file:link/b.folio"]
    #expect(try program.run("init", "file:data/sub/c.folio", "--base", "EUR").status == 0)
    #expect(try program.run(other.map { Array($0.utf8) }).status == 0)
    let synced = try program.run("positions", "file:data/sub/c.folio", "-f", "csv")
    #expect(synced.text == answer.text, "\(synced.message)")
    // The store and its files can be moved together.
    let moved = try program.run(
      "positions", "file:new/sub/b.folio", "-f", "csv", shell: "mv data new; exec \"$@\"")
    #expect(moved.text == answer.text, "\(moved.message)")
    let missing = try program.run("add", "file:new/sub/b.folio", "--price-file", "no.csv")
    #expect(missing.status == 3)
    #expect(missing.message == "folio: no.csv: there is no such file; check the path\n")
    let dropped = try program.run(
      "add", "file:sub/b.folio", "--drop-price-file", "p.csv", shell: "cd new; exec \"$@\"")
    #expect(dropped.status == 0, "\(dropped.message)")
  }
}
