import Folio
import FolioImporters
import Testing

/// Files under Specs/import that are no CSV grow: a longer file adds only what is new.
struct GrowingFileSpecs {
  /// A file in parts: those that book something can be lost.
  struct Parts {
    var path: String
    var parts: [String]
    /// The parts that book something.
    var booked: [Int]

    func text(_ parts: [String]? = nil) -> String { (parts ?? self.parts).joined() }
  }

  static let paths =
    ForeignImportSpecs.files
    + JournalSpecs.mains.filter { !$0.hasSuffix("/years.beancount") }

  static func parts(of path: String) throws -> Parts {
    let text = String(decoding: try SpecFiles.bytes(path), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0 + "\n" }
    var found = Parts(path: path, parts: [], booked: [])
    var end: String?
    for line in lines.map(String.init) {
      let start = line.prefix { $0 == " " }
      let bare = line.dropFirst(start.count)
      if let closing = end {
        found.parts[found.parts.count - 1] += line
        if line.hasPrefix(closing) { end = nil }
        continue
      }
      found.parts.append(line)
      if books(bare, start, path) { found.booked.append(found.parts.count - 1) }
      if bare.hasPrefix("<account-transaction") { end = start + "</account-transaction>" }
      // The postings of a transaction, up to a blank line.
      if !path.hasSuffix(".xml"), !path.hasSuffix(".json"), bare.first?.isNumber == true,
        start.isEmpty, found.booked.last == found.parts.count - 1
      {
        end = "\n"
      }
    }
    return found
  }

  private static func books(_ line: Substring, _ start: Substring, _ path: String) -> Bool {
    if path.hasSuffix(".json") { return line.contains("\"type\": \"") }
    if path.hasSuffix(".xml") {
      return ["<Trade ", "<CashTransaction ", "<Transfer ", "<CorporateAction "].contains(
        where: line.hasPrefix) || line.hasPrefix("<account-transaction")
    }
    let words = line.split(separator: " ")
    let isDirective = [
      "open", "close", "commodity", "balance", "pad", "price", "note", "document", "event",
      "query", "custom",
    ].contains { words.count > 1 && words[1] == $0 && path.contains("beancount") }
    return start.isEmpty && line.first?.isNumber == true && !isDirective
  }

  /// The files beside a journal, which it includes.
  private static func source(_ text: String, _ path: String) -> ImportSource {
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let folderOfFile = ImportSource.Folder(
      contents: { path throws(SourceFailure) in
        do {
          return try SpecFiles.bytes("\(folder)/\(path)")
        } catch {
          throw SourceFailure(name: path, reason: .notFound)
        }
      })
    return ImportSource(Array(text.utf8), name: name, including: folderOfFile)
  }

  static func result(_ text: String, _ path: String) throws -> ImportResult {
    var options = ImportOptions()
    let stem = path.split(separator: ".").dropLast().joined(separator: ".")
    let answers = SpecFiles.paths(in: "import", ending: ".answers.json").first {
      $0 == stem + ".answers.json"
    }
    if let answers {
      options.answers = try ImportAnswers(
        reading: try SpecFiles.bytes(answers), name: "answers.json")
    }
    var run = ImportRun(options)
    run.read(source(text, path))
    return run.finish()
  }

  /// Files of Portfolio Performance have ids, and cannot be cut: later parts name earlier ones.
  /// A sale in an export of Ghostfolio without the purchase before it is a short sale. Without the
  /// opening after it, the closing of a year takes units away.
  static let growing = paths.filter {
    !$0.hasPrefix("import/ghostfolio/shorts") && !$0.contains("portfolio-performance")
      && !$0.hasSuffix("/reopened.journal")
  }

  /// The day on which a part was written.
  private static func day(_ part: String) -> String {
    for name in ["reportDate=\"", "tradeDate=\"", "date=\"", "\"date\": \"", ""] {
      guard let range = name.isEmpty ? part.startIndex..<part.startIndex : part.firstRange(of: name)
      else { continue }
      return String(part[range.upperBound...].filter { $0 != "-" }.prefix(8))
    }
    return ""
  }

  @Test("a longer file of the same account adds only what is new", arguments: growing)
  func growth(_ path: String) throws {
    let file = try Self.parts(of: path)
    let whole = try Self.result(file.text(), path)
    guard whole.findings.errors.isEmpty, file.booked.count > 1 else { return }
    let total = Set(whole.contents.groups.map(\.id))
    var checked = 0
    for end in Set(file.booked.map { Self.day(file.parts[$0]) }).sorted() {
      var parts = file.parts
      // An order goes with its executions.
      let orders = parts.indices.filter { parts[$0].hasPrefix("<Order ") }
      for part in file.booked + orders where Self.day(parts[part]) > end { parts[part] = "" }
      let first = try Self.result(file.text(parts), path)
      // Without its later rows, a file may have a pair with one half.
      guard first.findings.errors.isEmpty else { continue }
      checked += 1
      let known = Set(first.contents.groups.map(\.id))
      #expect(known.isSubset(of: total), "to \(end): \(known.subtracting(total))")
      #expect(first.contents.groups.count == known.count)
    }
    #expect(whole.contents.groups.count == total.count)
    #expect(checked > 0, "no part of the file is a file")
  }
}
