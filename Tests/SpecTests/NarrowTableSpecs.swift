import Folio
import Testing

@testable import FolioCLI
@testable import FolioReports
@testable import TestSupport

/// Every report and other table on a terminal of 80 columns: no line is wider, no word, number or
/// date is cut, and no essential column is lost.
struct NarrowTableSpecs {
  /// A command line, and the columns that it must show.
  struct Line: CustomTestStringConvertible, Sendable {
    var arguments: [String]
    var required: [String] = []
    var testDescription: String { arguments.joined(separator: " ") }
  }

  private static let ledgers = [
    "five-years.json", "paper.json", "taxes.json", "story.json", "gaps.json",
  ]

  private static let required: [String: [String]] = [
    "gains": ["Symbol", "Disposed", "Quantity", "Gain", "Gain in base"],
    "journal": ["Date", "Account", "Amount", "Cur"],
    "register": ["Date", "Description", "Amount", "Balance"],
    "positions": ["Symbol", "Quantity", "Market value", "Value in base", "Gain in base"],
    "pnl": ["End", "Profit"],
    "balance-sheet": ["Section", "Line", "In base"],
    "income": ["Net"],
    "cash": ["Account", "Cur", "Balance", "Balance in base"],
    "performance": ["TWR", "XIRR"],
    "drawdowns": ["High", "Low", "Depth"],
  ]

  private static let variants: [[String]] = [
    ["register", "--symbol", "MILL", "story.json"], ["explain", "MILL", "story.json"],
    ["explain", "sell-2", "story.json"], ["explain", "AMPL", "gaps.json"],
    ["explain", "VNTG.L", "gaps.json"], ["income", "--by", "symbol", "five-years.json"],
    ["income", "--by", "year", "gaps.json"], ["pnl", "--per", "account", "gaps.json"],
    ["pnl", "--per", "account", "five-years.json"], ["pnl", "--per", "currency", "gaps.json"],
    ["performance", "--trade-prices", "--per", "account", "five-years.json"],
    ["performance", "--trade-prices", "--by", "year", "--benchmark", "GLBX", "five-years.json"],
    ["performance", "--trade-prices", "--per", "symbol", "gaps.json"],
    ["trial-balance", "--from", "2024", "five-years.json"],
    ["trial-balance", "--from", "2024", "gaps.json"],
    ["gains", "--include-cash", "five-years.json"],
    ["tax-form", "--tax-rules", "us", "taxes.json"],
    ["tax-form", "--tax-rules", "uk", "--base", "GBP", "taxes.json"],
    ["tax-form", "--tax-rules", "ca", "--base", "CAD", "taxes.json"],
    ["lots", "--tax-rules", "us", "taxes.json"],
  ]

  static let lines: [Line] =
    ledgers.flatMap { ledger in
      ReportKind.all.filter { !$0.needsTaxRules }.map { kind in
        Line(arguments: [kind.name, ledger], required: required[kind.name] ?? [])
      }
    } + variants.map { Line(arguments: $0) }
    + ledgers.map { Line(arguments: ["check", $0]) }
    + ["us", "uk", "ca"].map {
      Line(
        arguments: ["gains", "--tax-rules", $0, "taxes.json"],
        required: ["Gain in base"] + ($0 == "uk" ? [] : ["Taxable"]))
    }

  /// What a command line shows on a terminal.
  private func output(of arguments: [String], width: Int) throws -> [Substring] {
    let session = CommandSession(try Self.files())
    session.terminal.isTerminal = true
    session.terminal.columns = "\(width)"
    session.terminal.noColor = "1"
    session.messageWidth = width
    session.run(["init", "file:store", "gaps.json"])
    session.run(arguments)
    #expect(session.status == 0, "\(session.errors)")
    for line in session.errors.split(separator: "\n") {
      #expect(TextWidth.of(String(line)) <= width, "\(line)")
    }
    return session.output.split(separator: "\n")
  }

  private static func files() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in ledgers { files[name] = try SpecFiles.bytes("../Examples/ledgers/\(name)") }
    return files
  }

  /// The words of some lines, without rules and the note about hidden columns, which is the last.
  private func words(_ lines: [Substring]) -> Set<Substring> {
    let shown = lines.prefix { !$0.hasPrefix("Not shown") }
    // A total that is not under its column has its heading before a colon.
    let words = shown.flatMap { $0.split(separator: " ") }.filter { $0.first != "─" }
    return Set(words.map { $0.hasSuffix(":") ? $0.dropLast() : $0 })
  }

  @Test(arguments: lines) func fitsEightyColumns(_ line: Line) throws {
    let (narrow, wide) = (
      try output(of: line.arguments, width: 80), try output(of: line.arguments, width: 4_000)
    )
    for row in narrow { #expect(TextWidth.of(String(row)) <= 80, "\(row)") }
    // Explanations are never wider than 96 columns, so numbered lines and words are the same.
    let whole = words(wide)
    // Only ids and names of accounts are longer, and break after a hyphen or a colon.
    let long = whole.filter { $0.count > 20 }
    let cut = words(narrow).subtracting(whole).filter { part in
      !long.contains { $0.contains(part) }
    }
    #expect(cut.isEmpty, "\(cut.sorted())")
    let note = narrow.drop { !$0.hasPrefix("Not shown") }
      .map { $0.drop { $0 == " " } }.joined(separator: " ")
    let hidden =
      note.split(separator: ":").dropFirst().joined()
      .split(separator: ".").first?.split(separator: ", ").map { $0.drop { $0 == " " } } ?? []
    for column in line.required { #expect(!hidden.contains { $0 == column }, "\(column)") }
  }

  @Test func logShowsAllOfItsColumns() throws {
    let lines = try output(of: ["log", "file:store"], width: 80)
    for line in lines { #expect(TextWidth.of(String(line)) <= 80, "\(line)") }
    #expect(!lines.contains { $0.hasPrefix("Not shown") })
    #expect(words(lines).isSuperset(of: ["Date", "Group", "Status", "Description", "131.0875,"]))
  }

  @Test func taxColumnsComeWithTaxRules() throws {
    let plain = try output(of: ["gains", "taxes.json"], width: 400).joined(separator: "\n")
    for word in ["Disallowed", "Taxable", "Term"] { #expect(!plain.contains(word)) }
    let ruled = try output(of: ["gains", "--tax-rules", "us", "taxes.json"], width: 400)
    #expect(ruled.contains { $0.contains("Disallowed") && $0.contains("Taxable") })
  }

  @Test func keywordsAreWords() throws {
    let lines = try output(of: ["balance-sheet", "five-years.json"], width: 80)
    #expect(lines.contains { $0.contains("retained results") })
    #expect(!lines.contains { $0.contains("_") })
  }
}
