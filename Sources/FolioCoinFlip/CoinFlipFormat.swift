extension ImportFormat {
  /// A dump of CoinFlip's tables (Specs/simple-models.md).
  public static let coinFlip = ImportFormat(
    name: "coinflip", meaning: "a dump of CoinFlip's tables as JSON", oneUserReason: nil,
    recognizes: { beginsWithKey(["users", "portfolios"], $0) },
    read: { file throws(LedgerFaults) in
      var source = try CoinFlip.Source(reading: file.bytes, name: file.name)
      if let user = file.user { try source.keepOnly(user: user) }
      let kept = source
      return try ImportedLedger(
        kept.draft(), of: kept.file, file, warnings: kept.warnings
      ) { _ throws(ArithmeticFault) in try kept.differences() }
    })
}

extension ExportFormat {
  /// CoinFlip's tables (Specs/simple-models.md). They may contain the rows of several users.
  public static let coinFlip = ExportFormat(
    name: "coinflip", meaning: "the JSON of CoinFlip's tables", allowsSeveralUsers: true,
    content: .model { booked, user throws(ExportFault) in
      do throws(LedgerFaults) {
        if let found = try CoinFlip.Document.flattened(booked.ledger, user: user) {
          return (found.document.json(), found.unsupported)
        }
      } catch {
        throw .faults(error)
      }
      throw .notPossible(
        "the ledger did not come from CoinFlip: it has no users and portfolios of it. "
          + "'folio export simple' writes any ledger.")
    })
}
