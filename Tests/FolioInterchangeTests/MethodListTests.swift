import FolioModel
import FolioNumbers
import Testing

@testable import FolioInterchange

/// A cost basis method that is a list, and the columns that came with it.
struct MethodListTests {
  private func settings(_ text: String) -> LedgerSettings {
    let draft = read("{\"settings\": {\"cost_basis_method\": \(text)}}")
    #expect(draft.faults.isEmpty, "\(text)")
    return draft.tables.settings
  }

  private func settingsFaults(_ text: String) -> [String] {
    faults("{\"settings\": {\"base_currency\": \"USD\", \"cost_basis_method\": \(text)}}")
  }

  @Test func aWordIsOneMethodForAll() {
    #expect(settings("\"lifo\"").costBasisMethod == .lifo)
    #expect(settings("\"lifo\"").methodEntries.isEmpty)
  }

  @Test func aListHasAnEntryForEachObject() throws {
    let settings = settings(
      """
      [{"method": "fifo"}, {"from": "2023-01-01", "method": "average", "symbols": ["VTI", "BND"]},
       {"symbol": "a symbol longer than sixteen", "method": "hifo", "from": null}]
      """)
    #expect(settings.costBasisMethod == nil)
    #expect(settings.methodEntries.map(\.method) == [.fifo, .average, .hifo])
    #expect(settings.methodEntries.map(\.from) == [nil, Day("2023-01-01"), nil])
    #expect(settings.methodEntries.map(\.symbols.count) == [0, 2, 1])
    #expect(settings.methodsPosition.isKnown)
  }

  @Test func anEmptyListSaysNothing() {
    #expect(settings("[]").methodEntries.isEmpty)
    #expect(settings("null").methodEntries.isEmpty)
  }

  @Test(arguments: [
    ("[{\"method\": \"first\"}]", ["F122 cost_basis_method[0].method"]),
    ("[{\"method\": 1}]", ["F110 cost_basis_method[0].method"]),
    ("[{\"from\": \"2023-01-01\"}]", ["F111 cost_basis_method[0]"]),
    ("[{}]", ["F111 cost_basis_method[0]"]),
    ("[\"fifo\"]", ["F110 cost_basis_method[0]"]),
    (
      "[{\"method\": \"fifo\"}, {\"method\": \"lifo\", \"from\": \"2023-02-29\"}]",
      ["F114 cost_basis_method[1].from"]
    ),
    (
      "[{\"method\": \"fifo\", \"symbols\": \"VTI\"}]",
      ["F110 cost_basis_method[0].symbols"]
    ),
    ("[{\"method\": \"fifo\", \"symbols\": [ ]}]", ["F124 cost_basis_method[0].symbols"]),
    ("[{\"method\": \"fifo\", \"symbols\": [\"\"]}]", ["F124 cost_basis_method[0].symbols"]),
    ("[{\"method\": \"fifo\", \"symbol\": [\"A\"]}]", ["F110 cost_basis_method[0].symbol"]),
    ("{\"method\": \"fifo\"}", ["F110 cost_basis_method"]),
    ("7", ["F110 cost_basis_method"]),
  ])
  func whatIsWrongIsShownInItsEntry(_ text: String, _ expected: [String]) {
    #expect(settingsFaults(text) == expected, "\(text)")
  }

