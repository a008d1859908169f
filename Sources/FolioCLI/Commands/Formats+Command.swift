import Folio
import FolioCoinFlip

extension ImportFormat {
  /// The formats that `folio import` takes.
  static let ofCommand = [simple, coinFlip, postgresDump]

  /// The format of a name; nil if there is none.
  static func named(_ name: String) -> ImportFormat? { ofCommand.first { $0.name == name } }

  /// The format of a file, by its first bytes; nil if no format recognizes it.
  static func recognized(in bytes: [UInt8]) -> ImportFormat? {
    ofCommand.first { $0.recognizes(bytes) }
  }
}

extension ExportFormat {
  /// The formats that `folio export` writes.
  static let ofCommand = [folioJSON, folioNDJSON, simple, coinFlip]

  /// The format of a name; nil if there is none.
  static func named(_ name: String) -> ExportFormat? { ofCommand.first { $0.name == name } }
}
