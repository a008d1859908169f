import Folio
import Testing

@testable import FolioImporters
@testable import TestSupport

/// What every format gets from the core: ids, overlaps, questions, the proof of completeness.
struct ImportRunTests {
  private func run(
    _ files: [String], _ options: ImportOptions = ImportOptions(),
    addingTo ledger: LedgerContents? = nil
  ) -> ImportResult {
    var run = ImportRun(formats: [.lines, .folioLedger], options)
    for (number, lines) in files.enumerated() {
      run.read(Array("lines\n\(lines)".utf8), name: "\(number).txt")
    }
    return run.finish(addingTo: ledger)
  }

  private func codes(_ result: ImportResult) -> [String] {
    result.findings.diagnostics.map(\.code.rawValue)
  }

  private let history = """
    2024-01-01 deposit X 0 1000 d1 1000
    2024-01-02 buy X 1 100 - 900
    2024-01-02 buy X 1 100 - 800
    2024-01-03 sell X 2 220 - 1020
    """

  @Test("cash that only balances know is named, unless the ledger has it")
  func cashBefore() {
    let later = "2024-02-01 deposit X 0 50 - 1070\n2024-02-02 deposit X 0 30 - 1100"
    let alone = run([later])
    #expect(codes(alone) == ["W640"])
    #expect(alone.findings.text().contains(" has 1020 before the first row"))
    let first = run([history])
    #expect(codes(first) == [])
    #expect(codes(run([later], addingTo: first.contents)) == [])
    let lost = history.replacing("2024-01-01 deposit X 0 1000 d1 1000\n", with: "")
    #expect(run([lost]).findings.text().contains(" has 1000 before the first row"))
  }

  @Test("equal rows stay apart, and every row is accounted for")
  func equalRows() {
    let result = run([history])
    #expect(codes(result) == [])
    #expect(result.contents.groups.count == 4)
    #expect(Set(result.contents.groups.map(\.id)).count == 4)
    #expect(result.report.rowsRead == 4 && result.report.rowsBooked == 4)
    #expect(result.report.comparisons.map(\.agree) == [3])
    #expect(result.report.comparisons.map(\.count) == [3])
  }

  @Test("files that overlap count once, also where a day is cut")
  func overlap() {
    let first = history.split(separator: "\n").prefix(2).joined(separator: "\n")
    let result = run([first, history])
    #expect(codes(result) == [])
    #expect(result.contents.groups.map(\.id) == run([history]).contents.groups.map(\.id))
    #expect(result.report.groupsRepeated == 2)
  }

  @Test("a second import adds nothing; what was deleted stays deleted")
  func again() {
    var ledger = run([history]).contents
    let second = run([history], addingTo: ledger)
    #expect(codes(second) == [])
    #expect(second.contents.groups.isEmpty && !second.hasNewRows)
    #expect(second.report.groupsKnown == 4 && second.report.groupsNew == 0)
    ledger.groups[3].isDeleted = true
    let third = run([history], addingTo: ledger)
    #expect(third.report.groupsDeleted == 1 && third.report.groupsKnown == 3)
  }

  @Test(
    "a time in a form that a store does not keep is no edit of the user",
    arguments: [
      "2024-01-02T10:00:00", "2024-01-02T00:00:00", "2024-01-02", "2024-01-02T10:00:00Z",
      "2024-01-02T10:00:00.5", "2024-01-02T10:00:00+05:30",
    ])
  func storedTimes(_ text: String) throws {
    var group = run([history]).contents.groups[0]
    group.occurredAt = try Timestamp(text)
    let added = GroupContent.hash(of: group)
    group.occurredAt = try Timestamp(group.occurredAt.description)
    #expect(GroupContent.hashes(of: group).contains(added))
  }

  @Test("a correction of the broker is told from an edit of the user")
  func corrections() {
    var ledger = run([history]).contents
    let corrected = run([history.replacing("1000 d1", with: "1001 d1")], addingTo: ledger)
    #expect(corrected.report.groupsCorrected == 1)
    #expect(corrected.corrections.map(\.id) == [ledger.groups[0].id])
    #expect(codes(corrected).contains("W604"))
    ledger.groups[0].cashLegs[0].amount = 999
    let edited = run([history.replacing("1000 d1", with: "1001 d1")], addingTo: ledger)
    #expect(edited.report.groupsEdited == 1 && edited.corrections.isEmpty)
    #expect(run([history], addingTo: ledger).report.groupsKnown == 4)
  }

  @Test(
    "a lost, changed or doubled row is found by the balance",
    arguments: [
      ("2024-01-02 buy X 1 100 - 900\n", ""), ("sell X 2 220", "sell X 2 230"),
      (
        "2024-01-02 buy X 1 100 - 800", "2024-01-02 buy X 1 100 - 800\n2024-01-02 buy X 1 100 - 800"
      ),
      ("buy X 1 100 - 900", "deposit X 1 100 - 900"),
    ])
  func plantedLosses(old: String, new: String) {
    let result = run([history.replacing(old, with: new)])
    #expect(codes(result).contains("W601"))
    #expect(result.report.comparisons.first?.differences.isEmpty == false)
  }

