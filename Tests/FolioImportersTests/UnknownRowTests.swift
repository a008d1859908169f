import Folio
import Testing

@testable import FolioImporters

/// What is said of rows and files that no rule fits.
struct UnknownRowTests {
  private func result(_ text: String, _ options: ImportOptions = ImportOptions()) -> ImportResult {
    var run = ImportRun(options)
    run.read(Array(text.utf8), name: "export.csv")
    return run.finish()
  }

  private func messages(_ result: ImportResult) -> [String] {
    result.findings.errors.map { "\($0.code.rawValue) \($0.message)" }
  }

  private static let cointracking = """
    "Type","Buy","Cur.","Sell","Cur.","Fee","Cur.","Exchange","Group","Comment","Date"
    "Deposit","1000","EUR","","","","","Q","","","2024-01-02 10:00:00"

    """

  @Test("A known kind says which condition its row does not meet")
  func knownKind() {
    let penalty =
      Self.cointracking
      + "\"Staking\",\"-0.5\",\"ETH\",\"\",\"\",\"\",\"\",\"Q\",\"\",\"\",\"2024-02-03 10:00:00\"\n"
    #expect(
      messages(result(penalty)) == [
        "F503 no rule for \"Staking\" fits, because \"buy\" is not above zero (1 row)"
      ])
    let dividend = """
      security,trade date,settlement date,action,shares,amount/share,currency,commission
      QXF,2018-01-03,2018-01-05,Buy,20,1.5,CAD,1
      QXF,2018-02-26,2018-02-26,CGDiv,-1,0.4,CAD,
      QXF,2018-02-27,2018-02-27,Barter,,0.4,CAD,

      """
    #expect(
      messages(result(dividend)) == [
        "F503 no rule for \"CGDiv\" fits, because \"total amount\" is not above zero, or "
          + "\"shares\" is not above zero, or \"shares\" is not empty (1 row)",
        "F503 \"Barter\" is a kind of row that is not known (1 row)",
      ])
  }

  @Test("The other rows are checked in spite of a row of an unknown kind")
  func otherRows() {
    let sold =
      Self.cointracking
      + "\"Barter\",\"\",\"\",\"-1\",\"ETH\",\"\",\"\",\"Q\",\"\",\"\",\"2024-02-03 10:00:00\"\n"
      + "\"Trade\",\"50\",\"EUR\",\"2\",\"ETH\",\"\",\"\",\"Q\",\"\",\"\",\"2024-02-04 10:00:00\"\n"
    let errors = result(sold).findings.errors
    #expect(errors.map(\.code) == [.unknownKind, .soldMoreThanHeld])
    #expect(errors.last?.help.hasPrefix("Rows of unknown kinds are not booked") == true)
  }

  @Test("A proposed rule has no amounts, days and names")
  func patterns() {
    #expect(
      RowBooker.pattern(of: "Koop 5 @ 12,30 EUR op 02-01-2024", hiding: []) == "Koop * @ * EUR op *"
    )
    #expect(
      RowBooker.pattern(of: "Ausführung Quix Fund (LU0000000917) 7", hiding: ["Quix Fund"])
        == "Ausführung *")
    #expect(RowBooker.pattern(of: "12 34", hiding: []) == "12 34")
    #expect(RowBooker.pattern(of: "Gebühr", hiding: []) == "Gebühr")
  }

  @Test("A file is like those of rules only if it has most of their columns")
  func nearestRules() {
    let other =
      "Activity Date,Process Date,Instrument,Description,Trans Code,Quantity,Price,Amount\n"
    #expect(NearestRules(ImportSource(Array(other.utf8), name: "a.csv")) == nil)
    let renamed =
      "Action,When,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),"
      + "Exchange rate,Result,Currency (Result),Total,Currency (Total),Notes,ID\n"
    let near = NearestRules(ImportSource(Array(renamed.utf8), name: "a.csv"))
    #expect(near?.name == "trading212")
    #expect(near?.missing == ["time"])
  }

  @Test("Units that were sold short before the first row are an answer below zero")
  func shortBefore() throws {
    let file = """
      Trades,Header,DataDiscriminator,Asset Category,Currency,Account,Symbol,Date/Time,Exchange,\
      Quantity,T. Price,Proceeds,Comm/Fee,Basis,Realized P/L,Code
      Trades,Data,Order,Stocks,USD,U1,QUUX,"2024-07-16, 16:20:00",-,100,40,-4000,0,7352.95,3352.95,C

      """
    let open = result(file)
    #expect(open.findings.errors.map(\.code) == [.coveredMoreThanShort])
    #expect(open.questions.first?.text.contains("sold short") == true)
    let answers = """
      {"answers": [{"id": "opening ticker:QUUX:USD in ibkr-U1", "quantity": "-100",
      "cost": "7352.95", "acquired": "2023-05-02"}]}
      """
    var options = ImportOptions()
    options.answers = try ImportAnswers(reading: Array(answers.utf8), name: "answers.json")
    let answered = result(file, options)
    #expect(answered.findings.errors.isEmpty)
    let gains = answered.report.comparisons.first { $0.subject == "gains" }
    #expect(gains?.agree == 1)
  }

  @Test("A code without units that becomes an instrument with units may be another code of it")
  func otherCode() {
    let file = """
      "Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"
      "10/22/2020","Reverse Split","QUG","QUIX GOLD ETF","5","","",""
      "10/22/2020","Reverse Split","999000005","QUIX GOLD ETF XXXREVERSE SPLIT","-10","","",""
      "09/24/2020","Buy","QUG","QUIX GOLD ETF","10","$10.00","","-$100.00"
      "09/01/2020","MoneyLink Transfer","","Tfr BANK","","","","$100.00"

      """
    let errors = result(file).findings.errors
    #expect(errors.map(\.code) == [.nothingHeld])
    #expect(
      errors.first?.help.hasPrefix(
        "If 999000005 is another code of QUG, import again with --symbols FILE") == true)
  }
}
