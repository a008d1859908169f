/// Which method an instrument is booked by on a day, where the settings have a list of them.
///
/// The most specific entries win: those for the instrument in the account, for the instrument, for
/// the account, for all; among these the latest day that has come. An instrument never goes back: a
/// leg that is booked later and bears an earlier day is booked by the method that was reached.
struct MethodSchedule {
  private typealias Step = (from: Day, method: CostBasisMethod)

  /// What entries are for.
  private struct Scope: Hashable {
    /// The instrument; `missing` for all that are not named.
    var instrument = InstrumentIndex.missing
    /// The account; 0 for all.
    var account: SecuritiesAccountIndex = 0
  }

  /// In order of days.
  private let steps: [Scope: [Step]]
  /// The days on which some entry begins to apply.
  private let days: [Day]
  /// Whether any entry names an account.
  let hasAccounts: Bool
  /// By instrument, the last day that was looked up.
  private var reached: [Day]
  /// The method of one group.
  var trial: TrialMethod?
  /// The instrument of that group, until its positions are back at their own method.
  var triedInstrument: InstrumentIndex?

  /// The list of a ledger's settings; nil if it has none.
  init?(_ tables: LedgerTables) {
    let entries = tables.settings.methodEntries
    if entries.isEmpty { return nil }
    var steps: [Scope: [Step]] = [:]
    for entry in entries {
      let step = (from: entry.from ?? .first, method: entry.method)
      let named = entry.symbols.isEmpty ? [.missing] : entry.instruments
      for instrument in named {
        steps[Scope(instrument: instrument, account: entry.account), default: []].append(step)
      }
    }
    self.steps = steps.mapValues { steps in steps.sorted { $0.from < $1.from } }
    days = Set(entries.compactMap(\.from)).sorted()
    hasAccounts = entries.contains { $0.account != 0 }
    reached = Array(repeating: .first, count: tables.instruments.count)
  }

  /// One method for all.
  init(_ method: CostBasisMethod, _ tables: LedgerTables) {
    steps = [Scope(): [(from: .first, method: method)]]
    days = []
    hasAccounts = false
    reached = Array(repeating: .first, count: tables.instruments.count)
  }

  /// Makes room for instruments that came later.
  mutating func grow(to instruments: Int) {
    let count = instruments - reached.count
    if count > 0 { reached.append(contentsOf: repeatElement(.first, count: count)) }
  }

  /// The method of an instrument on the last day that was looked up.
  /// - Parameter account: the account among whose lots a leg chooses; 0 for the whole portfolio.
  func current(
    _ instrument: InstrumentIndex, in account: SecuritiesAccountIndex
  ) -> CostBasisMethod {
    let day = reached[Int(instrument)]
    let own = hasAccounts && account != 0
    let scopes = [
      own ? Scope(instrument: instrument, account: account) : nil, Scope(instrument: instrument),
      own ? Scope(account: account) : nil, Scope(),
    ]
    for case let scope? in scopes {
      if let method = last(scope, day) { return method }
    }
    return .fifo
  }

  /// Goes on to a day, if it is later.
  /// - Returns: whether some entry begins to apply between the two.
  mutating func advance(_ instrument: InstrumentIndex, to day: Day) -> Bool {
    let before = reached[Int(instrument)]
    if day <= before { return false }
    reached[Int(instrument)] = day
    let next = days.partitioningIndex { $0 > before }
    return next < days.count && days[next] <= day
  }

  /// The last step of a scope that has come by a day.
  private func last(_ scope: Scope, _ day: Day) -> CostBasisMethod? {
    guard let steps = steps[scope] else { return nil }
    return steps.prefix(steps.partitioningIndex { $0.from > day }).last?.method
  }
}
