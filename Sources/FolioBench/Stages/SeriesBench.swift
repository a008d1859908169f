/// Measures the value and the return of every day, over twenty years with a price of every
/// instrument on every weekday, compared with booking the same history.
struct SeriesBench {
  let plan: Plan

  /// The nanoseconds of booking, of booking with movements, of ordering the prices, and of the
  /// series, once for each run.
  func run() throws(BenchFault) -> [String: [Int]] {
    let ledger = try ledger()
    var times: [String: [Int]] = [:]
    for run in 0...plan.runs {
      var watch = Stopwatch(plan.clock)
      do {
        _ = try BookedLedger(booking: ledger, Self.options(moving: false))
        let plain = watch.lap()
        let booked = try BookedLedger(booking: ledger, Self.options(moving: true))
        let moving = watch.lap()
        let book = PriceBook(ledger)
        let ordered = watch.lap()
        try series(booked, book)
        let series = watch.lap()
        if run == 0 { continue }
        times["book", default: []].append(max(1, plain))
        times["movements", default: []].append(moving)
        times["prices", default: []].append(ordered)
        times["series", default: []].append(series)
      } catch let fault as BenchFault {
        throw fault
      } catch {
        throw .failed("the series: \(error)")
      }
    }
    return times
  }

  private static func options(moving: Bool) -> BookingOptions {
    var options = BookingOptions()
    options.method = .fifo
    options.keepsPostings = false
    options.keepsDisposals = false
    options.keepsMovements = moving
    return options
  }

  private func series(_ booked: BookedLedger, _ book: PriceBook) throws(BenchFault) {
    var question = PerformanceQuestion()
    question.step = .day
    guard let pass = PerformancePass(booked, prices: book, question) else {
      throw .failed("the series has no days")
    }
    var days = 0
    var known = 0
    _ = pass.run { period in
      days += 1
      if period.endValue != nil { known += 1 }
    }
    if days < 2 || known == 0 {
      throw .failed("the series has \(days) days, \(known) with a value")
    }
  }

  private func ledger() throws(BenchFault) -> Ledger {
    var reader = LedgerReader()
    let history = TradeHistory(groups: plan.seriesGroups, seed: Plan.seed)
    reader.read(WorkStream(history).document(expecting: 0), name: "trades.json")
    reader.read(prices(), name: "prices.json")
    do {
      return try LedgerCheck(of: reader.finish()).ledger()
    } catch {
      throw .ledger(error)
    }
  }

  /// A price of every instrument on every weekday, or on each thousandth in a small plan.
  private func prices() -> [UInt8] {
    let book = WorkBook(instruments: 500, seed: Plan.seed)
    var random = SplitMix(seed: Plan.seed)
    var text = Array("{\"historical_prices\": [\n".utf8)
    var isFirst = true
    for offset in stride(from: 0, to: 20 * 365, by: plan.priceStride) {
      guard let day = WorkBook.firstDay.adding(days: offset), day.weekday <= 5 else { continue }
      for stock in book.stocks.indices {
        if !isFirst { text += Array(",\n".utf8) }
        isFirst = false
        let cents = random.next(in: 500..<50_000)
        let price = "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
        text += Array(
          "{\"symbol\":\"\(book.stocks[stock].symbol)\",\"date\":\"\(day)\",\"close\":\"\(price)\"}"
            .utf8)
      }
    }
    return text + Array("]}\n".utf8)
  }
}
