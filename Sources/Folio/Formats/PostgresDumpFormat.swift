extension ImportFormat {
  /// The tables of the web service: `COPY` statements written by `pg_dump`, or JSON.
  public static let postgresDump = ImportFormat(
    name: "postgres-dump", meaning: "a pg_dump of the PostgreSQL schema",
    oneUserReason: nil,
    recognizes: { String(decoding: $0, as: UTF8.self).contains("PostgreSQL database dump") },
    read: { file throws(LedgerFaults) in
      guard PostgresDump.isText(file.bytes) else {
        let ledger = try Ledger(
          reading: file.bytes, name: file.name, user: file.user, strict: file.strict)
        return ImportedLedger(
          ledger: ledger,
          warnings: LedgerFaults(
            ledger.warnings + file.futureDates(in: ledger), sources: ledger.tables.sources))
      }
      let dump = try PostgresDump(reading: file.bytes, name: file.name)
      var reader = LedgerReader(user: file.user)
      reader.read(dump.document, name: file.name)
      let check = LedgerCheck(of: reader.finish(), strict: file.strict)
      let found =
        dump.warnings
        + dump.translated(
          check.faults + check.validPart.warnings + file.futureDates(in: check.validPart))
      let warnings = LedgerFaults(found, sources: [dump.file])
      if !check.faults.isEmpty { throw warnings }
      return ImportedLedger(ledger: check.validPart, warnings: warnings)
    })
}
