import Folio
import FolioImporters
import Testing

@testable import FolioCLI

/// Losses that are planted into the files under Specs/import: the import has to report each.
///
/// The files have running balances, totals, positions or ids. A file that begins or ends earlier is
/// a file of its own, so the first and the last balance of a chain prove nothing about rows
/// before and after them; such rows are not in the lists.
struct PlantedLossSpecs {
  /// A file, the lines with rows that are proven, and the columns with amounts of money and units.
  struct Sample: Sendable, CustomTestStringConvertible {
    var path: String
    var separator: Character
    /// Places from the first line, which is 0.
    var rows: [Int]
    var columns: [Int]

    var testDescription: String { path }
  }

  static let samples = [
    sample("schwab/brokerage", rows: [3, 4, 5, 6, 7], columns: [7]),
    sample("schwab/brokerage", rows: [8, 9, 10, 11], columns: [7]),
    sample("finpension/transactions", separator: ";", rows: [2, 3], columns: [8]),
    sample("bux/transactions", rows: [2, 3, 4, 7], columns: [4]),
    sample("vanguard-uk/report", rows: [6, 7, 8, 9], columns: [2]),
    sample("degiro/orders", rows: [2, 11, 12], columns: [8]),
    sample("ibkr-statement/statement", rows: [14, 15, 16, 19], columns: [7, 9]),
    sample("ibkr-statement/statement", rows: [21, 24, 27, 30], columns: [5]),
    sample("vanguard/transactions", rows: [6, 9], columns: [7]),
  ]

  private static func sample(
    _ name: String, separator: Character = ",", rows: [Int], columns: [Int]
  ) -> Sample {
    Sample(path: "import/\(name).csv", separator: separator, rows: rows, columns: columns)
  }

  /// What an import says about lines.
  private func result(_ lines: [String]) -> ImportResult {
    var run = ImportRun()
    run.read(Array(lines.joined(separator: "\n").utf8), name: "export.csv")
    return run.finish()
  }

  private func lines(of sample: Sample) throws -> [String] {
    String(decoding: try SpecFiles.bytes(sample.path), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Whether the import reports a loss: a fault, a difference or a row that comes twice.
  private func isReported(_ result: ImportResult) -> Bool {
    result.findings.diagnostics.contains { finding in
      finding.severity == .error
        || [.differsFromSource, .repeatedRow].contains(finding.code)
    }
  }

  @Test("a file without a loss has figures, and all agree", arguments: samples)
  func unharmed(_ sample: Sample) throws {
    let result = result(try lines(of: sample))
    #expect(!isReported(result), "\(result.findings.text())")
    #expect(result.report.comparisons.contains { $0.count > 0 })
    #expect(result.report.comparisons.allSatisfy { $0.agree == $0.count })
  }

  @Test("a lost row is found", arguments: samples)
  func lost(_ sample: Sample) throws {
    for row in sample.rows where try hasAmount(sample, row) {
      var lines = try lines(of: sample)
      let line = lines.remove(at: row)
      #expect(isReported(result(lines)), "without \(line)")
    }
  }

  @Test("a row that comes twice is found", arguments: samples)
  func doubled(_ sample: Sample) throws {
    for row in sample.rows where try hasAmount(sample, row) {
      var lines = try lines(of: sample)
      lines.insert(lines[row], at: row)
      #expect(isReported(result(lines)), "twice \(lines[row])")
    }
  }

  @Test("a wrong sign is found", arguments: samples)
  func sign(_ sample: Sample) throws {
    try plant(sample) { text in text.hasPrefix("-") ? String(text.dropFirst()) : "-" + text }
  }

  @Test("a wrong scale is found", arguments: samples)
  func scale(_ sample: Sample) throws {
    // One more digit before the decimals, and one after them.
    try plant(sample) { text in
      let place = text.firstIndex { $0.isNumber } ?? text.startIndex
      return text[..<place] + "9" + text[place...]
    }
  }

  /// Changes each amount, one at a time.
  private func plant(_ sample: Sample, _ change: (String) -> String) throws {
    var count = 0
    for row in sample.rows {
      let lines = try lines(of: sample)
      let fields = split(lines[row], sample.separator)
      for column in sample.columns where column < fields.count {
        let bare = fields[column].filter { $0 != "\"" }
        guard bare.contains(where: { ("1"..."9").contains($0) }) else { continue }
        var changed = fields
        changed[column] = "\"\(change(bare))\""
        var planted = lines
        planted[row] = changed.joined(separator: String(sample.separator))
        count += 1
        #expect(isReported(result(planted)), "\(planted[row])")
      }
    }
    #expect(count > 0)
  }

  private func hasAmount(_ sample: Sample, _ row: Int) throws -> Bool {
    let fields = split(try lines(of: sample)[row], sample.separator)
    return sample.columns.contains { column in
      column < fields.count && fields[column].contains { ("1"..."9").contains($0) }
    }
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
