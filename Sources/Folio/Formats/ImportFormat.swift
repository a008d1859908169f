/// A file format of another program: its name, how to recognize it, and how to read it as a ledger.
///
/// To add a format, write a file with one value of this type and add that value to `builtIn`, or
/// to the list of formats of your program.
public struct ImportFormat: Sendable {
  /// The stable name that `folio import` takes.
  public let name: String
  /// A description that completes a sentence beginning with the name.
  public let meaning: String
  /// The reason why a user cannot be selected, or `nil` if a file may contain the rows of several
  /// users.
  public let oneUserReason: String?
  private let matchesStart: @Sendable ([UInt8]) -> Bool
  private let read: @Sendable (ImportFile) throws(LedgerFaults) -> ImportedLedger

  /// Creates a format. `recognizes` is called with the first 4,096 bytes of a file.
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

  /// The formats in this module.
  public static let builtIn = [simple, postgresDump]

  /// Whether the first bytes of a file identify this format.
  public func recognizes(_ bytes: [UInt8]) -> Bool { matchesStart(Array(bytes.prefix(4096))) }

  /// Reads a file as a ledger.
  /// - Throws: All faults of the file together.
  public func ledger(of file: ImportFile) throws(LedgerFaults) -> ImportedLedger {
    try read(file)
  }

  /// Whether the first key of a JSON document is one of these keys.
  package static func beginsWithKey(_ keys: [String], _ bytes: [UInt8]) -> Bool {
    let start = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
    return keys.contains { start.hasPrefix("{\"\($0)\":") }
  }
}

/// A file of another program, and the options for reading it.
public struct ImportFile: Sendable {
  /// The bytes of the file.
  public var bytes: [UInt8]
  /// The name of the file in error messages.
  public var name: String
  /// The user whose rows are read. `nil` reads the rows of all users.
  public var user: String?
  /// Whether an instrument without a master row is a fault.
  public var strict: Bool
  /// The clock, to warn of dates in the future. `nil` gives no such warnings.
  public var now: Timestamp?

  /// Creates a file from bytes in memory.
  public init(
    _ bytes: [UInt8], name: String, user: String? = nil, strict: Bool = false,
    now: Timestamp? = nil
  ) {
    self.now = now
    self.bytes = bytes
    self.name = name
    self.user = user
    self.strict = strict
  }
}

extension ImportFile {
  /// Warnings of dates in the future, if the clock is known.
  func futureDates(in ledger: Ledger) -> [Diagnostic] {
    now.map { ledger.tables.futureDates(at: $0) } ?? []
  }
}

/// A ledger read from a file of another program, and the warnings about that file.
public struct ImportedLedger: Sendable {
  /// The ledger.
  public let ledger: Ledger
  /// Warnings about columns and tables that were dropped, stored values that differ from the
  /// computed ones, and the booking.
  public let warnings: LedgerFaults
}

extension ImportedLedger {
  /// Checks and books a draft.
  /// - Parameter compare: Returns a warning for each stored value that differs from the books.
  package init(
    _ draft: LedgerDraft, of source: SourceFile, _ file: ImportFile, warnings: [Diagnostic],
    _ compare: (BookedLedger) throws(ArithmeticFault) -> [Diagnostic]
  ) throws(LedgerFaults) {
    let check = LedgerCheck(of: draft, strict: file.strict)
    if !check.faults.isEmpty { throw check.diagnostics() }
    var options = BookingOptions()
    options.warnsOfNegativeCash = true
    let booked = try BookedLedger(booking: check.validPart, options)
    do throws(ArithmeticFault) {
      let found =
        warnings + (try compare(booked)) + booked.warnings
        + file.futureDates(in: booked.ledger)
      let sources = booked.ledger.tables.sources
      self.init(ledger: booked.ledger, warnings: LedgerFaults(found, sources: sources))
    } catch {
      let fault = Diagnostic(
        .arithmetic, "a sum over these rows needs more than 36 digits",
        help: "Look for a number with too many zeros.", at: .none)
      throw LedgerFaults([fault], sources: [source])
    }
  }
}
