import FolioBooking
import FolioDiagnostics
import FolioInterchange
import FolioModel

extension Ledger {
  /// Reads and checks a ledger document, JSON or NDJSON, held in memory.
  /// - Parameters:
  ///   - bytes: the document in UTF-8.
  ///   - name: what faults call it.
  ///   - user: whose rows count, where the document has more than one user's.
  ///   - strict: whether an instrument without a master row is a fault.
  /// - Throws: every fault of the document at once.
  public init(
    reading bytes: [UInt8], name: String = "ledger.json", user: String? = nil,
    strict: Bool = false
  ) throws(LedgerFaults) {
    var reader = LedgerReader(user: user)
    reader.read(bytes, name: name)
    self = try LedgerCheck(of: reader.finish(), strict: strict).ledger()
  }

  /// Reads and checks a ledger document in a string.
  /// - Throws: every fault of the document at once.
  public init(
    reading text: String, name: String = "ledger.json", user: String? = nil, strict: Bool = false
  ) throws(LedgerFaults) {
    try self.init(reading: Array(text.utf8), name: name, user: user, strict: strict)
  }

  /// Every fault and warning of a ledger document: those of reading and checking, and those of
  /// booking in what is sound.
  public static func diagnostics(
    of bytes: [UInt8], name: String = "ledger.json", user: String? = nil, strict: Bool = false,
    _ options: BookingOptions = .init()
  ) -> LedgerFaults {
    var reader = LedgerReader(user: user)
    reader.read(bytes, name: name)
    return LedgerCheck(of: reader.finish(), strict: strict).diagnostics(options)
  }
}
