/// The books of the sound part of a ledger, with the faults beside them.
///
/// Two valid ledgers can be faulty together: two devices sell the last units, and a sync merges the
/// sales. `BookedLedger` then throws. An app can show these books instead: each stock leg at fault
/// is left out, and the others are booked.
public struct SoundBooks: Sendable {
  /// The books without the rows at fault.
  public let booked: BookedLedger
  /// What is wrong with the rest, and the warnings. Without faults, `booked` is the whole ledger.
  public let findings: LedgerFaults
  /// The symbols of the instruments of legs at fault, whose holdings and gains may be wrong.
  public let doubtful: Set<String>

  /// Books the sound part of a checked ledger.
  public init(_ ledger: Ledger, _ options: BookingOptions = .init()) {
    self.init(ledger, options, faults: [], doubtful: [])
  }

  /// Books the sound part of a ledger, of which some rows may have failed the check.
  public init(of check: LedgerCheck, _ options: BookingOptions = .init()) {
    self.init(check.validPart, options, faults: check.faults, doubtful: check.doubtful)
  }

  private init(
    _ ledger: Ledger, _ options: BookingOptions, faults known: [Diagnostic],
    doubtful: Set<InstrumentIndex>
  ) {
    var (booked, faults) = BookedLedger.book(ledger, options, doubtful: doubtful)
    if faults.isEmpty { faults = booked.inexactHoldings }
    if known.isEmpty, faults.isEmpty { faults = BookedLedger.balanceFaults(in: ledger, options) }
    self.booked = booked
    findings = LedgerFaults(known + faults + booked.warnings, sources: ledger.tables.sources)
    let places = Set(faults.map(\.position))
    let legs = places.isEmpty ? [] : ledger.tables.stockLegs.filter { places.contains($0.position) }
    self.doubtful = Set((doubtful + legs.map(\.instrument)).map(ledger.tables.symbol))
  }

  /// The faults: what is wrong with the rows that are left out.
  public var faults: [Diagnostic] { findings.errors }
  /// The warnings of checking and booking.
  public var warnings: [Diagnostic] { findings.warnings }
}