  @Test func theReasonsAreInTheUsersWords() {
    func message(_ text: String) -> String {
      let draft = read("{\"settings\": {\"cost_basis_method\": \(text)}}")
      return draft.faults.first.map { "\($0.message). \($0.help)" } ?? ""
    }
    #expect(
      message("[{\"method\": \"fifo\", \"symbols\": \"VTI\"}]")
        == "symbols must be an array of symbols, and is a text. Put them into brackets, such as "
        + "[\"VTI\"].")
    #expect(
      message("[{}]") == "the entry of cost_basis_method has no \"method\". "
        + "Add the column \"method\".")
  }

  @Test func anUnknownKeyOfAnEntryIsWarnedOf() {
    let text = "{\"settings\": {\"cost_basis_method\": [{\"method\": \"fifo\", \"until\": 1}]}}"
    let warnings = read(text).warnings
    #expect(warnings.map(\.summary) == ["W407 cost_basis_method[0].until"])
    #expect(
      warnings.first?.help
        == "Entries of cost_basis_method have method, from, symbol, symbols and account;"
        + " others are not kept.")
  }

  @Test func twoRowsOfSettingsMayGiveOneListOnly() {
    func summary(_ one: String, _ other: String) -> [String] {
      faults(
        """
        {"settings": [{"cost_basis_method": \(one)}, {"cost_basis_method": \(other)}]}
        """)
    }
    let list = "[{\"method\": \"fifo\"}]"
    #expect(summary(list, list) == [])
    #expect(summary(list, "null") == [])
    #expect(summary("null", list) == [])
    #expect(summary(list, "[{\"method\": \"lifo\"}]") == ["F211 cost_basis_method"])
    #expect(summary(list, "\"fifo\"") == ["F211 cost_basis_method"])
    #expect(summary("\"fifo\"", list) == ["F211 cost_basis_method"])
    #expect(summary("\"fifo\"", "\"fifo\"") == [])
  }

  @Test func aListIsWrittenAsItWasRead() throws {
    let text = """
      {"settings": {"cost_basis_method": [{"method": "fifo"},
       {"from": "2023-01-01", "method": "average", "symbols": ["VTI", "é"]}], \
      "crossing_zero": "allow"}}
      """
    let ledger = try LedgerCheck(of: read(text), strict: false).ledger()
    let written = String(decoding: LedgerWriter(ledger).bytes(.lines), as: UTF8.self)
    #expect(
      written == "{\"format\": \"folio/1\", \"settings\": {\"cost_basis_method\": "
        + "[{\"method\": \"fifo\"}, {\"from\": \"2023-01-01\", \"method\": \"average\", "
        + "\"symbols\": [\"VTI\", \"é\"]}], \"crossing_zero\": \"allow\"}}\n")
  }

  @Test func aWindowOfAnySizeReadsTheSameList() {
    let text =
      "{\"settings\": {\"cost_basis_method\": [{\"method\": \"fifo\", \"symbols\": "
      + "[\"A\", \"B\"]}, {\"method\": \"lifo\"}]}}"
    let whole = DraftText(read(text)).lines
    for size in 1..<40 { #expect(DraftText(read(text, window: size)).lines == whole) }
  }

  @Test func multipliersAndFactorsAreAboveZero() {
    func summary(_ columns: String) -> [String] {
      faults("{\"stocks_master\": [{\"symbol\": \"X\", \(columns)}]}")
    }
    #expect(summary("\"multiplier\": 100, \"price_factor\": \"0.01\"") == [])
    #expect(summary("\"multiplier\": null, \"price_factor\": null") == [])
    #expect(summary("\"multiplier\": 0") == ["F207 multiplier"])
    #expect(summary("\"price_factor\": \"-1\"") == ["F207 price_factor"])
    #expect(summary("\"multiplier\": \"many\"") == ["F112 multiplier"])
  }

  @Test func theNewTypesNeedAQuantityAndInterestHasNoSign() {
    func summary(_ columns: String) -> [String] {
      faults(
        """
        {"transaction_groups": [{"id": "g", "occurred_at": "2024-01-01", \
        "stock_transactions": [{"symbol": "X", \(columns)}]}]}
        """)
    }
    #expect(summary("\"trade_type\": \"gift\"") == ["F111"])
    #expect(summary("\"trade_type\": \"unit_fee\"") == ["F111"])
    #expect(summary("\"trade_type\": \"gift\", \"quantity\": 0") == ["F207 quantity"])
    #expect(summary("\"trade_type\": \"unit_fee\", \"quantity\": 1, \"gross_amount\": 2") == [])
    let buy = "\"trade_type\": \"buy\", \"quantity\": 1, \"gross_amount\": 2"
    #expect(summary("\(buy), \"accrued_interest\": -1") == ["F207 accrued_interest"])
    #expect(summary("\(buy), \"accrued_interest\": \"0.1\"") == [])
  }
}
