import FolioModel
import FolioNumbers

/// Which method an instrument is booked by on a day, where the settings have a list of them.
///
/// Entries that name the instrument win over those that name none; among these the latest day that
/// has come. An instrument never goes back: a leg that is booked later and bears an earlier day is
/// booked by the method that was reached.
struct MethodSchedule {
  private typealias Step = (from: Day, method: CostBasisMethod)

  /// For all instruments that are not named, in order of days.
  private let general: [Step]
  private let named: [InstrumentIndex: [Step]]
  /// By instrument, the last day that was looked up.
  private var reached: [Day]

  /// The list of a ledger's settings; nil if it has none.
  init?(_ tables: LedgerTables) {
    let entries = tables.settings.methodEntries
    if entries.isEmpty { return nil }
    var general: [Step] = []
    var named: [InstrumentIndex: [Step]] = [:]
    for entry in entries {
      let step = (from: entry.from ?? .first, method: entry.method)
      if entry.symbols.isEmpty { general.append(step) }
      for instrument in entry.instruments { named[instrument, default: []].append(step) }
    }
    self.general = general.sorted { $0.from < $1.from }
    self.named = named.mapValues { steps in steps.sorted { $0.from < $1.from } }
    reached = Array(repeating: .first, count: tables.instruments.count)
  }

  /// The method of an instrument on the last day that was looked up.
  func current(_ instrument: InstrumentIndex) -> CostBasisMethod {
    let day = reached[Int(instrument)]
    return Self.last(named[instrument] ?? [], day) ?? Self.last(general, day) ?? .fifo
  }

  /// Goes on to a day, if it is later.
  mutating func advance(_ instrument: InstrumentIndex, to day: Day) {
    reached[Int(instrument)] = max(reached[Int(instrument)], day)
  }

  /// The last step that has come by a day.
  private static func last(_ steps: [Step], _ day: Day) -> CostBasisMethod? {
    steps.prefix(steps.partitioningIndex { $0.from > day }).last?.method
  }
}
