import Folio
import Testing

@testable import FolioCLI
@testable import TestSupport

/// The golden texts under Specs/what-if: what the command prints of the ledgers there, to the byte.
struct WhatIfSpecs {
  private static let ledgers = ["us.json", "uk.json", "ca.json"]

  static func entries() throws -> [ReportSpecs.Entry] {
    try SpecParser.parse(try SpecFiles.bytes("what-if/index.json")).elements.map { entry in
      ReportSpecs.Entry(
        file: entry["file"]?.text ?? "",
        arguments: entry["arguments"]?.elements.compactMap(\.text) ?? [])
    }
  }

  private static func session() throws -> CommandSession {
    var files: [String: [UInt8]] = [:]
    for name in ledgers { files[name] = try SpecFiles.bytes("what-if/\(name)") }
    for name in ["five-years.json", "gaps.json"] {
      files[name] = try SpecFiles.bytes("../Examples/ledgers/\(name)")
    }
    return CommandSession(files)
  }

  @Test(arguments: try entries())
  func printsItsGoldenText(_ entry: ReportSpecs.Entry) throws {
    let session = try Self.session()
    session.run(["what-if"] + entry.arguments)
    #expect(session.status == 0 && session.errors.isEmpty, "\(entry.file)\n\(session.errors)")
    #expect(session.written.isEmpty)
    try Golden(path: "what-if/\(entry.file)").expect(session.output)
  }

  @Test func everyFileIsRead() throws {
    let listed = try Self.entries().map { "what-if/\($0.file)" }
    #expect(listed.count == 27)
    let others = (Self.ledgers + ["index.json", "README.md"]).map { "what-if/\($0)" }
    #expect(SpecFiles.paths(in: "what-if", ending: "") == (listed + others).sorted())
  }

  @Test(arguments: [
    (["us.json"], "'what-if' needs a question"),
    (["us.json", "--sell", "ACME"], "--sell needs --quantity."),
    (["us.json", "--sell", "ACME", "--buy", "ACME", "--quantity", "1"], "are two questions"),
    (["us.json", "--harvest", "--quantity", "1"], "--quantity cannot be used with --harvest"),
    (["us.json", "--buy", "ACME", "--quantity", "1", "--goal", "least-gain"], "--goal cannot be"),
    (["us.json", "--sell", "ACNE", "--quantity", "1"], "Did you mean 'ACME'?"),
    (["us.json", "--sell", "ACME", "--quantity", "1", "--rate-long", "0.2"], "belong together"),
    (["us.json", "--sell", "ACME", "--quantity", "1", "--goal", "least-tax"], "--rate-short"),
    (
      ["us.json", "--sell", "ACME", "--quantity", "1", "--tax-rate", "0.2", "--rate-short", "0.3"]
        + ["--rate-long", "0.1"], "Leave it or the rates by term out"
    ),
    (
      ["uk.json", "--sell", "MILL", "--quantity", "1", "--rate-short", "0.2"]
        + ["--rate-long", "0.1"], "The rules uk have no short-term"
    ),
    (["us.json", "--sell", "ACME", "--quantity", "1", "--broker", "no"], "no securities account"),
    (["us.json", "--sell", "ACME", "--quantity", "41"], "Only 40 units of ACME"),
    (["five-years.json", "--sell", "GLBX", "--quantity", "999"], "Only 41.625 units of GLBX"),
    (["us.json", "--sell", "ACME", "--quantity", "1", "--on", "2021-05-05"], "There is no price"),
    (["uk.json", "--sell", "MILL", "--quantity", "1", "--goal", "keep-long-term"], "tax rules us"),
  ])
  func refusesWhatHasNoAnswer(_ arguments: [String], _ message: String) throws {
    let session = try Self.session()
    session.run(["what-if"] + arguments)
    #expect(session.status == 2 && session.output.isEmpty)
    #expect(session.errors.contains(message), "\(session.errors)")
  }
}
