/// The rows of files of prices and rates, until the ledger is read. The contents of the ledger
/// decide which of them count.
struct QuoteStaging {
  /// The names that a file has for one instrument.
  struct Subject: Hashable {
    /// An id, such as CoinGecko's.
    var id = ""
    var symbol = ""
    var name = ""

    /// The name in messages.
    var shownName: String { id.isEmpty ? symbol : id }
  }

  /// A price before its instrument is known. Its currency is in the numbers of `currencies`.
  typealias Price = StagedPrice

  /// The rows of one file.
  struct File {
    var number: Int
    var name: String
    /// The numbers of its rows in `prices`.
    var prices: Range<Int>
    /// Whether it was given as a file of prices.
    var isOfPrices: Bool
    /// Whether its prices never have a currency, so that they use the base currency of the ledger.
    var namesNoCurrency = false
    /// Whether it has a fault, so that no warning of missing prices is given.
    var isFaulty = false
  }

  /// The parameters of the file that is being read.
  struct Request {
    /// The kind of rows that count.
    var kind: QuoteKind
    /// The currency of prices without one.
    var currency: Currency?
    /// The day of prices without one.
    var day: Day?
    /// The instrument of all rows, if the file does not name it.
    var symbol: String?
  }

  /// The currencies of the files. Most are not in the ledger, so they have their own numbers.
  var currencies = CurrencyTable()
  private(set) var subjects: [Subject] = []
  private var subjectNumbers: [Subject: UInt32] = [:]
  /// The numbers of the subjects that short symbols name. Most files have millions of rows, whose
  /// symbols then need no strings.
  private var shortSymbols: [UInt64: UInt32] = [:]
  var prices = StagedPrices()
  /// With the numbers of `currencies`.
  var rates: [RateRecord] = []
  var files: [File] = []
  var faults: [Diagnostic] = []
  var warnings: [Diagnostic] = []
  /// The number of faults that were not recorded.
  var unlistedFaults = 0
  /// The file that is being read.
  var file = 0
  var request = Request(kind: .prices)

  /// The number of a subject, which is added if it is new.
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

  /// The number of the subject with a symbol; nil if `make` has no text for it.
  /// - Parameters:
  ///   - bytes: The symbol as in the file.
  ///   - make: Checks and decodes it.
  mutating func number(
    ofSymbol bytes: ArraySlice<UInt8>, _ make: (inout QuoteStaging) -> String?
  ) -> UInt32? {
    let isShort = bytes.count <= 8 && !bytes.contains(0)
    let key = isShort ? bytes.reduce(0) { $0 << 8 | UInt64($1) } : 0
    if key != 0, let known = shortSymbols[key] { return known }
    guard let symbol = make(&self) else { return nil }
    let number = number(of: Subject(id: symbol, symbol: symbol, name: symbol))
    if key != 0 { shortSymbols[key] = number }
    return number
  }

  /// The place of a byte of the file that is being read.
  func position(_ offset: Int) -> SourcePosition { SourcePosition(file: file, offset: offset) }

  /// Records a fault of some bytes, up to the limit of the draft.
  mutating func report(_ finding: Finding, at range: Range<Int>) {
    let length = FieldStep.length(max(1, range.count))
    add(finding.at(position(range.lowerBound), field: [length]))
  }

  mutating func add(_ fault: Diagnostic) {
    if let last = files.indices.last { files[last].isFaulty = true }
    if faults.count < LedgerDraft.faultLimit { faults.append(fault) } else { unlistedFaults += 1 }
  }
}

/// The kind of rows that a file is read for.
enum QuoteKind {
  case prices, rates
}
