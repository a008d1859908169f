/// The stages of the whole job up to one of them, each done once.
///
/// The difference between the instruction counts of two such runs is the count of the stage between
/// them. Two sizes give the cost per group, without the fixed cost of a process
/// (Tests/Instructions).
struct Steps: Sendable {
  /// The last thing that is done.
  enum Last: String, Sendable, CaseIterable {
    /// The document is made.
    case document
    case read
    case check
    /// Booking as for `folio holdings`.
    case book
    /// Booking with gains, income and the journal, instead.
    case journal
    /// Reading, checking and booking in turns instead, with the sums of the journal.
    case stream
    /// After the journal, the journal as JSON: a report with rows for every group.
    case report
  }

  let last: Last
  let groups: Int

  /// - Returns: a hash of the results: the compiler might omit work whose result is not used.
  func run() throws(BenchFault) -> String {
    var fingerprint = Fingerprint()
    let document = WorkStream(TradeHistory(groups: groups, seed: Plan.seed))
      .document(expecting: groups * 1_000)
    fingerprint.add("\(document.count)".utf8)
    if last == .document { return fingerprint.text }
    if last == .stream {
      let source = LedgerSource(document, name: "work.json")
      return try StreamBench.run(source, onTwoCores: false, .processor).fingerprint
    }
    let draft = try Pipeline.draft { $0.read(document, name: "work.json") }
    fingerprint.add("\(draft.tables.groups.count) \(draft.faults.count)".utf8)
    if last == .read { return fingerprint.text }
    let ledger = try Pipeline.check(draft)
    fingerprint.add("\(ledger.warnings.count)".utf8)
    if last == .check { return fingerprint.text }
    let booked = try Pipeline.book(ledger, keepsAll: last != .book)
    fingerprint.add("\(booked.lots.count) \(booked.postings.count)".utf8)
    if last == .report {
      let text = try Pipeline.text { () throws(ArithmeticFault) in .journal(booked) }
      fingerprint.add("\(text.utf8.count)".utf8)
    }
    return fingerprint.text
  }
}
