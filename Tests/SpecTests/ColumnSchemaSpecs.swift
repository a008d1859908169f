import Folio
import Testing

@testable import FolioCLI
@testable import FolioReports
@testable import TestSupport

/// `folio schema`: the columns of each report for other systems.
struct ColumnSchemaSpecs {
  @Test(arguments: SchemaTarget.allCases)
  func eachTargetHasAGoldenText(_ target: SchemaTarget) throws {
    let session = CommandSession([:])
    session.run(["schema", "gains", "--for", target.rawValue])
    #expect(session.status == 0 && session.errors.isEmpty)
    var text = session.output
    // Sums of income have counts.
    session.run(["schema", "income", "--by", "year", "--for", target.rawValue])
    text += "\n" + session.output
    try Golden(path: "columns/\(target.rawValue).txt").expect(text)
  }

  @Test(arguments: [
    (["gain", "--for", "spark"], "'schema' knows no REPORT 'gain'. Did you mean 'gains'?"),
    (["gains", "--for", "sparc"], "--for cannot be 'sparc'. Did you mean 'spark'?"),
    (["gains"], "'schema' needs --for. For example: --for spark"),
    (["--for", "spark"], "'schema' needs a REPORT: one of holdings, "),
    (["tax-form", "--for", "spark"], "'tax-form' needs tax rules"),
    (["gains", "--for", "arrow", "--by", "year"], "the rows of 'gains' have no --by"),
    (["gains", "--for", "arrow", "--from", "2024"], "'schema' takes no --from"),
  ])
  func unknownReportsAndTargetsAreErrors(_ words: [String], _ message: String) {
    let session = CommandSession([:])
    session.run(["schema"] + words)
    #expect(session.status == 2 && session.output.isEmpty)
    #expect(session.errors.contains(message), "\(session.errors)")
  }

  private static let ledgers = ["five-years", "gaps", "paper", "story", "taxes"]

  /// The columns of a report are those of its schema, and its cells are what their columns say.
  @Test(arguments: ReportKind.all.map(\.name), [TaxRules.none, .us, .uk, .ca, .de, .es])
  func rowsHaveTheColumnsOfTheSchema(_ name: String, _ rules: TaxRules) throws {
    let kind = try #require(ReportKind.all.first { $0.name == name })
    if kind.needsTaxRules && rules == .none { return }
    // These rules have a form, and no return.
    if name == "tax-return" && [.us, .uk, .ca].contains(rules) { return }
    for grouping in kind.options.contains(.incomeRows) ? IncomeGrouping.allCases : [.date] {
      var request = ReportRequest()
      request.incomeGrouping = grouping
      let columns = try #require(try kind.columns(under: rules.regime, request))
      #expect(Set(columns.map(\.key)).count == columns.count)
      let letters = Set("abcdefghijklmnopqrstuvwxyz_0123456789")
      #expect(columns.allSatisfy { letters.isSuperset(of: $0.key) })
      for ledger in Self.ledgers {
        let bytes = try SpecFiles.bytes("../Examples/ledgers/\(ledger).json")
        var reader = LedgerReader()
        reader.read(bytes, name: "l.json")
        let check = LedgerCheck(of: reader.finish())
        var options = BookingOptions()
        options.taxRules = rules
        guard check.faults.isEmpty,
          let made = try? kind.report(on: check.validPart, options, request)
        else { continue }
        Self.compare(made.report, with: columns)
      }
    }
  }

  private static func compare(_ report: Report, with columns: [Report.Column]) {
    let known = columns.filter { column in report.columns.contains { $0.key == column.key } }
    #expect(report.columns.map(\.key) == known.map(\.key))
    #expect(report.columns.map(\.kind) == known.map(\.kind))
    for index in 0..<report.rowCount {
      let cells = report.row(index)
      for (number, column) in report.columns.enumerated() {
        #expect(cells.cell(number).fits(column.kind.value), "\(report.name) \(column.key)")
      }
    }
  }

  /// The first line of its section lists them; the columns that only some ledgers fill are below.
  @Test(arguments: ReportKind.all.map(\.name))
  func theDocumentListsTheColumns(_ name: String) throws {
    let kind = try #require(ReportKind.all.first { $0.name == name })
    if kind.needsTaxRules { return }
    let text = String(decoding: try SpecFiles.bytes("cli.md"), as: UTF8.self)
    let heading = "### `\(name)`\n\n- Row"
    let start = try #require(text.firstRange(of: heading)).upperBound
    let list = text[start...].drop { $0 != "`" }.dropFirst().prefix { $0 != "`" }
    let keys = list.split { $0 == "," || $0.isWhitespace }.map(String.init)
    let columns = try #require(try kind.columns(under: nil))
    #expect(keys == columns.dropLast(kind.optionalColumns.count).map(\.key))
  }

  @Test func columnsOfSomeLedgersAreLast() throws {
    let gains = try #require(try ReportKind.gains.columns(under: nil))
    #expect(gains.last?.key == "basis")
    let lots = try #require(try ReportKind.lots.columns(under: nil))
    #expect(lots.last?.key == "fair_value")
  }
}

extension Report.Cell {
  /// Whether the cell is a value of this kind, or none.
  fileprivate func fits(_ value: ColumnValue) -> Bool {
    switch self {
    case .null: true
    case .text: value == .text
    case .day: value == .day
    case .number, .money: value == .decimal
    case .integer: value == .count
    }
  }
}
