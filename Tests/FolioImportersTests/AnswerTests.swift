import Folio
import FolioImporters
import Testing

/// Questions of real formats, and the files that answer them.
struct AnswerTests {
  private static let header =
    "Timezone,Date,Time,Type,Currency,Amount,Quote Currency,Quote Price,Received / Paid Currency,"
    + "Received / Paid Amount,Fee currency,Fee amount,Status,Transaction ID,Address\n"

  /// Coins that come in, a sale of coins that were held before, and a purchase with a sale.
  private static let history =
    header + """
      UTC,2031-01-02,10:00:00,deposit,QA,3,,,,,,,Completed,a1,
      UTC,2031-01-03,10:00:00,deposit,EUR,100,,,,,,,Completed,a2,
      UTC,2031-01-04,10:00:00,buy,QB,2,EUR,10,EUR,-20,EUR,0,Completed,a3,
      UTC,2031-01-05,10:00:00,sell,QB,-1,EUR,12,EUR,12,EUR,0,Completed,a4,
      UTC,2031-01-06,10:00:00,buy,QC,1,EUR,5,EUR,-5,EUR,0,Completed,a5,
      UTC,2031-01-07,10:00:00,sell,QC,-4,EUR,6,EUR,24,EUR,0,Completed,a6,

      """

  private func result(_ options: ImportOptions = ImportOptions()) -> ImportResult {
    var run = ImportRun(options)
    run.read(Array(Self.history.utf8), name: "coins.csv")
    return run.finish()
  }

  private func codes(_ result: ImportResult) -> [String] {
    result.findings.diagnostics.map(\.code.rawValue)
  }

  @Test("without a file for questions, a position that the files do not open is a fault")
  func missingPosition() {
    #expect(codes(result()) == ["W602", "F301"])
  }

