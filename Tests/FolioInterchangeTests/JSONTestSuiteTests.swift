import FolioModel
import Foundation
import Testing

@testable import FolioInterchange

/// The parsing files of JSONTestSuite: what each parser must accept, refuse, or decide upon.
struct JSONTestSuiteTests {
  struct Case {
    let name: String
    let bytes: [UInt8]
  }

  /// Accepted by JSONTestSuite, refused here: Specs/reading/json-test-suite/README.md.
  static let refusedByDecision: Set<String> = [
    "y_object_duplicated_key", "y_object_duplicated_key_and_value",
  ]

  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Specs/reading")

  static func cases() throws -> [Case] {
    let table = folder.appending(path: "json-test-suite/cases.tsv")
    return try String(contentsOf: table, encoding: .utf8).split(separator: "\n").dropFirst()
      .map { row in
        let fields = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        let times = try #require(Int(fields[1]))
        let unit = try #require(Data(base64Encoded: fields[2]))
        let rest = try #require(Data(base64Encoded: fields[3]))
        var bytes: [UInt8] = []
        for _ in 0..<times { bytes += unit }
        return Case(name: fields[0], bytes: bytes + rest)
      }
  }

  @Test func everyFileIsAcceptedOrRefusedAsDecided() throws {
    let cases = try Self.cases()
    #expect(cases.count == 318)
    for test in cases {
      let isAccepted =
        switch test.name.prefix(2) {
        case "y_": !Self.refusedByDecision.contains(test.name)
        case "i_": test.name.hasPrefix("i_number_")
        default: false
        }
      #expect((fault(in: test.bytes) == nil) == isAccepted, "\(test.name)")
    }
  }

  /// The verdicts of verdicts.tsv: of the contents as the value of an unknown key, and as a file.
  /// With `FOLIO_BLESS=1` in the environment the table is written anew: read what has changed.
  @Test func everyVerdictIsWrittenDown() throws {
    let cases = try Self.cases()
    let lines = cases.map { test in
      [
        test.name, verdict(on: Array("{\"x_\": ".utf8) + test.bytes + Array("}".utf8)),
        verdict(on: test.bytes),
      ].joined(separator: "\t")
    }
    let text = "# name\tas a value\tas a file\n" + lines.joined(separator: "\n") + "\n"
    let table = Self.folder.appending(path: "json-test-suite/verdicts.tsv")
    if ProcessInfo.processInfo.environment["FOLIO_BLESS"] == "1" {
      try text.write(to: table, atomically: true, encoding: .utf8)
    }
    let recorded = try String(contentsOf: table, encoding: .utf8).split(separator: "\n")
    #expect(recorded.count == cases.count + 1)
    for (line, verdict) in zip(lines, recorded.dropFirst()) { #expect(line == verdict) }
    for verdict in recorded.dropFirst().map({ $0.split(separator: "\t") }) {
      let isAccepted = verdict[1] == "accepted"
      switch verdict[0].prefix(2) {
      case "y_": #expect(isAccepted != Self.refusedByDecision.contains(String(verdict[0])))
      case "n_": #expect(!isAccepted && verdict[2] != "accepted", "\(verdict[0])")
      default: #expect(verdict[0].hasPrefix("i_"))
      }
    }
  }

  /// `accepted`, or the code of the first fault; each fault has its place within the bytes.
  private func verdict(on bytes: [UInt8]) -> String {
    let draft = read(bytes)
    for fault in draft.faults {
      #expect(fault.position.isKnown && fault.position.offset <= bytes.count, "\(fault.message)")
    }
    let text = LedgerFaults(draft.faults, sources: draft.tables.sources).text()
    #expect(text.isEmpty == draft.faults.isEmpty)
    return draft.faults.first?.code.rawValue ?? "accepted"
  }

  @Test func asTheValueOfAnUnknownKeyTheyFareAlike() throws {
    for test in try Self.cases() where !test.name.hasPrefix("n_structure_100000") {
      let isAccepted = fault(in: test.bytes) == nil
      let document = Array("{\"x_\": ".utf8) + test.bytes + Array("}".utf8)
      for window in [64, 1 << 20] {
        let draft = read(document, window: window)
        #expect(draft.faults.isEmpty == isAccepted, "\(test.name) \(window)")
      }
    }
  }

  @Test func asATreeTheyFareAlike() throws {
    for test in try Self.cases() {
      let isAccepted = fault(in: test.bytes) == nil
      #expect(((try? JSONNode.parse(test.bytes)) != nil) == isAccepted, "\(test.name)")
    }
  }

  @Test func noFileIsLeftUnread() throws {
    let files = FileManager.default.enumerator(atPath: Self.folder.path)?.allObjects ?? []
    let names = Set(files.compactMap { $0 as? String }.filter { $0.contains(".") })
    #expect(
      names == [
        "README.md", "json-test-suite/README.md", "json-test-suite/cases.tsv",
        "json-test-suite/verdicts.tsv",
      ])
  }

  /// The fault of a text as one JSON value.
  private func fault(in text: [UInt8]) -> SyntaxFault? {
    let window = text + Array(repeating: 0, count: JSONScanner.padding)
    var scanner = JSONScanner()
    scanner.end = text.count
    scanner.isLast = true
    do throws(ScanStop) {
      scanner.blanks(window.span)
      try scanner.skipValue(window.span, depth: 0)
      scanner.blanks(window.span)
      if scanner.index < scanner.end { throw scanner.stop(.trailingContent) }
      return nil
    } catch {
      guard case .fault(let fault) = error else { return nil }
      return fault
    }
  }
}
