import Folio
import FolioCoinFlip

extension ImportFormat {
  /// The formats that `folio import` reads.
  static let ofCommand = [simple, coinFlip, postgresDump]

  /// The format with this name; nil if there is none.
  static func named(_ name: String) -> ImportFormat? { ofCommand.first { $0.name == name } }
}

extension ExportFormat {
  /// The formats that `folio export` writes.
  static let ofCommand = [folioJSON, folioNDJSON, simple, coinFlip]

  /// The format with this name; nil if there is none.
  static func named(_ name: String) -> ExportFormat? { ofCommand.first { $0.name == name } }
}
