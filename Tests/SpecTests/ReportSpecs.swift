import Folio
import Testing

@testable import FolioCLI
@testable import TestSupport

/// The golden reports under Specs/reports: what the command prints of the ledgers under
/// Examples/ledgers, to the byte.
struct ReportSpecs {
  static let reports = ["holdings", "lots", "gains", "cash", "income", "journal", "trial-balance"]

  /// A line of Specs/reports/index.json.
  struct Entry: CustomTestStringConvertible, Sendable {
    var file: String
    var arguments: [String]
    var testDescription: String { file }
  }

  static func entries() throws -> [Entry] {
    try SpecParser.parse(try SpecFiles.bytes("reports/index.json")).elements.map { entry in
      Entry(
        file: entry["file"]?.text ?? "",
        arguments: entry["arguments"]?.elements.compactMap(\.text) ?? [])
    }
  }

  /// What a command line prints on standard output; it must be fine, and silent elsewhere.
  static func output(of arguments: [String]) throws -> String {
    let session = CommandSession(try exampleLedgers())
    session.run(arguments)
    let label = arguments.joined(separator: " ")
    #expect(session.status == 0, "\(label)\n\(session.errors)")
    #expect(session.errors.isEmpty, "\(label)\n\(session.errors)")
    return session.output
  }

  private static func exampleLedgers() throws -> [String: [UInt8]] {
    let names = [
      "five-years.json", "five-years-flat.json", "five-years.ndjson", "paper.json", "taxes.json",
      "story.json", "gaps.json",
    ]
    var ledgers: [String: [UInt8]] = [:]
    for name in names { ledgers[name] = try SpecFiles.bytes("../Examples/ledgers/\(name)") }
    return ledgers
  }

  @Test(arguments: try entries())
  func printsItsGoldenText(_ entry: Entry) throws {
    try Golden(path: "reports/\(entry.file)").expect(try Self.output(of: entry.arguments))
  }

  @Test func everyFileIsRead() throws {
    let listed = try Self.entries().map { "reports/\($0.file)" }
    #expect(listed.count == 74)
    let others = [
      "reports/index.json", "reports/worked-figures.json", "reports/README.md", "reports/story.md",
      "reports/taxes.md",
    ]
    #expect(SpecFiles.paths(in: "reports", ending: "") == (listed + others).sorted())
  }

  private static let shapes = TestScale.some(
    reports.flatMap { report in ReportFormat.allCases.map { (report, $0) } })

  /// The same history in three shapes, and read twice, gives the same bytes.
  @Test(arguments: shapes)
  func shapeOfTheLedgerDoesNotMatter(_ report: String, _ format: ReportFormat) throws {
    func output(_ ledger: String) throws -> String {
      try Self.output(of: [report, "--format", format.rawValue, ledger])
    }
    let nested = try output("five-years.json")
    #expect(!nested.isEmpty)
    for ledger in ["five-years.json", "five-years-flat.json", "five-years.ndjson"] {
      #expect(try output(ledger) == nested, "\(ledger) differs")
    }
  }
}
