import Folio
import Foundation
import Testing

@testable import FolioCLI

@Suite("Formats of other programs")
struct FormatTests {
  private static func bytes(_ name: String) throws -> [UInt8] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return Array(try Data(contentsOf: root.appendingPathComponent(name)))
  }

  @Test("names are unique, and each finds its format")
  func names() {
    #expect(
      Set(ImportFormat.supportedByCommand.map(\.name)).count
        == ImportFormat.supportedByCommand.count)
    #expect(
      Set(ExportFormat.supportedByCommand.map(\.name)).count
        == ExportFormat.supportedByCommand.count)
    for format in ImportFormat.supportedByCommand {
      #expect(ImportFormat.named(format.name)?.name == format.name)
    }
    for format in ExportFormat.supportedByCommand {
      #expect(ExportFormat.named(format.name)?.name == format.name)
    }
    #expect(ImportFormat.named("csv") == nil && ExportFormat.named("csv") == nil)
  }

  @Test(
    "a file is recognized by its first bytes",
    arguments: [
      ("Specs/simple/flat-app.json", "simple"), ("Specs/simple/flat-app-numbers.json", "simple"),
      ("Specs/simple/coinflip.json", "coinflip"), ("Specs/simple/simple-price.json", nil),
      ("Examples/ledgers/paper.json", nil),
    ])
  func recognition(file: String, name: String?) throws {
    let bytes = try Self.bytes(file)
    #expect(ImportFormat.supportedByCommand.first { $0.recognizes(bytes) }?.name == name)
  }

  @Test("a dump of PostgreSQL is recognized by its first line")
  func dump() {
    let dump = Array("--\n-- PostgreSQL database dump\n--\n".utf8)
    #expect(ImportFormat.supportedByCommand.first { $0.recognizes(dump) }?.name == "postgres-dump")
  }
}
