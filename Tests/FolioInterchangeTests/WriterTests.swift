import FolioModel
import Testing

@testable import FolioInterchange

/// What is written reads back as the same ledger.
struct WriterTests {
  private func ledger(_ bytes: [UInt8]) throws(LedgerFaults) -> Ledger {
    try LedgerCheck(of: read(bytes), strict: false).ledger()
  }

  @Test(arguments: LedgerWriter.Layout.allCases)
  func readingWhatWasWrittenGivesTheSame(layout: LedgerWriter.Layout) throws {
    let first = try ledger(Array(Samples.nested.pretty.utf8))
    let written = LedgerWriter(first).bytes(layout)
    let second = try ledger(written)
    #expect(LedgerWriter(second).bytes(layout) == written)
    #expect(LedgerWriter(second).bytes(.json) == LedgerWriter(first).bytes(.json))
    let lines = DraftText(read(written)).lines
    #expect(lines.count == DraftText(read(Samples.nested.compact)).lines.count)
  }

  @Test func theDocumentHasOneRowALine() throws {
    let text = String(
      decoding: LedgerWriter(try ledger(Array(Samples.nested.compact.utf8))).bytes(),
      as: UTF8.self)
    #expect(
      text.hasPrefix("{\n  \"format\": \"folio/1\",\n  \"x_exported_by\": {\"program\":\"x\""))
    #expect(text.hasSuffix("\n  ]\n}\n"))
    #expect(
      text.contains(
        """
            {"id": "c-usd", "name": "Broker é😀 \\"USD\\"", "currency": "USD"},
        """))
    #expect(text.contains("\"quantity\": \"3.000000000000000001\""))
    #expect(text.contains("\"close\": \"250.420\""))
    #expect(text.contains("\"occurred_at\": \"2024-03-01T14:30:00+05:30\""))
    #expect(text.contains("\"sector\": {\"a\":[1,\"x y\"],\"b\":{}}"))
  }

  @Test func linesHaveOneGroupEach() throws {
    let ledger = try ledger(Array(Samples.nested.pretty.utf8))
    let lines = LedgerWriter(ledger).bytes(.lines).split(separator: UInt8(ascii: "\n"))
    #expect(lines.count == 1 + ledger.tables.groups.count)
    #expect(lines.allSatisfy { $0.first == UInt8(ascii: "{") && $0.last == UInt8(ascii: "}") })
  }

  @Test func anEmptyLedgerIsADocument() throws {
    let ledger = try ledger(Array("{}".utf8))
    #expect(LedgerWriter(ledger).bytes() == Array("{\n  \"format\": \"folio/1\"\n}\n".utf8))
    #expect(LedgerWriter(ledger).bytes(.lines) == Array("{\"format\": \"folio/1\"}\n".utf8))
  }

  @Test func aKeyThatTwoFilesGiveIsWrittenOnce() throws {
    var reader = LedgerReader()
    reader.read(Array("{\"x_tool\": 1, \"settings\": {\"x_a\": 1}}".utf8), name: "a.json")
    reader.read(Array("{\"x_tool\": 2, \"settings\": {\"x_a\": 1}}".utf8), name: "b.json")
    let ledger = try LedgerCheck(of: reader.finish(), strict: false).ledger()
    let written = LedgerWriter(ledger).bytes(.lines)
    #expect(
      String(decoding: written, as: UTF8.self)
        == "{\"format\": \"folio/1\", \"x_tool\": 1, \"settings\": {\"x_a\": 1}}\n")
    #expect(read(written).faults.isEmpty)
  }

  @Test func theSinkGetsTheDocumentInPieces() throws {
    let groups = (0..<3000).map {
      Tree.object([("id", .text("g\($0)")), ("occurred_at", .text("2024-01-01T00:00:00Z"))])
    }
    let document = Tree.object([("transaction_groups", .array(groups))]).compact
    let writer = LedgerWriter(try ledger(Array(document.utf8)))
    var pieces: [Int] = []
    var all: [UInt8] = []
    writer.write { piece in
      pieces.append(piece.count)
      all += piece
    }
    #expect(pieces.count > 2)
    #expect(pieces.allSatisfy { $0 < 1 << 17 })
    #expect(all == writer.bytes())
  }
}
