// A mutant of a file of another program, of a rule file or of a file of answers.
extension FuzzCase {
  /// Imports the mutant, or imports another file with it.
  /// - Parameter seeds: The files that journals include, and that rules and answers are about.
  mutating func importForeign(
    _ seed: ForeignSeed, _ seeds: [ForeignSeed]
  ) throws(FuzzFailure) -> End {
    var options = ImportOptions()
    options.skipsUnknown = oneIn(2)
    options.isStrict = oneIn(4)
    options.funding = one(of: ImportOptions.Funding.self)
    switch seed.kind {
    case .table, .xml, .json, .journal:
      return try verifyImport(of: seed.source(input.bytes, among: seeds), options)
    case .rules: return try importWithRules(seeds, options)
    case .answers: return try importWithAnswers(seed, seeds, options)
    }
  }

  private mutating func importWithRules(
    _ seeds: [ForeignSeed], _ options: ImportOptions
  ) throws(FuzzFailure) -> End {
    let rules: RuleSet
    do throws(LedgerFaults) {
      rules = try RuleSet(reading: input.bytes, name: "rules.json")
    } catch {
      if !error.text().hasSuffix("\n") { throw FuzzFailure("rules refused without a word") }
      return .faulty
    }
    let tables = seeds.filter { $0.kind == .table }
    guard !tables.isEmpty else { return .reported }
    let table = tables[choices.next(in: 0..<tables.count)]
    return try verifyImport(
      of: ImportSource(table.bytes, name: "export.csv"), options, by: [Importer(rules)])
  }

  private func importWithAnswers(
    _ seed: ForeignSeed, _ seeds: [ForeignSeed], _ options: ImportOptions
  ) throws(FuzzFailure) -> End {
    var options = options
    do throws(LedgerFaults) {
      options.answers = try ImportAnswers(reading: input.bytes, name: "answers.json")
    } catch {
      if !error.text().hasSuffix("\n") { throw FuzzFailure("answers refused without a word") }
      return .faulty
    }
    let folder = seed.path.split(separator: "/").first.map(String.init) ?? ""
    let asking = seeds.first {
      [.table, .xml, .json].contains($0.kind) && $0.path.hasPrefix(folder + "/")
    }
    guard let asking else { return .reported }
    let end = try verifyImport(of: asking.source(asking.bytes, among: seeds), options)
    var run = ImportRun(options)
    run.read(asking.source(asking.bytes, among: seeds))
    let written = options.answers.file(asking: run.finish().questions)
    do throws(LedgerFaults) {
      _ = try ImportAnswers(reading: written, name: "answers.json")
    } catch {
      throw FuzzFailure("a file of questions that cannot be read: \(error.text())")
    }
    return end
  }
}
