import Folio
import Foundation
import Testing

@testable import FolioImporters

/// Mistakes in the sound files under Specs/import that no rules read: a word for a currency, a cost
/// that nothing reads, a wrong sign, and ten or a hundred times an amount. The import has to report
/// each, or book the same. The golden text says which it does not report.
struct ReaderInvariantSpecs {
  enum Change: String, CaseIterable {
    case currency, unread, sign, tenfold, hundredfold
  }

  /// The changes that no file may have unnoticed.
  private static let certain: Set<Change> = [.currency, .unread]
  private static let mostLines = 40

  private struct Changed {
    var change: Change
    var line: Int
    var text: String
  }

  static let folders = ForeignImportSpecs.folders.keys.sorted()

  @Test(arguments: folders)
  func changesAreReported(_ folder: String) throws {
    let files = ForeignImportSpecs.files.filter { $0.hasPrefix("import/\(folder)/") }
    let lines = try files.sorted().flatMap(report)
    #expect(!lines.isEmpty)
    try Golden(path: "import/\(folder)/unreported.txt").expect(lines.joined())
  }

  private func report(_ path: String) throws -> [String] {
    let text = String(decoding: try SpecFiles.bytes(path), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let before = result(text, path)
    guard before.findings.errors.isEmpty else { return [] }
    var unreported: [Change: [String]] = [:]
    var counts: [Change: Int] = [:]
    for changed in changes(of: lines) {
      var others = lines
      others[changed.line] = changed.text
      let after = result(others.joined(separator: "\n"), path)
      counts[changed.change, default: 0] += 1
      if after.reports(beyond: before) || after.booked == before.booked { continue }
      let text = changed.text.drop { $0 == " " }
      unreported[changed.change, default: []].append("\(changed.line + 1): \(text)")
    }
    for change in Self.certain {
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

  private func result(_ text: String, _ path: String) -> ImportResult {
    var run = ImportRun()
    run.read(Array(text.utf8), name: path.hasSuffix(".json") ? "export.json" : "export.xml")
    return run.finish()
  }

  // MARK: Changes

  /// Changes of the values between quotation marks, tags, or marks of JSON.
  private func changes(of lines: [String]) -> [Changed] {
    var found: [Changed] = []
    let isTagged = lines.contains { $0.hasPrefix("<") }
    var (left, hasRows) = (Self.mostLines, false)
    for (line, text) in lines.enumerated() where left > 0 {
      // Headers have versions and other numbers.
      hasRows =
        hasRows || text.contains("ransaction") || text.contains("<Trade")
        || text.contains("\"type\"")
      let values = hasRows ? values(in: text, isTagged ? "\"<>" : "\"<>,:}{") : []
      func add(_ change: Change, _ range: Range<String.Index>, _ new: String) {
        found.append(
          Changed(
            change: change, line: line, text: text.replacingCharacters(in: range, with: new)))
      }
      if let place = unreadPlace(in: text) { add(.unread, place.range, place.text) }
      for range in values {
        let value = String(text[range])
        if ["EUR", "USD", "GBP", "CHF", "GBX", "GBp"].contains(value) {
          add(.currency, range, "LOCAL")
        } else if isAmount(value), !isID(text[..<range.lowerBound]) {
          add(.sign, range, value.hasPrefix("-") ? String(value.dropFirst()) : "-" + value)
          add(.tenfold, range, times(value, 1))
          add(.hundredfold, range, times(value, 2))
        }
      }
      if values.contains(where: { isAmount(String(text[$0])) }) { left -= 1 }
    }
    return found
  }

  /// Where a cost that nothing reads goes: an attribute, an element or a member.
  private func unreadPlace(in text: String) -> (range: Range<String.Index>, text: String)? {
    let bare = text.drop { $0 == " " }
    if bare.hasPrefix("<Trade ") || bare.hasPrefix("<CashTransaction "),
      let start = bare.firstIndex(of: " ")
    {
      return (start..<start, " levyFee=\"12.5\"")
    }
    if bare.hasPrefix("<shares>"), let start = text.range(of: "<shares>") {
      return (start.lowerBound..<start.lowerBound, "<levyFee>1250</levyFee>")
    }
    if let start = text.range(of: "\"quantity\":") {
      return (start.lowerBound..<start.lowerBound, "\"levyFee\": 12.5, ")
    }
    return nil
  }

  /// The places between separators, without blanks before them.
  private func values(in text: String, _ separators: String) -> [Range<String.Index>] {
    var (found, start): ([Range<String.Index>], String.Index) = ([], text.startIndex)
    for place in text.indices {
      if separators.contains(text[place]) {
        if start < place { found.append(start..<place) }
        start = text.index(after: place)
      } else if text[place] == " ", start == place {
        start = text.index(after: place)
      }
    }
    return found
  }

  /// A number that is no id, no day and no time.
  private func isAmount(_ value: String) -> Bool {
    let digits = value.filter(\.isNumber)
    return digits.contains { $0 != "0" } && digits.count < 12
      && value.allSatisfy { $0.isNumber || $0 == "." || $0 == "-" }
      && value.count { $0 == "." } < 2 && value.dropFirst().allSatisfy { $0 != "-" }
  }

  private func isID(_ before: Substring) -> Bool {
    ["ID=\"", "id=\""].contains { before.hasSuffix($0) }
  }

  private func times(_ value: String, _ zeros: Int) -> String {
    var parts = value.split(separator: ".").map(String.init)
    if parts.count == 1 { return value + String(repeating: "0", count: zeros) }
    let decimals = parts[1] + String(repeating: "0", count: zeros)
    parts[0] += decimals.prefix(zeros)
    parts[1] = decimals.dropFirst(zeros) + "0"
    return parts.joined(separator: ".")
  }
}

extension ImportResult {
  /// Whether there are more messages than in another result, or fewer figures agree.
  func reports(beyond before: ImportResult) -> Bool {
    func counts(_ result: ImportResult) -> [String: Int] {
      result.findings.diagnostics.reduce(into: [:]) { $0[$1.code.rawValue, default: 0] += 1 }
    }
    func differing(_ result: ImportResult) -> Int {
      result.report.comparisons.reduce(0) { $0 + $1.count - $1.agree }
    }
    let known = counts(before)
    return counts(self).contains { $0.value > known[$0.key] ?? 0 }
      || differing(self) > differing(before) || report.questions > before.report.questions
  }

  /// What was booked, without the evidence, which has the hash of the file.
  var booked: [String] {
    contents.groups.map { group in
      var group = group
      group.otherColumns = []
      return "\(group)"
    }
  }
}
