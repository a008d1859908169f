import Folio
import Testing

@testable import FolioImporters

/// Each imported group knows the row of the file that it was made of.
@Suite("The row of an imported group")
struct ImportedRowTests {
  private static let header = "Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount\n"
  private static let deposit = "01/02/2031,MoneyLink Transfer,,Deposit,,,,\"$1,000.00\"\n"
  private static let buy = "01/03/2031,Buy,QSA,A Company,10,$50.00,,-$500.00\n"
  private static let sale = "02/03/2031,Sell,QSA,A Company,5,$60.00,,$300.00\n"

  private func result(
    _ text: String, name: String, addingTo ledger: LedgerContents? = nil
  ) -> ImportResult {
    var run = ImportRun()
    run.read(Array(text.utf8), name: name)
    return run.finish(addingTo: ledger)
  }

  @Test("has the name of the file, the line and the hash")
  func row() throws {
    let text = Self.header + Self.buy + Self.deposit
    let groups = result(text, name: "folder/my trades.csv").contents.groups
    let hash = SHA256.hexadecimal(of: Array(text.utf8))
    #expect(
      groups.map(\.importedRow) == [
        ImportedRow(file: "my trades.csv", row: 3, sha256: hash),
        ImportedRow(file: "my trades.csv", row: 2, sha256: hash),
      ])
  }

  @Test("is that of the file as it is, in any encoding")
  func encodings() throws {
    let text = Self.header + Self.deposit
    let marked: [UInt8] = [0xEF, 0xBB, 0xBF] + Array(text.utf8)
    let wide: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    for bytes in [marked, wide] {
      var run = ImportRun()
      run.read(bytes, name: "a.csv")
      let row = run.finish().contents.groups.first?.importedRow
      #expect(row == ImportedRow(file: "a.csv", row: 2, sha256: SHA256.hexadecimal(of: bytes)))
    }
  }

  @Test("stays when the file, or one that overlaps it, is imported again")
  func again() throws {
    let first = result(Self.header + Self.buy + Self.deposit, name: "first.csv")
    let same = result(
      Self.header + Self.buy + Self.deposit, name: "renamed.csv", addingTo: first.contents)
    #expect(same.contents.groups.isEmpty && same.corrections.isEmpty)
    let later = result(
      Self.header + Self.sale + Self.buy + Self.deposit, name: "later.csv",
      addingTo: first.contents)
    #expect(later.contents.groups.map { $0.importedRow?.file } == ["later.csv"])
    #expect(later.contents.groups.map { $0.importedRow?.row } == [2])
    #expect(later.corrections.isEmpty)
  }

  @Test("survives documents, stores and reports")
  func kept() async throws {
    let contents = result(Self.header + Self.buy + Self.deposit, name: "a.csv").contents
    let rows = contents.groups.map(\.importedRow)
    let read = try LedgerContents(reading: contents.document(), name: "ledger")
    #expect(read.groups.map(\.importedRow) == rows)
    let store = RecordStore.inMemory()
    try await store.save(StoreInput(contents), at: Timestamp("2031-03-01"))
    let page = try await store.page() as LedgerPage
    #expect(page.groups.reversed().map(\.importedRow) == rows)
    var reader = LedgerReader()
    reader.read(contents.document(), name: "ledger")
    let booked = try BookedLedger(booking: LedgerCheck(of: reader.finish()).ledger())
    for kind in [ReportKind.journal, .register] {
      let report = try #require(try kind.report(on: booked, ReportRequest()))
      let cells = Dictionary(
        uniqueKeysWithValues: zip(report.columns.map(\.key), report.row(0)))
      #expect(cells["imported_from"] == .text("a.csv, row 3"))
      #expect(cells["imported_sha256"] == .text(rows[0]?.sha256 ?? ""))
    }
  }

  @Test("of a ledger document is its own, or that of the document")
  func document() throws {
    let first = result(Self.header + Self.deposit, name: "a.csv").contents
    let again = result(String(decoding: first.document(), as: UTF8.self), name: "l.json").contents
    #expect(again.groups.map(\.importedRow) == first.groups.map(\.importedRow))
    let written = """
      {"format": "folio/1", "portfolio_cash_accounts": [{"id": "c", "currency": "USD"}],
      "transaction_groups": [
      {"id": "g", "occurred_at": "2024-01-02", "cash_transactions": [{"id": "k",
      "cash_account_id": "c", "leg_type": "deposit", "direction": "in", "amount": "5"}]}]}
      """
    let row = result(written, name: "l.json").contents.groups.first?.importedRow
    #expect(row?.file == "l.json" && row?.row == 3)
  }
}
