/// The check of a draft: every rule of the ledger document that can be judged without booking.
///
/// All faults are found at once. The valid part is kept too, so that booking can find further
/// faults in it.
public struct LedgerCheck: Sendable {
  /// Every fault of reading and checking.
  public let faults: [Diagnostic]
  /// The ledger without the faulty groups; the whole ledger if there are none.
  public let validPart: Ledger
  /// The instruments of the legs of faulty groups. Faults that booking finds in them may only be a
  /// consequence.
  public let doubtful: Set<InstrumentIndex>
  /// Whether rows may be missing altogether, so that booking proves nothing.
  package let isIncomplete: Bool

  /// Checks a draft.
  /// - Parameter strict: an instrument without a master row is a fault, and columns of other
  ///   systems are warned of.
  public init(of draft: consuming LedgerDraft, strict: Bool = false) {
    var checker = LedgerChecker(draft, strict: strict)
    CheckStep.run(.tables, .groups, .names, .identifiers, .document, on: &checker)
    faults = checker.listedFaults
    doubtful = checker.doubtfulInstruments
    isIncomplete = checker.isIncomplete
    validPart = checker.ledger(
      order: checker.bookingOrder(), lastDay: checker.lastDay, warnings: checker.warnings)
  }

  /// The ledger, if nothing is wrong with it.
  public func ledger() throws(LedgerFaults) -> Ledger {
    if faults.isEmpty { return validPart }
    throw LedgerFaults(faults + validPart.warnings, sources: validPart.tables.sources)
  }
}

/// The state of a check: the tables of a draft, and the findings.
struct LedgerChecker {
  var draft: LedgerDraft
  var tables: LedgerTables
  let strict: Bool
  private(set) var faults: [Diagnostic]
  private var unlistedFaults: Int
  var warnings: [Diagnostic]
  /// The number of the step that found each warning.
  var warningSteps: [UInt8] = []
  /// Positions of records that are at fault, also because of a fault that was reported elsewhere.
  var faulty: Set<SourcePosition> = []
  var unsoundGroups: Set<GroupIndex> = []
  var doubtfulInstruments: Set<InstrumentIndex> = []
  var isIncomplete: Bool
  /// The factor of quantity × price, for the few instruments for which it is not one.
  var valueFactors: [InstrumentIndex: ExactDecimal] = [:]
  /// Whether an option is exercised or assigned, so that the groups are checked for its trade.
  var hasExercises = false
  /// Whether units pay a fee, so that the groups are checked for its value.
  var hasUnitFees = false
  /// The values of such fees in the units of a trade, by leg.
  var valuesOfFees: [(leg: Int, value: (gross: ExactDecimal, currency: CurrencyIndex))] = []
  /// The last day of a price, a rate, or the settlement of a group that counts.
  var lastDay: Day?
  /// The last such day besides that one.
  var earlierDay: Day?
  /// The exchange rates, once they are checked.
  var rateBook: RateBook?
  /// The instruments by symbol and stock id.
  var resolver = InstrumentResolver()
  /// Whether the groups are a batch of a change, whose head was checked before.
  var isBatch = false
  /// The rows that were read in a quote unit.
  var quoted: [(name: UnknownKeys.Name, position: SourcePosition)] = []
  /// Whether a cash leg names an instrument.
  var namesInstrumentsInCash = false
  /// The cash accounts by id.
  var accountIndex = IdentifierIndex()
  /// The cash accounts of the names that legs mention, by number.
  var accounts: [CashAccountIndex] = []

  init(_ draft: consuming LedgerDraft, strict: Bool) {
    tables = draft.tables
    draft.tables = LedgerTables()
    // A cost may be kept in the base currency although no row names it.
    if let base = tables.settings.baseCurrency { _ = tables.currencies.index(of: base) }
    unlistedFaults = draft.unlistedFaults
    // The number of unlisted faults may grow, and is added at the end.
    faults = unlistedFaults > 0 ? draft.faults.dropLast() : draft.faults
    warnings = draft.warnings
    // Files of prices and rates are not booked.
    let quoteFiles = draft.quoteFiles
    isIncomplete = faults.contains {
      $0.field.isEmpty && $0.code.isAboutBytes && !quoteFiles.contains($0.position.file)
    }
    faulty = Set(faults.map(\.position))
    self.draft = draft
    self.strict = strict
  }

  /// Forgets the findings of the batch before.
  /// - Parameter found: the faults of reading the next batch.
  mutating func forgetFindings(except found: [Diagnostic] = []) {
    if !faulty.isEmpty || !doubtfulInstruments.isEmpty {
      (faulty, unsoundGroups, doubtfulInstruments) = ([], [], [])
    }
    (warnings, warningSteps, quoted) = ([], [], [])
    (lastDay, earlierDay) = (nil, nil)
    isIncomplete = found.contains { $0.field.isEmpty && $0.code.isAboutBytes }
    faults = found
    for fault in found { faulty.insert(fault.position) }
  }

  /// Records a fault and marks the record at its position as being at fault.
  mutating func fault(_ diagnostic: Diagnostic) {
    guard Self.isOn(diagnostic.code) else { return }
    faulty.insert(diagnostic.position)
    if faults.count < LedgerDraft.faultLimit {
      faults.append(diagnostic)
    } else {
      unlistedFaults += 1
    }
  }

  /// The faults, and how many there are beyond the limit.
  var listedFaults: [Diagnostic] {
    unlistedFaults > 0 ? faults + [.unlistedFaults(unlistedFaults)] : faults
  }

  /// Records a reference to a missing row. If reading was cut short, the rest may have the row, and
  /// the fault is not reported.
  mutating func reference(_ diagnostic: Diagnostic) {
    if isIncomplete { faulty.insert(diagnostic.position) } else { fault(diagnostic) }
  }

  mutating func warn(_ diagnostic: Diagnostic) {
    if Self.isOn(diagnostic.code) { warnings.append(diagnostic) }
  }

  #if DEBUG
  /// A code that a test keeps the check from reporting, to see that its absence is noticed.
  @TaskLocal static var disabledCode: DiagnosticCode?

  private static func isOn(_ code: DiagnosticCode) -> Bool { disabledCode != code }
  #else
  private static func isOn(_ code: DiagnosticCode) -> Bool { true }
  #endif

  /// Whether nothing was found.
  var isClean: Bool { faults.isEmpty && warnings.isEmpty && faulty.isEmpty }

  func isFaulty(_ position: SourcePosition) -> Bool {
    !faulty.isEmpty && faulty.contains(position)
  }

  /// A last day that is more than a year after the one before.
  static func isolated(_ last: Day?, after earlier: Day?) -> Day? {
    guard let last, let limit = earlier?.adding(years: 1), last > limit else { return nil }
    return last
  }

  /// The ledger as checked so far.
  func ledger(
    order: [GroupIndex]? = nil, lastDay: Day?, warnings: [Diagnostic] = []
  ) -> Ledger {
    var ledger = Ledger(
      tables: tables, rateBook: rateBook ?? RateBook(tables), order: order, lastDay: lastDay,
      warnings: warnings)
    ledger.isolatedLastDay = Self.isolated(lastDay, after: earlierDay)
    return ledger
  }
}

extension DiagnosticCode {
  /// Whether the fault cut the reading of a file short.
  var isAboutBytes: Bool {
    let ofBytes: [DiagnosticCode] = [
      .malformedJSON, .byteOrderMark, .badUTF8, .duplicateKey, .nestedTooDeep, .notALedger,
    ]
    return ofBytes.contains(self)
  }
}
