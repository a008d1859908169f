import Folio
import FolioImporters
import Testing

@testable import FolioImporters

/// Mistakes in one row of each sound CSV file under Specs/import: a field too many or too few, a
/// wrong sign, a wrong digit, a word for a currency, and a stray quotation mark. The import has to
/// report each, or book the same. The golden text says which it does not report.
struct RowInvariantSpecs {
  enum Change: String, CaseIterable {
    case added, dropped, quote, currency, sign, digit
  }

  /// The changes that no file may have unnoticed.
  private static let certain: Set<Change> = [.added, .dropped, .quote, .currency]
  /// Those that cannot be told, with the reason.
  private static let exceptions = [
    "coinbase currency": "the column of coins may have any word",
    "koinly currency": "the column of coins may have any word",
    "portfolio-performance added": "rows lack the last empty field, and the header has it",
  ]
  private static let mostRows = 8

  /// A changed row, and where it is.
  private struct Changed {
    var change: Change
    var line: Int
    var text: String
  }

  static let folders = RuleSet.builtInNames.sorted()

  @Test(arguments: folders)
  func changesAreReported(_ folder: String) throws {
    var lines: [String] = []
    for path in SpecFiles.paths(in: "import/\(folder)", ending: ".csv").sorted() {
      lines += try report(path, folder)
    }
    try Golden(path: "import/\(folder)/unreported.txt").expect(lines.joined())
  }

  private func report(_ path: String, _ folder: String) throws -> [String] {
    let text = String(decoding: try SpecFiles.bytes(path), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let before = result(text, folder)
    guard before.findings.errors.isEmpty else { return [] }
    var unreported: [Change: [String]] = [:]
    var counts: [Change: Int] = [:]
    for changed in changes(of: lines) {
      var others = lines
      others[changed.line] = changed.text
      let after = result(others.joined(separator: "\n"), folder)
      counts[changed.change, default: 0] += 1
      if after.reports(beyond: before) || after.booked == before.booked { continue }
      unreported[changed.change, default: []].append("\(changed.line + 1): \(changed.text)")
    }
    for change in Self.certain where Self.exceptions["\(folder) \(change.rawValue)"] == nil {
      #expect(unreported[change] ?? [] == [], "\(path): \(change.rawValue)")
    }
    let name = path.split(separator: "/").last ?? ""
    return Change.allCases.compactMap { change in
      guard let count = counts[change] else { return nil }
      let silent = unreported[change] ?? []
      return "\(name): \(change.rawValue): \(count - silent.count) of \(count)\n"
        + silent.map { "  \($0)\n" }.joined()
    }
  }

  private func result(_ text: String, _ folder: String) -> ImportResult {
    var options = ImportOptions()
    options.currency =
      ["etoro", "portfolio-performance"].contains(folder) ? Currency("USD") : nil
    let rules = RuleSet.builtIn.filter { $0.name == folder }
    var run = ImportRun(formats: rules.map { Importer($0) }, options)
    run.read(Array(text.utf8), name: "export.csv")
    return run.finish()
  }

  // MARK: Changes

  private func changes(of lines: [String]) -> [Changed] {
    let text = lines.joined()
    let marks: [Character] = [",", ";", "\t"]
    let counts = marks.map { mark in text.count { $0 == mark } }
    let separator = marks[counts.firstIndex(of: counts.max() ?? 0) ?? 0]
    var found: [Changed] = []
    var rows = 0
    for (line, text) in lines.enumerated() {
      let fields = split(text, separator)
      let numbers = fields.indices.filter { isNumber(fields[$0]) }
      guard fields.count > 3, !numbers.isEmpty, text.count(where: { $0 == "\"" }) % 2 == 0,
        rows < Self.mostRows
      else { continue }
      rows += 1
      func add(_ change: Change, _ fields: [String]) {
        found.append(
          Changed(
            change: change, line: line, text: fields.joined(separator: String(separator))))
      }
      add(.added, fields[...numbers[0]] + ["000"] + fields[(numbers[0] + 1)...])
      add(.dropped, Array(fields[..<1] + fields[2...]))
      if let place = fields.firstIndex(where: { $0.first?.isLetter == true }) {
        var quoted = fields
        quoted[place] = "\"" + quoted[place]
        add(.quote, quoted)
      }
      for place in fields.indices where ["EUR", "USD", "GBP", "CHF"].contains(bare(fields[place])) {
        var other = fields
        other[place] = "LOCAL"
        add(.currency, other)
      }
      for place in numbers {
        let number = bare(fields[place])
        var other = fields
        other[place] = "\"\(number.hasPrefix("-") ? String(number.dropFirst()) : "-" + number)\""
        add(.sign, other)
        other[place] = "\"\(number.hasPrefix("-") ? "-9" + number.dropFirst() : "9" + number)\""
        add(.digit, other)
      }
    }
    return found
  }

  private func bare(_ field: String) -> String { field.filter { $0 != "\"" } }

  private func isNumber(_ field: String) -> Bool {
    let text = bare(field)
    return text.contains { ("1"..."9").contains($0) }
      && text.count { $0 == "-" } == (text.hasPrefix("-") ? 1 : 0)
      && text.count { $0 == "." } < 2
      && text.allSatisfy { $0.isNumber || ".,-'".contains($0) }
  }

  /// The fields of a line, with their quotation marks.
  private func split(_ line: String, _ separator: Character) -> [String] {
    var (fields, isQuoted) = ([""], false)
    for character in line {
      if character == "\"" { isQuoted.toggle() }
      if character == separator, !isQuoted {
        fields.append("")
      } else {
        fields[fields.count - 1].append(character)
      }
    }
    return fields
  }
}
