/// What the rules of a file do with each row of a CSV file, for people who write rules.
public struct RuleTrial: Sendable {
  /// A row, the rule that it met, and what became of it.
  public struct Row: Sendable {
    /// The number of its line, from 1.
    public var line: Int
    /// The row as written.
    public var text: String
    /// The rule as written; `nil` if none fits.
    public var rule: String?
    /// The legs of the group whose first row it is.
    public var legs: [String]
  }

  /// The rows of all tables, in the order of the file.
  public var rows: [Row] = []
  /// The result of the import.
  public var result: ImportResult

  /// Tries the rules on a file.
  public init(_ rules: RuleSet, _ source: ImportSource) {
    let reader = CSVImport(rules: rules, source: source)
    var run = ImportRun(formats: [Importer(rules)])
    run.read(source, format: rules.name)
    let groups = Dictionary(grouping: run.draft.groups) { entry in
      entry.imported.rows.first.map { run.draft.position(of: $0).offset } ?? -1
    }
    let names = run.draft.names.named(ImportOptions()).symbols
    rows = reader.metRules().map { met in
      let before = source.bytes[..<met.row.lowerBound].count { $0 == 0x0A }
      let made = groups[met.row.lowerBound] ?? []
      return Row(
        line: before + 1, text: String(decoding: source.bytes[met.row], as: UTF8.self),
        rule: met.rule?.text, legs: made.flatMap { Self.legs(of: $0.imported.group, names) })
    }
    result = run.finish()
  }

  private static func legs(of group: LedgerGroup, _ names: [String: String]) -> [String] {
    group.stockLegs.map { leg in
      var words = [leg.type.rawValue, names[leg.symbol] ?? leg.symbol]
      words += [
        ("", leg.quantity), ("at ", leg.price), ("gross ", leg.gross), ("fees ", leg.fees),
        ("taxes ", leg.taxes),
      ].compactMap { word, amount in amount.map { "\(word)\($0)" } }
      if let ratio = leg.ratio { words.append("\(ratio.new):\(ratio.old)") }
      if let currency = leg.currency { words.append(currency.code) }
      return words.joined(separator: " ")
    }
      + group.cashLegs.map { leg in
        "\(leg.type.rawValue) \(leg.direction.rawValue) \(leg.amount) \(leg.account)"
      }
  }
}

extension CSVImport {
  /// The rows of all tables, with the rule that each met.
  func metRules() -> [(row: Range<Int>, rule: RowRule?)] {
    guard let separator = separator() else { return [] }
    var draft = ImportDraft(ImportOptions())
    draft.begin(source, format: rules.name)
    return parts(separator, &draft).flatMap { part in
      part.records.indices.map { number in
        var row = TableRow(part, number)
        let rule = row.findRule()
        return (row.place, rule.map { part.bound.rules[$0].rule })
      }
    }
  }
}
