import FolioModel
import Testing

@testable import FolioInterchange
@testable import TestSupport

/// Files of prices and rates that settings name.
struct QuoteFileTests {
  private static let paths = #""price_files": ["a.csv", "q/b.csv"], "rate_files": "/r.csv""#
  private static let group = #"{"id": "g", "occurred_at": "2024-01-01", "status": "void"}"#

  private func names(_ draft: LedgerDraft) -> [String] {
    draft.tables.settings.quoteFiles.map { "\($0.kind) \($0.path)" }
  }

  @Test(arguments: [
    "{\"settings\": {\(paths)}}", "{\"settings\": [{\(paths)}]}",
    "{\"user_portfolio_settings\": [{\(paths)}]}", "{\"settings\": {\(paths)}}\n\(group)\n",
    "{\"transaction_groups\": [\(group)], \"settings\": {\(paths)}}",
    #"{"settings": [{"price_files": "a.csv"}, {"rate_files": ["/r.csv"]},"#
      + #" {"price_files": [null, "q/b.csv"], "rate_files": []}, {"rate_files": null}]}"#,
  ])
  func everyFormGivesTheSame(document: String) throws {
    for window in [1, 7, 64, 4096] {
      let draft = read(document, window: window)
      #expect(draft.faults.isEmpty)
      #expect(names(draft).sorted() == ["prices a.csv", "prices q/b.csv", "rates /r.csv"])
    }
    let ledger = try LedgerCheck(of: read(document), strict: false).ledger()
    for layout in LedgerWriter.Layout.allCases {
      let again = read(String(decoding: LedgerWriter(ledger).bytes(layout), as: UTF8.self))
      #expect(names(again) == ["prices a.csv", "prices q/b.csv", "rates /r.csv"])
    }
    // Nobody could read the files in between.
    var parts = LedgerParts(LedgerSource(Array(document.utf8), name: "l.json"), batchSize: 1)
    #expect(throws: NeedsWholeLedger.self) { while try parts.next() != nil {} }
  }

  @Test(arguments: [
    ("5", "F110"), ("{}", "F110"), ("[5]", "F110"), ("[[]]", "F110"), ("\"\"", "F124"),
    ("[\"a\", \"\"]", "F124"),
  ])
  func otherValuesAreFaults(value: String, code: String) {
    for key in ["price_files", "rate_files"] {
      let draft = read("{\"settings\": {\"\(key)\": \(value)}}")
      #expect(draft.faults.map(\.code.rawValue) == [code], "\(value)")
    }
  }

  @Test func pathsAreThoseOfTheFolderOfTheirDocument() {
    var reader = LedgerReader()
    let files = [("x", "/tmp/l.json"), ("y", "l.json"), ("z", "-"), ("y", "again.json")]
    for (name, document) in files {
      reader.read(
        Array("{\"settings\": {\"price_files\": [\"\(name).csv\", \"/\(name)\"]}}".utf8),
        name: document)
    }
    let found = reader.quoteFiles { $0.hasPrefix("/") ? "/tmp" : $0 == "-" ? "" : "." }
    #expect(found.map(\.path) == ["/tmp/x.csv", "/x", "y.csv", "/y", "z.csv", "/z"])
    #expect(QuoteFileName(.rates, "r.csv").path(in: "/") == "/r.csv")

    reader.reportUnread(found[3].file, at: found[3].path, "it is a folder")
    let draft = reader.finish()
    let printed = LedgerFaults(draft.faults, sources: draft.tables.sources).text()
    #expect(printed.hasPrefix("l.json:1:40: error: the file of prices \"/y\" cannot be read: "))
  }

  @Test func namesThatAreThereTwiceAreWrittenOnce() throws {
    let names = Array(repeating: "\"a.csv\"", count: 5000).joined(separator: ", ")
    let draft = read("{\"settings\": {\"rate_files\": [\(names)]}}")
    #expect(draft.tables.settings.quoteFiles.count == 5000)
    let ledger = try LedgerCheck(of: draft, strict: false).ledger()
    let written = String(decoding: LedgerWriter(ledger).bytes(.lines), as: UTF8.self)
    #expect(written == #"{"format": "folio/1", "settings": {"rate_files": ["a.csv"]}}"# + "\n")
  }
}
