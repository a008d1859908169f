// The day on which units that were written off count as sold in the United States.
extension LedgerTables {
  /// Worthless units count as sold on the last day of the year (26 U.S.C. 165(g)(1)); an option
  /// that was not exercised, on the day it expired (26 U.S.C. 1234(a)(2)).
  package func dayOfWriteOff(of instrument: InstrumentIndex, on day: Day) -> Day {
    if instruments[Int(instrument)].isOption { return day }
    return (try? Day(year: day.year, month: 12, day: 31)) ?? day
  }
}

extension Instrument {
  /// Whether its `kind` calls it an option: `option`, `call`, `put`, also as a word among others.
  package var isOption: Bool {
    ["option", "options", "call", "put"].contains { isCalled($0) }
  }

  /// Whether its `kind` has the number of section 1256 of the Internal Revenue Code: regulated
  /// futures contracts, nonequity options, foreign currency contracts.
  package var isSection1256: Bool {
    kind.split { !$0.isLetter && !$0.isNumber }.contains("1256")
  }

  /// Whether its `kind` calls its units rights, which a company offered for shares held: `right`,
  /// `rights`.
  var areRights: Bool { isCalled("right") || isCalled("rights") }
}
