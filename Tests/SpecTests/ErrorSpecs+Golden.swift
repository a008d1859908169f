import Foundation
import Testing

/// A text that the command must print to the byte.
///
/// With `FOLIO_BLESS=1` in the environment the file is rewritten with what is printed instead,
/// to be looked at in the version control's diff before it is kept.
struct Golden {
  /// The path below Specs.
  let path: String

  static let isBlessing = ProcessInfo.processInfo.environment["FOLIO_BLESS"] == "1"
  /// How many lines of a difference are shown.
  private static let shownLines = 24

  /// Compares; a difference is one issue that shows the lines that differ.
  func expect(_ printed: String, _ location: Testing.SourceLocation = #_sourceLocation) throws {
    let url = SpecFiles.folder.appendingPathComponent(path)
    if Self.isBlessing {
      try Data(printed.utf8).write(to: url)
      return
    }
    let expected = String(decoding: try SpecFiles.bytes(path), as: UTF8.self)
    if Array(expected.utf8) == Array(printed.utf8) { return }
    Issue.record(
      "\(path) differs (- expected, + printed)\n\(difference(expected, printed))",
      sourceLocation: location)
  }

  private func difference(_ expected: String, _ printed: String) -> String {
    let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let new = printed.split(separator: "\n", omittingEmptySubsequences: false)
    let changes = new.difference(from: old)
    var lines = changes.removals.map { line($0, "-") } + changes.insertions.map { line($0, "+") }
    lines.sort { ($0.number, $1.sign) < ($1.number, $0.sign) }
    let shown = lines.prefix(Self.shownLines).map { "\($0.sign) \($0.number): \($0.text)" }
    let rest = lines.count - shown.count
    return shown.joined(separator: "\n") + (rest > 0 ? "\nand \(rest) more lines" : "")
  }

  private func line(
    _ change: CollectionDifference<Substring>.Change, _ sign: String
  ) -> (number: Int, sign: String, text: String) {
    switch change {
    case .insert(let offset, let text, _), .remove(let offset, let text, _):
      (offset + 1, sign, String(text))
    }
  }
}
