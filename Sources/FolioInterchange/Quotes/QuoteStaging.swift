import FolioDiagnostics
import FolioModel
import FolioNumbers

/// What files of prices and rates say, kept apart from the ledger until all of it is read: which
/// of their rows count depends on what the ledger knows.
struct QuoteStaging {
  /// Prices of one thing under the names that a file has for it.
  struct Subject: Hashable {
    /// An id, such as CoinGecko's.
    var id = ""
    var symbol = ""
    var name = ""

    /// The name in messages.
    var shownName: String { id.isEmpty ? symbol : id }
  }

  /// A price that is not yet one of an instrument.
  struct Price {
    /// The number of its subject.
    var subject: UInt32
    var day: Day
    /// In the numbers of `currencies`; missing where the file leaves it out.
    var currency: CurrencyIndex
    var price: ExactDecimal
    var position: SourcePosition
    /// Whether it is the price of the row before in another currency.
    var isAlternative = false
  }

  /// The rows of one file.
  struct File {
    var number: Int
    var name: String
    /// In `prices`.
    var prices: Range<Int>
    /// Whether prices are looked for in it.
    var isOfPrices: Bool
    /// Whether its prices never say their currency, so that the ledger's base stands in.
    var namesNoCurrency = false
    /// Whether something is wrong with it, so that nothing is said about what it lacks.
    var isFaulty = false
  }

  /// What the caller says about the file that is being read.
  struct Request {
    /// What is looked for in it.
    var kind: QuoteKind
    /// The currency of prices that name none.
    var currency: Currency?
    /// The day of prices that name none.
    var day: Day?
  }

  /// The currencies of the files; most are none of the ledger's, so they have numbers of their own.
  var currencies = CurrencyTable()
  private(set) var subjects: [Subject] = []
  private var subjectNumbers: [Subject: UInt32] = [:]
  var prices: [Price] = []
  /// With the numbers of `currencies`.
  var rates: [RateRecord] = []
  var files: [File] = []
  var faults: [Diagnostic] = []
  var warnings: [Diagnostic] = []
  /// How many faults were not recorded.
  var unlistedFaults = 0
  /// The file that is being read.
  var file = 0
  var request = Request(kind: .prices)

  /// The number of a subject, given to it if it is new.
  mutating func number(of subject: Subject) -> UInt32 {
    if let last = subjects.last, last == subject {
      return UInt32(truncatingIfNeeded: subjects.count - 1)
    }
    if let known = subjectNumbers[subject] { return known }
    let number = UInt32(truncatingIfNeeded: subjects.count)
    subjects.append(subject)
    subjectNumbers[subject] = number
    return number
  }

  /// The place of a byte of the file that is being read.
  func position(_ offset: Int) -> SourcePosition { SourcePosition(file: file, offset: offset) }

  /// Records a fault of some bytes, unless there are more than anyone would read.
  mutating func report(_ finding: Finding, at range: Range<Int>) {
    let length = FieldStep.length(max(1, range.count))
    add(finding.at(position(range.lowerBound), field: [length]))
  }

  mutating func add(_ fault: Diagnostic) {
    if let last = files.indices.last { files[last].isFaulty = true }
    if faults.count < LedgerDraft.faultLimit { faults.append(fault) } else { unlistedFaults += 1 }
  }
}

/// What a file is read for.
enum QuoteKind {
  case prices, rates
}
