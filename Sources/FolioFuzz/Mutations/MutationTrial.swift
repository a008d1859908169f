/// A sound file of another program, and what its import says of mistakes in it.
struct MutationTrial: Sendable {
  /// What an import says of a mistake.
  enum Outcome: String, CaseIterable, Sendable {
    case fault
    /// A warning, a difference, or a question.
    case warning
    /// The figures are those of the sound file.
    case noEffect = "no effect"
    /// The figures are others, and nothing says so.
    case silent
  }

  /// What the ledger of an import says. Days of payments are no figures of their own.
  enum Figure: String, CaseIterable, Sendable {
    case units, cash, gains, income

    /// The names of comparisons that prove it.
    var subjects: Set<String> {
      switch self {
      case .units: ["units"]
      case .cash: ["cash", "totals"]
      case .gains: ["gains"]
      case .income: []
      }
    }
  }

  let seed: ForeignSeed
  let format: String
  private let seeds: [ForeignSeed]
  private let options: ImportOptions
  private let codes: Set<String>
  private let differences: Int
  private let questions: Int
  private let figures: [Figure: [String]]
  /// The figures that the file states.
  private let stated: Set<String>

  /// - Returns: nil if the file is not sound: it has a fault or a difference, or makes no ledger.
  init?(_ seed: ForeignSeed, among seeds: [ForeignSeed]) {
    self.seed = seed
    self.seeds = seeds
    var options = ImportOptions()
    options.answers = Self.answers(for: seed, among: seeds)
    var sound = Self.result(of: seed.source(seed.bytes, among: seeds), options)
    if !sound.findings.errors.isEmpty {
      // Some files name no currency.
      options.currency = try? Currency("USD")
      sound = Self.result(of: seed.source(seed.bytes, among: seeds), options)
    }
    self.options = options
    format = sound.report.files.first?.format ?? ""
    codes = Self.codes(sound)
    differences = Self.differences(sound)
    questions = sound.questions.count
    stated = Set(sound.report.comparisons.filter { $0.count > 0 }.map(\.subject))
    guard sound.findings.errors.isEmpty, differences == 0, let figures = Self.figures(sound),
      figures.values.contains(where: { !$0.isEmpty })
    else { return nil }
    self.figures = figures
  }

  /// The outcome of a mistake, with the reason why it is silent.
  func outcome(of mutation: Mutation) -> (outcome: Outcome, reason: String) {
    let source = seed.source(mutation.applied(to: seed.bytes), among: seeds)
    let result = Self.result(of: source, options)
    if !result.findings.errors.isEmpty { return (.fault, "") }
    if !Self.codes(result).isSubset(of: codes) || Self.differences(result) > differences
      || result.questions.count > questions
    {
      return (.warning, "")
    }
    guard let changed = Self.figures(result) else { return (.fault, "") }
    let others = Figure.allCases.filter { changed[$0] != figures[$0] }
    return others.isEmpty ? (.noEffect, "") : (.silent, reason(mutation.kind, others))
  }

  private func reason(_ kind: MutationKind, _ changed: [Figure]) -> String {
    switch kind {
    case .day: return "no figure of the file depends on the day"
    case .cut: return "nothing says where the file ends"
    case .dropped, .doubled, .sign, .tenfold, .hundredfold, .swapped, .separator, .currency: break
    }
    if stated.isEmpty { return "the file states no figure" }
    let unstated = changed.filter { stated.isDisjoint(with: $0.subjects) }
    return unstated.isEmpty
      ? "the stated figures leave it out"
      : "the file states no \(unstated.map(\.rawValue).joined(separator: " and "))"
  }

  private static func answers(
    for seed: ForeignSeed, among seeds: [ForeignSeed]
  ) -> ImportAnswers {
    let stem = seed.path.split(separator: ".").dropLast().joined(separator: ".")
    let folder = seed.path.split(separator: "/").dropLast().joined(separator: "/")
    let names = [stem + ".answers.json", folder + "/answers.json"]
    guard let file = seeds.first(where: { names.contains($0.path) }) else { return ImportAnswers() }
    return (try? ImportAnswers(reading: file.bytes, name: file.path)) ?? ImportAnswers()
  }

  private static func result(of source: ImportSource, _ options: ImportOptions) -> ImportResult {
    var run = ImportRun(options)
    run.read(source)
    return run.finish()
  }

  private static func codes(_ result: ImportResult) -> Set<String> {
    Set(result.findings.diagnostics.map(\.code.rawValue))
  }

  private static func differences(_ result: ImportResult) -> Int {
    result.report.comparisons.reduce(0) { $0 + $1.count - $1.agree - $1.notCompared }
  }

  /// The rows of reports without the ids of groups, which depend on all that a row says.
  private static func figures(_ result: ImportResult) -> [Figure: [String]]? {
    var reader = LedgerReader()
    reader.acceptsUnknownKeys = true
    reader.read(result.document, name: "import")
    let check = LedgerCheck(of: reader.finish())
    guard check.faults.isEmpty, let booked = try? BookedLedger(booking: check.validPart) else {
      return nil
    }
    return [
      .units: rows(.lots(booked)), .cash: rows(.cash(booked)), .gains: rows(.gains(booked)),
      .income: rows(.income(booked)),
    ]
  }

  private static func rows(_ report: Report) -> [String] {
    report.text(as: .json).split(separator: "\n").filter { $0.hasPrefix("    {\"") }
      .filter { !$0.hasPrefix("    {\"code\"") }.map(withoutID).sorted()
  }

  private static func withoutID(_ row: Substring) -> String {
    guard let start = row.firstRange(of: "\"group_id\": \"")?.lowerBound else { return String(row) }
    let rest = row[start...].dropFirst(13).drop { $0 != "\"" }.dropFirst()
    return String(row[..<start]) + rest
  }
}
