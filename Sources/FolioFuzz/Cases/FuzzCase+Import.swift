// A file of another program: rows that meet the rules by chance, and what chance makes of them.
extension FuzzCase {
  private static let vocabularies = RuleSet.builtIn.map { RuleVocabulary($0) }

  private static let words = [
    "", "", "0", "1", "-1", "10", "1,234.50", "1.234,50", "-$5.00", "(3)", "1e-8", "0.001", "1.234",
    "99999999999999999999999999999999999999", "2031-02-03", "03/02/2031", "2031-02-03T10:00:00Z",
    "20310203", "03-02-2031", "10:00", "EUR", "USD", "GBX", "US0000000QX1", "QUIX", "a;b", "O;C",
    "\u{A0}7", "-", "n/a", "Order", "Trade", "Data", "CASH", "TRADING", "Executed", "Completed",
  ]

  /// Imports a file that is made by chance.
  mutating func importFile() throws(FuzzFailure) {
    var bytes = madeFile()
    for _ in 0..<choices.next(in: 0..<4) where !bytes.isEmpty {
      let place = choices.next(in: 0..<bytes.count)
      if oneIn(2) {
        bytes[place] = UInt8(choices.next(in: 0..<256))
      } else {
        bytes.remove(at: place)
      }
    }
    var options = ImportOptions()
    options.skipsUnknown = oneIn(2)
    options.isStrict = oneIn(4)
    _ = try verifyImport(of: ImportSource(bytes, name: "export.csv"), options)
  }

  /// Imports a file. Every row is accounted for, every finding has its place, and a second import
  /// adds nothing.
  func verifyImport(
    of source: ImportSource, _ options: ImportOptions, by formats: [Importer] = Importer.builtIn
  ) throws(FuzzFailure) -> End {
    let first = result(of: source, options, formats)
    for finding in first.findings.diagnostics {
      if finding.code == .rowLost { throw FuzzFailure("a row was lost: \(finding.message)") }
      guard !finding.position.isKnown || finding.position.file < first.report.files.count else {
        throw FuzzFailure("\(finding.code.rawValue) is in no file")
      }
    }
    if first.findings.diagnostics.isEmpty == false, first.findings.text().isEmpty {
      throw FuzzFailure("findings that cannot be shown")
    }
    let report = first.report
    if report.rowsBooked + report.rowsNoted > report.rowsRead {
      throw FuzzFailure("more rows booked than read")
    }
    guard first.findings.errors.isEmpty else { return .faulty }
    let again = result(of: source, options, formats, first.contents)
    if !again.contents.groups.isEmpty {
      throw FuzzFailure("the second import added \(again.contents.groups.count) groups")
    }
    return .reported
  }

  private func result(
    of source: ImportSource, _ options: ImportOptions, _ formats: [Importer],
    _ ledger: LedgerContents? = nil
  ) -> ImportResult {
    var run = ImportRun(formats: formats, options)
    run.read(source)
    return run.finish(addingTo: ledger)
  }

  private mutating func madeFile() -> [UInt8] {
    let vocabulary = Self.vocabularies[choices.next(in: 0..<Self.vocabularies.count)]
    let header = vocabulary.headers[choices.next(in: 0..<vocabulary.headers.count)]
    var lines = [header]
    for _ in 0..<choices.next(in: 1..<8) {
      var row = header.map { _ in word(vocabulary) }
      if header.count > 2, header[1] == "Header" {
        row.replaceSubrange(0..<2, with: [header[0], "Data"])
      }
      lines.append(row)
      if oneIn(5) { lines.append(row) }
    }
    let separator = oneIn(4) ? ";" : ","
    let text = lines.map { line in
      line.map { $0.contains(",") || $0.contains(";") ? "\"\($0)\"" : $0 }
        .joined(separator: separator)
    }
    return Array((text.joined(separator: "\n") + "\n").utf8)
  }

  private mutating func word(_ vocabulary: RuleVocabulary) -> String {
    if !vocabulary.texts.isEmpty, oneIn(2) {
      return vocabulary.texts[choices.next(in: 0..<vocabulary.texts.count)]
    }
    return Self.words[choices.next(in: 0..<Self.words.count)]
  }
}
