extension LedgerCheck {
  /// The faults of checking, the faults of booking the valid part, and all warnings. They include
  /// what imports added or left open.
  /// - Parameter progress: receives the number of booked groups, every 1,024 of them.
  public func diagnostics(
    _ options: BookingOptions = .init(), progress: WorkProgress.Receiver? = nil
  ) -> LedgerFaults {
    let booking = BookedLedger.faults(in: self, options, progress: progress)
    return LedgerFaults(
      faults + booking.faults + booking.warnings + importRemarks,
      sources: validPart.tables.sources)
  }
}

extension LedgerFaults {
  /// The findings that make the ledger unusable.
  public var errors: [Diagnostic] { diagnostics.filter { $0.severity == .error } }
  /// The findings that do not.
  public var warnings: [Diagnostic] { diagnostics.filter { $0.severity == .warning } }
}
