/// Measures the time of a sale with few and with many open lots.
///
/// The same ledger is booked up to the day before its first sale, and as a whole: the difference
/// is the time of the sales, each with its half of the purchase that keeps the number of lots.
struct DepthBench {
  static let methods: [CostBasisMethod] = [.fifo, .lifo, .hifo, .lofo, .average]

  let plan: DepthPlan
  let clock: ClockKind

  /// The nanoseconds of all sales together, once for each run, by method and depth.
  func run(runs: Int) throws(BenchFault) -> [String: [Int]] {
    var times: [String: [Int]] = [:]
    for depth in [plan.shallow, plan.deep] {
      let ledger = try ledger(depth: depth)
      for method in Self.methods {
        let key = Self.key(method, depth: depth)
        _ = try time(ledger, method, lastDay: false)
        for _ in 0..<runs {
          let opening = try time(ledger, method, lastDay: true)
          let whole = try time(ledger, method, lastDay: false)
          times[key, default: []].append(max(1, whole - opening))
        }
      }
    }
    return times
  }

  /// Under which name the times of a method are reported.
  static func key(_ method: CostBasisMethod, depth: Int) -> String {
    "\(method.rawValue)/\(depth)"
  }

  private func ledger(depth: Int) throws(BenchFault) -> Ledger {
    let history = DepthHistory(depth: depth, sales: plan.sales, seed: Plan.seed)
    var reader = LedgerReader()
    reader.read(WorkStream(history).document(expecting: 0), name: "depth.json")
    do {
      return try LedgerCheck(of: reader.finish()).ledger()
    } catch {
      throw .ledger(error)
    }
  }

  private func time(
    _ ledger: Ledger, _ method: CostBasisMethod, lastDay isLastOpeningDay: Bool
  ) throws(BenchFault) -> Int {
    var options = BookingOptions()
    options.method = method
    options.asOf = isLastOpeningDay ? DepthHistory.lastOpeningDay : ledger.lastDay
    var watch = Stopwatch(clock)
    do {
      let booked = try BookedLedger(booking: ledger, options)
      let time = watch.lap()
      let expected = isLastOpeningDay ? 0 : plan.sales
      if booked.disposals.count == expected { return time }
    } catch {
      throw .ledger(error)
    }
    throw .failed("the booking of the sales by \(method.rawValue) is not one lot a sale")
  }
}
