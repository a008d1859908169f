import Folio
import Foundation
import Testing

@testable import FolioCLI

/// The commands that keep a ledger: sessions in Specs/stores, word for word.
struct StoreCommandSpecs {
  private static let folder = "stores"

  @Test(
    arguments: [
      ("session.txt", 43), ("configured.txt", 37), ("closed.txt", 13), ("flags.txt", 52),
      ("pence.txt", 12), ("files.txt", 20), ("rows.txt", 10), ("groups.txt", 26),
      ("log.txt", 27), ("merged.txt", 12),
    ])
  func theSessionGoesAsWritten(name: String, count: Int) throws {
    let path = "\(Self.folder)/\(name)"
    let lines = String(decoding: try SpecFiles.bytes(path), as: UTF8.self)
      .split(separator: "\n").filter { $0.hasPrefix("$ ") }
    #expect(lines.count == count)
    var files: [String: [UInt8]] = [:]
    for name in [
      "accounts.json", "mended.json", "unbalanced.json", "settings.json", "quotes.csv", "rates.csv",
      "typo.json", "mended-typo.json", "start.json", "books.json", "closing.json",
      "reopening.json", "noted.json", "corrected.json", "option.json", "unknown-instrument.json",
      "named.json", "later.csv", "deposit.json",
    ] {
      files[name] = try SpecFiles.bytes("\(Self.folder)/\(name)")
    }
    let session = CommandSession(files)
    if name == "flags.txt" || name == "pence.txt" {
      session.terminal = TerminalProperties(isTerminal: true, noColor: "1", columns: "80")
    }
    // 2025-02-03, after all of their rows.
    let areRecent = [
      "flags.txt", "files.txt", "groups.txt", "log.txt", "pence.txt", "rows.txt",
    ].contains(name)
    if areRecent { session.start = 1_738_540_800 }
    var text = ""
    for line in lines {
      run(line.dropFirst("$ ".count), in: session)
      text += line + "\n" + session.output + session.errors
      if session.status != 0 { text += "[exit status \(session.status)]\n" }
    }
    try Golden(path: path).expect(text)
  }

  @Test func closedBooksShowWhatWouldChange() throws {
    var files: [String: [UInt8]] = [:]
    for name in ["books.json", "closing.json", "corrected.json"] {
      files[name] = try SpecFiles.bytes("\(Self.folder)/\(name)")
    }
    let session = CommandSession(files)
    session.run(["init", "memory:books", "books.json", "closing.json"])
    session.run(["edit", "memory:books", "corrected.json"])
    try Golden(path: "errors/F229/expected.txt").expect(session.errors)
    #expect(session.status == 1)
  }

  @Test func theStatusOfADeletedGroupCannotChange() throws {
    let session = CommandSession([:])
    session.run(["init", "memory:books", "--base", "USD"])
    session.run(["add", "memory:books", "--account", "usd:USD", "--deposit", "5", "--id", "gift"])
    session.run(["delete", "memory:books", "gift"])
    for command in ["settle", "void"] {
      session.run([command, "memory:books", "gift"])
      try Golden(path: "errors/F238/expected.txt").expect(session.errors)
      #expect(session.status == 1)
    }
  }

  @Test func anIncompleteChangeIsIgnoredWithAWarningUntilTheNextOne() throws {
    let session = CommandSession([:])
    session.run(["init", "memory:books", "--base", "USD"])
    session.run(["add", "memory:books", "--account", "usd:USD"])
    session.interruptChange(of: "memory:books")
    session.run(["check", "memory:books"])
    try Golden(path: "errors/W443/expected.txt").expect(session.errors)
    #expect(session.status == 0)
    for command in [["cash"], ["log"], ["export", "folio-json"]] {
      session.run(command + ["memory:books"])
      #expect(session.errors.contains("[W443]"))
      session.run(command + ["memory:books", "--quiet"])
      #expect(session.errors.isEmpty && session.status == 0)
    }
    session.run(["cash", "memory:books", "--format", "json"])
    #expect(session.output.contains("W443"))
    session.run(["add", "memory:books", "--deposit", "5", "--cash", "usd", "--on", "2024-01-01"])
    #expect(session.errors.contains("[W443]"), "the command that cuts it off says so too")
    session.run(["check", "memory:books"])
    #expect(session.errors.isEmpty)
  }

