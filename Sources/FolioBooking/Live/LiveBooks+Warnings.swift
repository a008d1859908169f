// The warnings of booking.
extension LiveBooks {
  /// The place after the warnings of all groups so far.
  package var warningPlace: WarningPlace { main.booker.warningPlace }

  /// The warnings of the groups after a place, then those of the end of the books, in the order of
  /// `BookedLedger.warnings`.
  package func warnings(since place: WarningPlace) -> [Diagnostic] {
    main.booker.warningsWithOverdue(lastDay, since: place) + main.booker.warningsOfEnd
  }
}
