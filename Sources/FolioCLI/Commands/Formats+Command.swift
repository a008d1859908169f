import Folio
import FolioCoinFlip
import FolioImporters

extension ImportFormat {
  /// The formats that `folio import` reads.
  static let supportedByCommand = [simple, coinFlip, postgresDump]

  /// The format with this name; nil if there is none.
  static func named(_ name: String) -> ImportFormat? {
    supportedByCommand.first { $0.name == name }
  }
}

extension ExportFormat {
  /// The formats that `folio export` writes.
  static let supportedByCommand = [
    folioJSON, folioNDJSON, simple, coinFlip, folioCSV, beancount, ledgerJournal, ghostfolio,
    cgtCalcRaw, acb,
  ]

  /// The format with this name; nil if there is none.
  static func named(_ name: String) -> ExportFormat? {
    supportedByCommand.first { $0.name == name }
  }
}
