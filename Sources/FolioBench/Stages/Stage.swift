/// A stage to measure. The raw values are the words of `--stages`.
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
  /// Reading and booking in turns, with a trial balance and holdings as text: a document of which
  /// no more than some groups are in memory.
  case stream
  /// The same, reading on one core and booking on another.
  case twoCores = "two-cores"
  /// Reading a document whose keys come in an order of chance.
  case shuffled
  /// Reading a document with one key a line.
  case pretty
  /// Foundation's `JSONDecoder` on the same bytes, into structs with the same columns.
  case decoder
  /// The whole job in a process of its own, which gets the bytes as it reads them.
  case memory
  /// The same of a document that is booked while it is read.
  case streamMemory = "stream-memory"
  /// Sums, products, quotients, parsing and printing of numbers.
  case numbers
  /// A sale against few and against many open lots of one instrument, by each method.
  case depth
  /// Booking under the tax rules of each country, against plain booking.
  case taxRules = "tax-rules"
  /// A value and a return of every day, against booking.
  case series
  /// Opening a store and showing its newest groups.
  case storeOpen = "store-open"
  /// The 20 newest groups of an open store.
  case storePage = "store-page"
  /// A group of an open store by its id.
  case storeID = "store-id"
  /// A durable change of a store, against a plain insert into SQLite.
  case storeAppend = "store-append"
  /// The same with its check and the changed holdings.
  case storeChange = "store-change"
  /// Booking one more group, or a change a year back, where the books are kept.
  case liveAppend = "live-append"
  /// The import of files of other programs.
  case imports = "import"

  /// The name in the table.
  var title: String {
    switch self {
    case .read: "read"
    case .check: "check"
    case .book: "book"
    case .report: "report"
    case .whole: "whole job"
    case .journal: "book with journal"
    case .trialBalance: "trial balance"
    case .stream: "booked while read"
    case .twoCores: "the same on two cores"
    case .streamMemory: "peak memory, booked while read"
    case .numbers: "numbers"
    case .shuffled: "read, shuffled keys"
    case .pretty: "read, pretty-printed"
    case .decoder: "JSONDecoder"
    case .memory: "peak memory"
    case .depth: "sale"
    case .taxRules: "book"
    case .series: "series"
    case .storeOpen: "open"
    case .storePage: "20 newest groups"
    case .storeID: "group by id"
    case .storeAppend: "durable append"
    case .storeChange: "checked change"
    case .liveAppend: "append to live books"
    case .imports: "import"
    }
  }

  /// The parts of the whole job, which are measured in one go.
  static let pipeline: Set<Stage> = [
    .read, .check, .book, .report, .whole, .journal, .trialBalance,
  ]
  /// The stages that book the ledger while it is read.
  static let streams: Set<Stage> = [.stream, .twoCores]
  /// The stages of stores, which are measured in one go.
  static let stores: Set<Stage> = [
    .storeOpen, .storePage, .storeID, .storeAppend, .storeChange,
  ]
  /// Those that are measured once, on a size that they can bear.
  static let comparisons: Set<Stage> = [.shuffled, .pretty, .decoder]
}