  @Test("rows that need units of an exchange whose value is a question wait for the answer")
  func exchanges() {
    var run = ImportRun()
    run.read(
      Array(
        """
        Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,\
        Net Worth Amount,Net Worth Currency,Label,Description,TxHash
        2024-01-02 10:00:00 UTC,,,1000.00,EUR,,,,,,,
        2024-01-03 10:00:00 UTC,500.00,EUR,0.25,ETH,2.00,EUR,500.00,EUR,,,k1
        2024-03-03 10:00:00 UTC,0.1,ETH,0.004,BTC,,,,,,,k3
        2024-04-03 10:00:00 UTC,0.002,BTC,115.00,EUR,0.50,EUR,115.00,EUR,,,k4

        """.utf8), name: "coins.csv")
    let result = run.finish()
    #expect(codes(result) == ["W602", "W602"])
    #expect(
      result.findings.diagnostics.last?.help == "Answer \"value coin:ETH 2024-03-03 0.1\".")
  }

  @Test("with one, the rest is imported, and the answers complete it to the last row")
  func positions() throws {
    var options = ImportOptions()
    options.asksForPositions = true
    let open = result(options)
    #expect(codes(open) == ["W602", "W602"])
    let ids = ["cost coin:QA 2031-01-02 3", "opening coin:QC in bitvavo"]
    #expect(open.questions.map(\.id) == ids)
    #expect(open.contents.groups.count == 3 + ids.count)
    #expect(open.report.rowsBooked == 3 && open.report.rowsWaiting == 3)
    #expect(open.report.groupsMade == 3)
    let file = String(decoding: ImportAnswers().file(asking: open.questions), as: UTF8.self)
      .replacing("\"cost\": null", with: "\"cost\": \"12.50\"")
      .replacing("\"currency\": null", with: "\"currency\": \"USD\"")
      .replacing("\"acquired\": null", with: "\"acquired\": \"2030-05-01\"")
      .replacing("\"quantity\": null", with: "\"quantity\": \"3\"")
    options.answers = try ImportAnswers(reading: Array(file.utf8), name: "answers.json")
    let answered = result(options)
    #expect(codes(answered) == [])
    #expect(answered.report.rowsBooked == 6 && answered.report.rowsWaiting == 0)
    let received = answered.contents.groups.flatMap(\.stockLegs).filter { $0.type == .transferIn }
    let money = received.map { "\($0.symbol) \($0.currency?.code ?? "-")" }
    #expect(Set(money) == ["QA USD", "QC EUR"])
    #expect(answered.contents.groups.count == 7)
  }

  @Test("a position is not opened twice, and not after it was sold")
  func openingsThatDoNotFit() throws {
    var options = ImportOptions()
    options.asksForPositions = true
    func answer(_ acquired: String) throws -> ImportAnswers {
      let text = """
        {"answers": [{"id": "opening coin:QB in bitvavo", "quantity": "9", "cost": "1",
        "currency": "EUR", "acquired": "2030-01-01"},
        {"id": "opening coin:QC in bitvavo", "quantity": "3", "cost": "1",
        "currency": "EUR", "acquired": "\(acquired)"}]}
        """
      return try ImportAnswers(reading: Array(text.utf8), name: "answers.json")
    }
    options.answers = try answer("2031-01-01")
    let fitting = result(options)
    #expect(codes(fitting) == ["W430", "W602"], "\(fitting.findings.text())")
    #expect(fitting.findings.text().contains("the files have the units"))
    options.answers = try answer("2031-02-01")
    #expect(codes(result(options)).contains("F508"))
  }

  @Test("a position belongs to one account")
  func accounts() throws {
    var options = ImportOptions()
    options.asksForPositions = true
    options.account = "second"
    #expect(result(options).questions.map(\.id).contains("opening coin:QC in second"))
    let text = """
      {"answers": [{"id": "opening coin:QC in bitvavo", "quantity": "3", "cost": "1",
      "currency": "EUR", "acquired": "2030-01-01"}]}
      """
    options.answers = try ImportAnswers(reading: Array(text.utf8), name: "answers.json")
    #expect(result(options).questions.map(\.id).contains("opening coin:QC in second"))
    options.account = nil
    #expect(result(options).questions.map(\.id) == ["cost coin:QA 2031-01-02 3"])
  }

  @Test("an instrument waits only in the account that lacks units")
  func otherAccount() {
    var options = ImportOptions()
    options.asksForPositions = true
    var run = ImportRun(options)
    run.read(Array(Self.history.utf8), name: "coins.csv")
    let other = """
      Symbol,Type,Quantity,Price,Value,Fees,Date
      QC,Buy,2,€5.00,€10.00,€0.00,"Mar 8, 2031, 12:08:54 AM"

      """
    run.read(Array(other.utf8), name: "other.csv")
    let result = run.finish()
    #expect(result.questions.map(\.id).contains("opening coin:QC in bitvavo"))
    #expect(result.report.rowsWaiting == 3)
    let bought = result.contents.groups.flatMap(\.stockLegs).filter { $0.symbol == "QC" }
    #expect(bought.map(\.account) == ["revolut-crypto"])
  }

  @Test("equal receipts of a day are two questions")
  func equalReceipts() {
    let row = "UTC,2031-01-02,11:00:00,deposit,QA,3,,,,,,,Completed,b1,\n"
    var run = ImportRun()
    run.read(Array((Self.history + row).utf8), name: "coins.csv")
    let ids = ["cost coin:QA 2031-01-02 3", "cost coin:QA 2031-01-02 3 2"]
    #expect(run.finish().questions.map(\.id).filter { $0.hasPrefix("cost") } == ids)
  }

  @Test("older rows than an answered position replace it")
  func olderRows() throws {
    var options = ImportOptions()
    let text = """
      {"answers": [{"id": "opening coin:QC in bitvavo", "quantity": "3", "cost": "1",
      "currency": "EUR", "acquired": "2030-01-01"}]}
      """
    options.answers = try ImportAnswers(reading: Array(text.utf8), name: "answers.json")
    let ledger = result(options).contents
    var older = Self.header + "UTC,2030-12-01,10:00:00,buy,QC,3,EUR,5,EUR,-15,EUR,0,Completed,z1,\n"
    func run(_ options: ImportOptions) -> ImportResult {
      var run = ImportRun(options)
      run.read(Array(older.utf8), name: "older.csv")
      return run.finish(addingTo: ledger)
    }
    #expect(codes(run(ImportOptions())) == ["F511"])
    var updating = ImportOptions()
    updating.updates = true
    let replaced = run(updating)
    // An import that was killed has added the rows, and not deleted the position.
    var killed = ledger
    killed.groups += replaced.contents.groups
    var again = ImportRun(updating)
    again.read(Array(older.utf8), name: "older.csv")
    #expect(again.finish(addingTo: killed).superseded == replaced.superseded)
    // Rows that bring other units than the answer, or none, do not replace it.
    older = older.replacing("QC,3,EUR,5,EUR,-15", with: "QC,2,EUR,5,EUR,-10")
    #expect(codes(run(updating)) == ["F511"])
    older += "UTC,2030-12-02,10:00:00,sell,QC,-2,EUR,5,EUR,10,EUR,0,Completed,z2,\n"
    #expect(codes(run(updating)) == [], "\(run(updating).findings.text())")
    #expect(run(updating).superseded.isEmpty)
    #expect(codes(replaced) == [], "\(replaced.findings.text())")
    #expect(replaced.superseded.count == 1 && replaced.contents.groups.count == 1)
  }

  @Test("values that are none are refused where they are, all at once")
  func faults() throws {
    let text = """
      {"format": "folio-answers/2", "answers": [
        {"id": "a", "cost": "-1", "currency": "euro", "acquired": "2030-13-01"},
        {"id": "a", "ratio": "1:0", "basis_fraction": "1.5", "quantity": 0},
        {"cost": "1"}]}
      """
    let faults = #expect(throws: LedgerFaults.self) {
      try ImportAnswers(reading: Array(text.utf8), name: "answers.json")
    }
    let found = try #require(faults).text()
    for message in [
      "not in the format folio-answers/1", "\"-1\" is not an amount", "\"euro\" is not a currency",
      "\"2030-13-01\" is not a day", "\"a\" is answered twice", "\"1:0\" is not a ratio",
      "\"1.5\" is not a fraction", "\"0\" is not a number of units", "has no id",
    ] {
      #expect(found.contains(message), "\(message)")
    }
    #expect(faults?.errors.count == 9)
  }
}
