/// What is measured; the raw values are the words of `--stages`.
enum Stage: String, Sendable, CaseIterable {
  /// From bytes to a draft.
  case read
  /// From a draft to a ledger.
  case check
  /// From a ledger to lots and cash by FIFO, as `folio holdings` books it.
  case book
  /// Holdings as JSON text.
  case report
  /// All of the above, one after the other: the job of `folio holdings`.
  case whole
  /// Booking once more, now with gains, income and the journal kept.
  case journal
  /// The trial balance of that as JSON text.
  case trialBalance = "trial-balance"
  /// Reading a document whose keys come in an order of chance.
  case shuffled
  /// Reading a document with one key a line.
  case pretty
  /// Foundation's `JSONDecoder` on the same bytes, into structs with the same columns.
  case decoder
  /// The whole job in a process of its own, which gets the bytes as it reads them.
  case memory
  /// A sale against few and against many open lots of one instrument, by each method.
  case depth
  /// Booking under the tax rules of each country, against plain booking.
  case taxRules = "tax-rules"
  /// A value and a return of every day, against booking.
  case series

  /// What the table calls it.
  var title: String {
    switch self {
    case .read: "read"
    case .check: "check"
    case .book: "book"
    case .report: "report"
    case .whole: "whole job"
    case .journal: "book with journal"
    case .trialBalance: "trial balance"
    case .shuffled: "read, shuffled keys"
    case .pretty: "read, pretty-printed"
    case .decoder: "JSONDecoder"
    case .memory: "peak memory"
    case .depth: "sale"
    case .taxRules: "book"
    case .series: "series"
    }
  }

  /// The parts of the whole job, which are measured in one go.
  static let pipeline: Set<Stage> = [
    .read, .check, .book, .report, .whole, .journal, .trialBalance,
  ]
  /// Those that are measured once, on a size that they can bear.
  static let comparisons: Set<Stage> = [.shuffled, .pretty, .decoder]
}
