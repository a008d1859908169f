/// One run of the whole job, with the time of each stage.
struct Pipeline {
  /// Nanoseconds of each stage and of the whole.
  private(set) var times: [Stage: Int] = [:]
  /// The hash of the reports.
  private(set) var fingerprint = ""

  /// Reads by the closure, checks, books and reports.
  init(
    _ clock: ClockKind, _ read: (inout LedgerReader) throws(BenchFault) -> Void
  ) throws(BenchFault) {
    var watch = Stopwatch(clock)
    let draft = try Self.draft(read)
    times[.read] = watch.lap()
    let ledger = try Self.check(draft)
    times[.check] = watch.lap()
    let held = try Self.book(ledger, keepsAll: false)
    times[.book] = watch.lap()
    var fingerprint = Fingerprint()
    fingerprint.add(try Self.text { () throws(ArithmeticFault) in try .holdings(held) }.utf8)
    times[.report] = watch.lap()
    times[.whole] = times.values.reduce(0, +)
    let booked = try Self.book(ledger, keepsAll: true)
    times[.journal] = watch.lap()
    fingerprint.add(try Self.text { () throws(ArithmeticFault) in try .trialBalance(booked) }.utf8)
    times[.trialBalance] = watch.lap()
    self.fingerprint = fingerprint.text
  }

  static func draft(
    _ read: (inout LedgerReader) throws(BenchFault) -> Void
  ) throws(BenchFault) -> LedgerDraft {
    var reader = LedgerReader()
    try read(&reader)
    return reader.finish()
  }

  static func check(_ draft: consuming LedgerDraft) throws(BenchFault) -> Ledger {
    do {
      return try LedgerCheck(of: draft).ledger()
    } catch {
      throw .ledger(error)
    }
  }

  static func book(
    _ ledger: Ledger, keepsAll: Bool
  ) throws(BenchFault) -> BookedLedger {
    var options = BookingOptions()
    options.method = .fifo
    options.keepsPostings = keepsAll
    options.keepsDisposals = keepsAll
    do {
      return try BookedLedger(booking: ledger, options)
    } catch {
      throw .ledger(error)
    }
  }

  static func text(
    of report: () throws(ArithmeticFault) -> Report
  ) throws(BenchFault) -> String {
    do {
      return try report().text(as: .json)
    } catch {
      throw .failed("a sum of the reports has more digits than an exact number: \(error)")
    }
  }
}