  @Test("an open question leaves out its row alone; its answer brings it back")
  func questions() throws {
    let lines = "\(history)\n2024-02-01 receive Y 5 0\n"
    let open = run([lines])
    #expect(codes(open) == ["W602"])
    #expect(open.contents.groups.count == 5)
    #expect(open.questions.map(\.id) == ["cost Y 2024-02-01 5"])
    let file = String(decoding: ImportAnswers().file(asking: open.questions), as: UTF8.self)
    #expect(file.contains("\"cost\": null"))
    let filled = file.replacing("\"cost\": null", with: "\"cost\": \"12.50\"")
      .replacing("\"acquired\": null", with: "\"acquired\": \"2023-05-01\"")
    var options = ImportOptions()
    options.answers = try ImportAnswers(reading: Array(filled.utf8), name: "answers.json")
    let answered = run([lines], options)
    #expect(codes(answered) == [])
    // The ledger says what is open, until the same file is answered.
    let kept = try #require(open.contents.groups.last)
    #expect(kept.status == .void && kept.notes == open.questions.first?.text)
    let said = LedgerFaults(checking: open.contents).diagnostics
    #expect(said.map(\.code) == [.openQuestion])
    #expect(run([lines], addingTo: open.contents).contents.groups.isEmpty)
    #expect(run([lines], options, addingTo: open.contents).superseded == [kept.id])
    let cost = answered.contents.groups.last?.stockLegs.first?.lots.first?.costBasis
    #expect(cost?.description == "12.50")
    let again = options.answers.file(asking: [])
    #expect(try ImportAnswers(reading: again, name: "again") == options.answers)
  }

  @Test("unknown kinds are listed once, and are faults unless the user leaves them out")
  func unknownKinds() {
    let lines = "\(history)\n2024-02-01 barter X 1 1\n2024-02-02 barter X 1 1\n"
    let result = run([lines])
    #expect(codes(result) == ["F503"])
    #expect(result.findings.errors.first?.message.contains("(2 rows)") == true)
    var options = ImportOptions()
    options.skipsUnknown = true
    #expect(codes(run([lines], options)) == ["W605"])
  }

  @Test("a row that an importer forgets is a fault, and so is a file without a transaction")
  func forgotten() {
    #expect(codes(run(["\(history)\n2024-02-01 lost X 1 1\n"])) == ["F509"])
    #expect(codes(run(["2024-02-01 total X 1 1\n"])) == ["F502"])
    #expect(codes(run(["2024-02-01 what\n"])) == ["F504"])
    var other = ImportRun(formats: [.lines])
    other.read([0x41], name: "x")
    #expect(codes(other.finish()) == ["F501"])
  }

  @Test("trades of a file without cash get deposits and withdrawals")
  func funding() {
    let lines = "2024-01-01 no-cash X 0 0\n2024-01-02 buy X 1 100\n2024-01-03 sell X 1 120\n"
    let result = run([lines])
    #expect(codes(result) == ["W641"])
    let said = LedgerFaults(checking: result.contents).diagnostics
    #expect(said.map(\.code) == [.addedCash])
    #expect(
      result.contents.groups.map { $0.cashLegs.map(\.type) } == [
        [.deposit, .principal], [.principal, .withdrawal],
      ])
    var options = ImportOptions()
    options.funding = .none
    #expect(run([lines], options).contents.groups[0].cashLegs.count == 1)
    // A later import says what it adds itself.
    let added = run(
      ["2024-01-01 no-cash X 0 0\n2024-02-02 buy X 1 90\n"], addingTo: result.contents)
    #expect(codes(added) == ["W641"])
    #expect(added.findings.diagnostics.first?.message.contains("1 transaction") == true)
  }

  @Test("faults of the ledger are shown at the rows of the file")
  func places() {
    let result = run(["2024-01-03 sell X 2 220\n"])
    #expect(codes(result) == ["F301"])
    #expect(result.findings.text().contains("0.txt:2:1: error"))
  }

  @Test("an id that comes twice with the same content is one transaction")
  func repeatedIDs() {
    let twice = "2024-01-01 deposit X 0 1000 d1\n2024-01-01 deposit X 0 1000 d1\n"
    let result = run([twice])
    #expect(codes(result) == ["W606"] && result.contents.groups.count == 1)
    let other = twice.replacing("\n2024-01-01 deposit X 0 1000", with: "\n2024-01-01 deposit X 0 5")
    let two = run([other])
    #expect(codes(two) == ["W606"] && two.contents.groups.count == 2)
  }
}

extension LedgerFaults {
  /// What a later check of a ledger says.
  init(checking contents: LedgerContents) {
    var reader = LedgerReader()
    reader.read(contents.document(.json), name: "ledger.json")
    self = LedgerCheck(of: reader.finish()).diagnostics()
  }
}
