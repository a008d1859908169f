extension Ledger {
  /// The method that the settings give for an instrument on a day.
  /// - Parameter account: the name of the securities account; nil for none.
  package func method(
    of instrument: InstrumentIndex, on day: Day, in account: String?
  ) -> CostBasisMethod {
    guard var schedule = MethodSchedule(tables) else {
      return tables.settings.costBasisMethod ?? .fifo
    }
    _ = schedule.advance(instrument, to: day)
    let index = tables.securitiesAccounts.all.firstIndex { tables.text($0) == account ?? "" }
    return schedule.current(instrument, in: SecuritiesAccountIndex(index ?? 0))
  }
}
