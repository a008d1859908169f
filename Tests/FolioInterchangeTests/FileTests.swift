import FolioDiagnostics
import Foundation
import Testing

@testable import FolioInterchange

/// Files and pipes of the system.
struct FileTests {
  private func withFile(_ text: String, _ body: (String) throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".json")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try body(file.path)
  }

  @Test func aFileReadsLikeMemory() throws {
    try withFile(Samples.nested.pretty) { path in
      var reader = LedgerReader(windowSize: 256)
      try reader.readFile(path)
      let draft = reader.finish()
      let expected = read(Samples.nested.pretty)
      #expect(
        DraftText(draft, positions: true).lines == DraftText(expected, positions: true).lines)
      #expect(draft.tables.sources.map(\.name) == [path])
    }
  }

  @Test func aFaultInAFileIsShownWithItsLine() throws {
    try withFile("{\n  \"settings\": {\"base_currency\": \"usd\"}\n}\n") { path in
      var reader = LedgerReader()
      try reader.readFile(path)
      let draft = reader.finish()
      let text = DiagnosticPrinter(draft.tables.sources).text(draft.faults)
      #expect(text.hasPrefix("\(path):2:33: error: base_currency is \"usd\", "))
      #expect(text.contains("  \"settings\": {\"base_currency\": \"usd\"}\n"))
    }
  }

  @Test func aPipeIsReadAndItsFaultsAreShown() throws {
    let pipe = Pipe()
    pipe.fileHandleForWriting.write(Data("{\n \"format\": 2\n}".utf8))
    try pipe.fileHandleForWriting.close()
    let number = pipe.fileHandleForReading.fileDescriptor
    let source = try FileSource(FileDescriptor(number, closesAtEnd: false), name: "-")
    #expect(source.size == nil)
    var reader = LedgerReader(windowSize: 4)
    try reader.read(LedgerSource(source))
    let draft = reader.finish()
    let text = DiagnosticPrinter(draft.tables.sources).text(draft.faults)
    #expect(text.hasPrefix("-:2:12: error: the format is 2, which is not known here [F107]\n"))
    #expect(text.contains("\"format\": 2\n"))
  }

  @Test func whatCanNotBeReadSaysWhy() {
    let missing = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    var reader = LedgerReader()
    #expect(throws: SourceFailure(name: missing, reason: .notFound)) {
      try reader.readFile(missing)
    }
    let folder = FileManager.default.temporaryDirectory.path
    #expect(throws: SourceFailure(name: folder, reason: .isDirectory)) {
      try reader.readFile(folder)
    }
  }

  @Test func progressIsToldInBytesAndChangesNothing() throws {
    try withFile(Samples.nested.pretty) { path in
      var told: [WorkProgress] = []
      var reader = LedgerReader(windowSize: 256)
      try reader.readFile(path) { told.append($0) }
      let size = Samples.nested.pretty.utf8.count
      #expect(told.last == WorkProgress(.bytes, done: size, of: size))
      #expect(told.count > size / 1024)
      #expect(told.map(\.done) == told.map(\.done).sorted())
      let expected = read(Samples.nested.pretty)
      #expect(
        DraftText(reader.finish(), positions: true).lines
          == DraftText(expected, positions: true).lines)
    }
  }

  @Test func theLedgersOfAFolderComeInOrderOfBytes() throws {
    let manager = FileManager.default
    let folder = manager.temporaryDirectory.appending(path: UUID().uuidString)
    try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? manager.removeItem(at: folder) }
    for name in ["b.json", "B.json", "ä.ndjson", "a.txt", ".c.json", "a.json"] {
      try Data("{}".utf8).write(to: folder.appending(path: name))
    }
    let names = ["B.json", "a.json", "b.json", "ä.ndjson"]
    #expect(try Folder.ledgers(in: folder.path) == names.map { folder.path + "/" + $0 })
    #expect(try Folder.ledgers(in: folder.path + "/") == names.map { folder.path + "/" + $0 })
    #expect(try Folder.ledgers(in: folder.path + "/a.json") == nil)
    #expect(throws: SourceFailure(name: "/no/such", reason: .notFound)) {
      try Folder.ledgers(in: "/no/such")
    }
  }
}
