extension Figures {
  /// The rows of imports, two for each format: the file alone, and the whole import.
  mutating func add(imports outcome: Outcome) {
    for format in ForeignHistory.Format.allCases {
      for part in ImportBench.Part.allCases {
        let key = ImportBench.key(format, part)
        guard let time = outcome.times[key]?.median else { continue }
        let title =
          switch part {
          case .read: "read \(format.rawValue)"
          case .whole: "import \(format.rawValue)"
          }
        add(
          Figure(
            title: title, count: plan.importedGroups, nanoseconds: time,
            bytes: outcome.bytes[key]))
      }
    }
  }
}
