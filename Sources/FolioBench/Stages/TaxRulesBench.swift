/// Measures the tax rules of each country, on the history of an active owner in which every second
/// sale is at a loss.
struct TaxRulesBench {
  let plan: Plan

  /// Plain booking, and the rules that do more than choose a method.
  static let measured: [TaxRules] = [.none, .us, .uk, .ca]

  /// The nanoseconds of booking, once for each run, by the rules.
  func run() throws(BenchFault) -> [String: [Int]] {
    let ledger = try ledger()
    var times: [String: [Int]] = [:]
    for rules in Self.measured { _ = try time(ledger, rules) }
    for _ in 0..<plan.runs {
      for rules in Self.measured {
        times[rules.rawValue, default: []].append(max(1, try time(ledger, rules)))
      }
    }
    return times
  }

  /// Of twenty groups seventeen are trades.
  private func ledger() throws(BenchFault) -> Ledger {
    let history = TradeHistory(groups: plan.ruledTrades * 20 / 17, seed: Plan.seed)
    var reader = LedgerReader()
    reader.read(WorkStream(history).document(expecting: 0), name: "trades.json")
    do {
      return try LedgerCheck(of: reader.finish()).ledger()
    } catch {
      throw .ledger(error)
    }
  }

  private func time(_ ledger: Ledger, _ rules: TaxRules) throws(BenchFault) -> Int {
    var options = BookingOptions()
    options.method = .fifo
    options.taxRules = rules
    options.keepsPostings = false
    var watch = Stopwatch(plan.clock)
    do {
      let booked = try BookedLedger(booking: ledger, options)
      let time = watch.lap()
      // In a small history it may be that no loss has a replacement.
      let mayDefer = rules == .us || rules == .ca
      let mustDefer = mayDefer && plan.ruledTrades >= 100_000
      let defers = !booked.deferredLosses.isEmpty
      if defers ? mayDefer : !mustDefer { return time }
    } catch {
      throw .ledger(error)
    }
    throw .failed("booking under the rules \(rules.rawValue) is not what it should be")
  }
}