  @Test func severalLedgersAreOneChange() throws {
    var files: [String: [UInt8]] = [:]
    for name in ["accounts.json", "unbalanced.json", "mended.json"] {
      files[name] = try SpecFiles.bytes("\(Self.folder)/\(name)")
    }
    let session = CommandSession(files)
    session.run(["init", "memory:books"])
    session.run(["add", "memory:books", "accounts.json", "unbalanced.json"])
    #expect(session.status == 1)
    session.run(["export", "folio-json", "memory:books"])
    #expect(!session.output.contains("portfolio_cash_accounts"))
    session.run(["add", "memory:books", "accounts.json", "mended.json"])
    #expect(session.status == 0)
  }

  /// Runs a line: `export NAME=VALUE` for the lines after it, or variables for this one alone
  /// before the name of the program.
  private func run(_ line: some StringProtocol, in session: CommandSession) {
    var words = Self.arguments(in: line)[...]
    let isKept = words.first == "export"
    if isKept { words.removeFirst() }
    let before = session.environment
    while let word = words.first, let equals = word.firstIndex(of: "="),
      word[..<equals].allSatisfy({ $0.isUppercase || $0 == "_" })
    {
      session.environment[String(word[..<equals])] = String(word[word.index(after: equals)...])
      words.removeFirst()
    }
    #expect(words.popFirst() == (isKept ? nil : "folio"), "\(line)")
    if isKept { return session.forgetAnswer() }
    session.run(Array(words))
    session.environment = before
  }

  /// The words of a line; double quotes hold some together.
  private static func arguments(in line: some StringProtocol) -> [String] {
    var words: [String] = [""]
    var isQuoted = false
    for character in line {
      switch character {
      case "\"": isQuoted.toggle()
      case " " where !isQuoted: words.append("")
      default: words[words.count - 1].append(character)
      }
    }
    return words
  }

  @Test func aStoreOfTheExamplesReportsWhatTheLedgerReports() throws {
    let names = ["five-years.json", "taxes.json", "story.json"]
    var files: [String: [UInt8]] = [:]
    for name in names {
      let url = SpecFiles.examples.appendingPathComponent("ledgers/\(name)")
      files[name] = Array(try Data(contentsOf: url))
    }
    let session = CommandSession(files)
    for name in names {
      session.run(["init", "memory:\(name)", name])
      #expect(session.status == 0, "\(session.errors)")
      for report in ["holdings", "lots", "gains", "cash", "journal", "trial-balance"] {
        session.run([report, "--format", "json", name])
        let expected = session.output
        session.run([report, "--format", "json", "memory:\(name)"])
        #expect(session.output == expected && !expected.isEmpty, "\(report) of \(name)")
      }
      session.run(["export", "folio-json", name])
      let expected = session.output
      session.run(["export", "folio-json", "memory:\(name)"])
      #expect(session.output == expected, "\(name)")
    }
  }

  @Test func theFileOfAStoreIsNoLedger() {
    let line = "{\"crc32\":\"9ae0daaf\",\"record\":{\"after\":\"00000000\",\"n\":0}}\n"
    let session = CommandSession(["book.folio": Array((line + line).utf8)])
    for command in ["check", "holdings"] {
      session.run([command, "book.folio"])
      #expect(
        session.errors == "folio: book.folio is the file of a store. Write file:book.folio.\n")
      #expect(session.status == 2)
    }
    session.run(["init", "memory:book", "book.folio"])
    #expect(session.errors.hasSuffix("Write file:book.folio.\n"))
    session.run(["add", "memory:none", "--deposit", "5"])
    #expect(
      session.errors
        == "folio: there is no store 'memory:none'; 'folio init memory:none' creates one\n")
    #expect(session.status == 3)
  }
}
