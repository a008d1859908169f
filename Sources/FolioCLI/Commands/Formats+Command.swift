extension ImportFormat {
  /// The formats that `folio import` reads.
  static let supportedByCommand = [simple, coinFlip, postgresDump]

  /// The format with this name; nil if there is none.
  static func named(_ name: String) -> ImportFormat? {
    supportedByCommand.first { $0.name == name }
  }
}

extension ExportFormat {
  /// Whether the format takes the options of reports.
  var isAnalysis: Bool {
    if case .analysis = content { true } else { false }
  }

  /// The formats that `folio export` writes.
  static let supportedByCommand = [
    folioJSON, folioNDJSON, simple, coinFlip, folioCSV, beancount, ledgerJournal, ghostfolio,
    cgtCalcRaw, acb, sqlite, xlsx,
  ]

  /// The format with this name; nil if there is none.
  static func named(_ name: String) -> ExportFormat? {
    supportedByCommand.first { $0.name == name }
  }
}
