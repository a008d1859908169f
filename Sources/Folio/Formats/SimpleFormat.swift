extension ImportFormat {
  /// The JSON of the flat stock app (Specs/simple-models.md).
  public static let simple = ImportFormat(
    name: "simple", meaning: "the JSON of the flat stock app",
    oneUserReason: "the stock app's data are those of one user",
    recognizes: {
      beginsWithKey(["currency", "capitals", "stock_tickers", "transactions"], $0)
    },
    read: { file throws(LedgerFaults) in
      let source = try FlatApp.Source(reading: file.bytes, name: file.name)
      return try ImportedLedger(
        source.draft(), of: source.file, file, warnings: source.warnings
      ) { booked throws(ArithmeticFault) in
        source.differences(from: try FlatApp.holdings(of: booked))
      }
    })
}

extension ExportFormat {
  /// The formats of the library.
  public static let builtIn = [folioJSON, folioNDJSON, simple]

  /// The JSON of the flat stock app (Specs/simple-models.md).
  public static let simple = ExportFormat(
    name: "simple", meaning: "the JSON of the flat stock app",
    content: .model { booked, _ throws(ExportFault) in
      do throws(ArithmeticFault) {
        let (document, unsupported) = try FlatApp.Document.flattened(booked)
        return (document.json(), unsupported)
      } catch {
        throw .arithmetic(error)
      }
    })
}
