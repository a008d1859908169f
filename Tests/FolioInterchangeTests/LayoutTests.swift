import FolioModel
import Testing

@testable import FolioInterchange
@testable import TestSupport

/// One ledger, however it is laid out, gives one draft.
struct LayoutTests {
  private let expected = DraftText(read(Samples.nested.compact)).lines

  @Test func theSampleHasNoFaultAndEveryRow() {
    let draft = read(Samples.nested.compact)
    #expect(draft.faults.isEmpty)
    #expect(draft.tables.groups.count == 5)
    #expect(draft.tables.stockLegs.count == 5)
    #expect(draft.tables.cashLegs.count == 3)
    #expect(draft.tables.details.count == 4)
    #expect(draft.tables.balances.count == 2)
    #expect(draft.tables.kept.count == 11)
  }

  @Test func blanksMakeNoDifference() {
    #expect(DraftText(read(Samples.nested.spaced)).lines == expected)
    #expect(DraftText(read(Samples.nested.pretty)).lines == expected)
    #expect(DraftText(read(" \n\t" + Samples.nested.pretty + " \r\n ")).lines == expected)
  }

  @Test func theOrderOfKeysMakesNoDifference() {
    var random = Random(seed: 7)
    for _ in 0..<TestScale.part(of: 200) {
      let document = Samples.nested.shuffled(&random)
      #expect(DraftText(read(document.compact)).lines == expected)
    }
  }

  @Test(arguments: [1, 2, 17, 64, 100, 333, 1000, 4096])
  func theSizeOfTheWindowMakesNoDifference(window: Int) {
    for document in [
      Samples.nested.compact, Samples.nested.pretty, Samples.flat.spaced, Samples.lines,
    ] {
      let whole = DraftText(read(document), positions: true).lines
      #expect(DraftText(read(document, window: window), positions: true).lines == whole)
    }
  }

  @Test func linesAreTheSameAsADocument() {
    #expect(DraftText(read(Samples.lines)).lines == expected)
  }

  @Test func linesMayBeginWithAGroup() {
    let lines = Samples.groups.map { $0.compact + "\n" }.joined()
    let document = Tree.object([("transaction_groups", .array(Samples.groups))])
    #expect(DraftText(read(lines)).lines == DraftText(read(document.spaced)).lines)
    #expect(read(lines, window: 8).tables.groups.count == 5)
  }

  @Test func groupsMayBeginWithTheirLegs() {
    let group = """
      {"cash_transactions": [{"cash_account_id": "c", "leg_type": "deposit", "direction": "in",
        "amount": 1}], "id": "g", "occurred_at": "2024-01-01"}
      """
    let draft = read(group)
    #expect(draft.faults.isEmpty)
    #expect(draft.tables.groups.map(\.cashLegCount) == [1])
  }

  @Test func flatTablesAreTheSameAsNestedLegs() throws {
    let nested = try ledger(Samples.nested.compact)
    let flat = try ledger(Samples.flat.compact)
    let expected = String(decoding: LedgerWriter(nested).bytes(), as: UTF8.self)
    #expect(String(decoding: LedgerWriter(flat).bytes(), as: UTF8.self) == expected)
    var random = Random(seed: 11)
    for _ in 0..<TestScale.part(of: 50) {
      let shuffled = try ledger(Samples.flat.shuffled(&random).pretty)
      // Kept columns come in the order they were read, so only the number of bytes is the same.
      #expect(LedgerWriter(shuffled).bytes().count == expected.utf8.count)
    }
  }

  @Test func everyAliasNamesItsTable() {
    var document = Samples.nested.compact
    for (name, alias) in [
      ("portfolio_cash_accounts", "cash_accounts"), ("stocks_master", "stocks"),
      ("historical_prices", "prices"),
    ] {
      document = document.replacing("\"\(name)\":", with: "\"\(alias)\":")
    }
    document = document.replacing("\"settings\":{", with: "\"user_portfolio_settings\":[{")
      .replacing("\"x_theme\":\"dark\"}", with: "\"x_theme\":\"dark\"}]")
    #expect(DraftText(read(document)).lines == expected)
  }

  @Test func keysMayBeEscaped() {
    let document = Samples.nested.compact.replacing("\"amount\":", with: "\"\\u0061mo\\u0075nt\":")
      .replacing("\"transaction_groups\"", with: "\"transaction\\u005fgroups\"")
    #expect(DraftText(read(document)).lines == expected)
  }

  @Test func severalFilesAreOneLedger() {
    var reader = LedgerReader()
    reader.read(Array(Tree.object(Samples.head).compact.utf8), name: "a.json")
    let groups = Tree.object([("transaction_groups", .array(Samples.groups))])
    reader.read(Array(groups.compact.utf8), name: "b.json")
    reader.read(Array(Tree.object(Samples.tail).compact.utf8), name: "c.json")
    let draft = reader.finish()
    #expect(DraftText(draft).lines == expected)
    #expect(draft.tables.sources.map(\.name) == ["a.json", "b.json", "c.json"])
    #expect(draft.tables.groups.allSatisfy { $0.position.file == 1 })
  }

  @Test func moreRowsThanCanBeNumberedAreRefused() {
    var reader = LedgerReader(windowSize: 64, rowLimit: 100)
    let groups = Array(repeating: "{\"id\":\"g\",\"occurred_at\":\"2024-01-01\"}", count: 200)
    let document = "{\"transaction_groups\":[" + groups.joined(separator: ",") + "]}"
    reader.read(Array(document.utf8), name: "many.json")
    let draft = reader.finish()
    #expect(draft.faults.map(\.summary) == ["F214"])
    #expect((50...100).contains(draft.tables.groups.count))
  }

  @Test func moreFilesThanCanBeNumberedAreRefused() {
    var reader = LedgerReader()
    for _ in 0..<65_535 { reader.read(Array("{}".utf8), name: "a.json") }
    reader.read(Array("[]".utf8), name: "b.json")
    reader.read(Array("[]".utf8), name: "c.json")
    let draft = reader.finish()
    #expect(draft.faults.map(\.summary) == ["F214"])
    #expect(draft.faults.first?.message == "the ledger has more than 65,535 files")
  }

  @Test func memoryIsReservedOnceWithoutChangingWhatIsRead() {
    let group = Samples.groups[0].compact
    let groups = Array(repeating: group, count: 2500).joined(separator: ",\n")
    let draft = read("{\"transaction_groups\":[\(groups)]}", window: 1 << 17)
    #expect(draft.tables.groups.count == 2500)
    #expect(draft.tables.cashLegs.count == 5000)
    #expect(draft.tables.groups.capacity < 3500)
  }

  private func ledger(_ text: String) throws(LedgerFaults) -> Ledger {
    try LedgerCheck(of: read(text), strict: false).ledger()
  }
}
