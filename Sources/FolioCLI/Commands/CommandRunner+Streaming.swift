import Folio

// Reports on a ledger that is booked while it is read.
extension CommandRunner {
  /// Prints the report that was asked for, where it can be booked while it is read. A ledger for
  /// which that does not hold is left open at its beginning.
  mutating func showWhileReading(_ invocation: Invocation) async throws -> Bool {
    guard let kept = keptOfGroups(for: invocation), let name = invocation.ledgers.first else {
      return false
    }
    let stream: LedgerStream
    let outcome: LedgerStream.Outcome
    do throws(SourceFailure) {
      stream = LedgerStream(
        try surroundings.openLedger(name), booking(for: invocation, .none), keeping: kept,
        user: invocation.options.user)
      outcome =
        surroundings.tasks > 1
        ? try await stream.bookOnTwoCores(progress: receiver) : try stream.book(progress: receiver)
    } catch {
      throw CommandFailure(error)
    }
    switch outcome {
    case .booked(let booked): try report(invocation, on: booked)
    case .indivisible(let source): openedLedger = source
    }
    return openedLedger == nil
  }

  /// What of the groups has to be kept for a report; nil where it needs the groups themselves.
  private func keptOfGroups(for invocation: Invocation) -> BatchBooking.Kept? {
    let options = invocation.options
    guard invocation.ledgers.count == 1, StoreAddress(invocation.ledgers[0]) == nil,
      options.prices.isEmpty, options.rates.isEmpty, !options.strict
    else { return nil }
    switch invocation.command {
    case .holdings, .cash: return .nothing
    case .lots: return .lotIDs
    case .gains: return options.includeCash ? nil : .gainIDs
    case .trialBalance:
      let isWhole =
        options.from == nil && options.to == nil && options.symbols.isEmpty
        && options.accounts.isEmpty
      return isWhole ? .nothing : nil
    default: return nil
    }
  }
}
