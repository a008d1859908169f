import FolioBooking
import FolioDiagnostics
import FolioInterchange
import FolioModel

/// A file format of another program: its name, how it is recognized, and how a file becomes a
/// ledger.
///
/// To add a format, write a file with one value of this type and add that value to `builtIn`, or
/// to the list of the program that offers it.
public struct ImportFormat: Sendable {
  /// The stable name that `folio import` takes.
  public let name: String
  /// What a file holds, as the rest of a sentence that begins with the name.
  public let meaning: String
  /// Why a user cannot be chosen; nil where a file may hold the rows of several users.
  public let oneUserReason: String?
  private let matchesStart: @Sendable ([UInt8]) -> Bool
  private let read: @Sendable (ImportFile) throws(LedgerFaults) -> ImportedLedger

  /// A format under a name. `recognizes` is called with the first 4,096 bytes of a file.
  package init(
    name: String, meaning: String, oneUserReason: String?,
    recognizes: @escaping @Sendable ([UInt8]) -> Bool,
    read: @escaping @Sendable (ImportFile) throws(LedgerFaults) -> ImportedLedger
  ) {
    self.name = name
    self.meaning = meaning
    self.oneUserReason = oneUserReason
    matchesStart = recognizes
    self.read = read
  }

  /// The formats that need no other product.
  public static let builtIn = [simple, postgresDump]

  /// Whether a file has this format, by its first bytes.
  public func recognizes(_ bytes: [UInt8]) -> Bool { matchesStart(Array(bytes.prefix(4096))) }

  /// Reads a file as a ledger.
  /// - Throws: every fault of the file at once.
  public func ledger(of file: ImportFile) throws(LedgerFaults) -> ImportedLedger {
    try read(file)
  }

  /// Whether a JSON document begins with one of these keys.
  package static func beginsWithKey(_ keys: [String], _ bytes: [UInt8]) -> Bool {
    let start = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
    return keys.contains { start.hasPrefix("{\"\($0)\":") }
  }
}

/// A file of another program, and how it is read.
public struct ImportFile: Sendable {
  /// The bytes of the file.
  public var bytes: [UInt8]
  /// What faults call it.
  public var name: String
  /// The one user whose rows count; all where left out.
  public var user: String?
  /// Whether an instrument without a master row is a fault.
  public var strict: Bool

  /// A file held in memory.
  public init(_ bytes: [UInt8], name: String, user: String? = nil, strict: Bool = false) {
    self.bytes = bytes
    self.name = name
    self.user = user
    self.strict = strict
  }
}

/// A file of another program as a ledger, with the warnings about it.
public struct ImportedLedger: Sendable {
  /// The ledger.
  public let ledger: Ledger
  /// Keys and tables that are not kept, stored values that differ, and warnings of booking.
  public let warnings: LedgerFaults

  /// Checks and books a draft.
  /// - Parameter compare: finds the stored values that differ from the books.
  package init(
    _ draft: LedgerDraft, of file: SourceFile, strict: Bool, warnings: [Diagnostic],
    _ compare: (BookedLedger) throws(ArithmeticFault) -> [Diagnostic]
  ) throws(LedgerFaults) {
    let check = LedgerCheck(of: draft, strict: strict)
    if !check.faults.isEmpty { throw check.diagnostics() }
    let booked = try BookedLedger(booking: check.soundPart)
    ledger = booked.ledger
    do throws(ArithmeticFault) {
      let found = warnings + (try compare(booked)) + booked.warnings
      self.warnings = LedgerFaults(found, sources: ledger.tables.sources)
    } catch {
      let fault = Diagnostic(
        .arithmetic, "a sum over these rows needs more than 36 digits",
        help: "Look for a number with too many zeros.", at: .none)
      throw LedgerFaults([fault], sources: [file])
    }
  }

  init(_ ledger: Ledger, warnings: LedgerFaults) {
    self.ledger = ledger
    self.warnings = warnings
  }
}
