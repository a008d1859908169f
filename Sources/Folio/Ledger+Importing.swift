import FolioBooking
import FolioDiagnostics
import FolioInterchange
import FolioModel
import FolioNumbers
import FolioSimpleModels

/// A file of another program as a ledger: what came of it, and what must be said about it.
public struct ImportedLedger: Sendable {
  /// The ledger.
  public let ledger: Ledger
  /// Keys and tables that are not kept, stored values that differ, and what is odd.
  public let warnings: LedgerFaults

  /// The stock app's JSON as a ledger (Specs/simple-models.md).
  /// - Throws: every fault of the file at once, those of booking it included.
  public init(
    simple bytes: [UInt8], name: String, strict: Bool = false
  ) throws(LedgerFaults) {
    let source = try FlatApp.Source(reading: bytes, name: name)
    let booked = try Self.booked(source.draft(), strict: strict)
    do throws(ArithmeticFault) {
      let found = source.differences(from: try FlatApp.holdings(of: booked))
      self.init(booked, source.warnings + found)
    } catch {
      throw .tooManyDigits([source.file])
    }
  }

  /// A dump of the web service's tables as a ledger: `COPY` as `pg_dump` writes it, or JSON.
  /// - Throws: every fault of the file at once, those of checking it included.
  public init(
    postgresDump bytes: [UInt8], name: String, user: String? = nil, strict: Bool = false
  ) throws(LedgerFaults) {
    guard PostgresDump.isText(bytes) else {
      ledger = try Ledger(reading: bytes, name: name, user: user, strict: strict)
      warnings = LedgerFaults(ledger.warnings, sources: ledger.tables.sources)
      return
    }
    let dump = try PostgresDump(reading: bytes, name: name)
    var reader = LedgerReader(user: user)
    reader.read(dump.document, name: name)
    let check = LedgerCheck(of: reader.finish(), strict: strict)
    let found = dump.warnings + dump.translated(check.faults + check.soundPart.warnings)
    warnings = LedgerFaults(found, sources: [dump.file])
    if !check.faults.isEmpty { throw warnings }
    ledger = check.soundPart
  }

  package init(_ booked: BookedLedger, _ found: [Diagnostic]) {
    ledger = booked.ledger
    warnings = LedgerFaults(
      found + booked.warnings, sources: ledger.tables.sources)
  }

  package static func booked(
    _ draft: LedgerDraft, strict: Bool
  ) throws(LedgerFaults) -> BookedLedger {
    let check = LedgerCheck(of: draft, strict: strict)
    if !check.faults.isEmpty { throw check.diagnostics() }
    return try BookedLedger(booking: check.soundPart)
  }
}

extension LedgerFaults {
  package static func tooManyDigits(_ sources: [SourceFile]) -> LedgerFaults {
    LedgerFaults(
      [
        Diagnostic(
          .arithmetic, "a sum over these rows needs more than 36 digits",
          help: "Look for a number with too many zeros.", at: .none)
      ], sources: sources)
  }
}
