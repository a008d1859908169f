import Folio
import FolioRules

extension RuleSet {
  /// The names of the rule files in the program. `folio rules show NAME` prints them.
  public static var builtInNames: [String] { RuleFiles.all.map(\.name) }

  /// The rule files in this module, in the order in which they are tried. A test reads each.
  public static let builtIn: [RuleSet] = RuleFiles.all.compactMap { name, bytes in
    try? RuleSet(reading: bytes, name: "\(name).json")
  }
}

extension Importer {
  /// A format that rules describe.
  public init(_ rules: RuleSet) {
    self.init(
      name: rules.name, meaning: rules.title,
      recognize: { source in
        CSVImport(rules: rules, source: source).separator() == nil ? .none : .certain
      },
      read: { source, draft in CSVImport(rules: rules, source: source).read(&draft) })
  }
}
