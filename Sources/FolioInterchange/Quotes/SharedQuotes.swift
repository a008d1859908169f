import FolioDiagnostics
import FolioModel

/// Files of prices and rates that are read once for many ledgers. A ledger takes the rows of its
/// own instruments and currencies.
package struct SharedQuotes: Sendable {
  let staging: QuoteStaging
  let index: QuoteIndex
  let sources: ArraySlice<SourceFile>

  /// Reads the files.
  /// - Parameter read: Passes the files to the reader, in their order.
  package init<Failure>(_ read: (inout LedgerReader) throws(Failure) -> Void) throws(Failure) {
    var reader = LedgerReader()
    // Their numbers are those that they have after the document of a ledger.
    reader.reader.records.draft.tables.sources = [SourceFile(name: "", contents: [])]
    try read(&reader)
    staging = reader.staging
    index = QuoteIndex(staging)
    sources = reader.reader.records.draft.tables.sources.dropFirst()
  }
}

extension LedgerReader {
  /// Takes files that were read once for many ledgers.
  /// - Returns: false if the ledger is not one document without further files of its own. The files
  ///   must then be read as usual.
  package mutating func use(_ quotes: SharedQuotes) -> Bool {
    guard reader.records.draft.tables.sources.count == 1, staging.files.isEmpty else {
      return false
    }
    reader.records.draft.tables.sources += quotes.sources
    shared = quotes
    return true
  }
}

/// The rows of files of prices and rates by their names.
struct QuoteIndex: Sendable {
  /// The numbers of subjects by each of their names in lower case.
  private var numbers: [String: [UInt32]] = [:]
  /// The rows of prices, in order within each subject.
  private var priceRows: [UInt32] = []
  /// The end of the rows of each subject in `priceRows`.
  private var priceEnds: [Int] = []
  /// The rows of rates by their currencies.
  private var rateRows: [Pair: [Int]] = [:]
  /// The other currencies of the rates of each.
  let neighbours: [Set<CurrencyIndex>]

  private struct Pair: Hashable {
    var from: CurrencyIndex
    var to: CurrencyIndex
  }

  init(_ staging: QuoteStaging) {
    neighbours = staging.neighbours
    for (number, subject) in staging.subjects.enumerated() {
      let names = [subject.id, subject.symbol, subject.name].map { $0.lowercased() }
      for name in Set(names) where !name.isEmpty {
        numbers[name, default: []].append(UInt32(truncatingIfNeeded: number))
      }
    }
    sortPrices(staging)
    for (row, rate) in staging.rates.enumerated() {
      rateRows[Pair(from: rate.from, to: rate.to), default: []].append(row)
    }
  }

  private mutating func sortPrices(_ staging: QuoteStaging) {
    var counts = Array(repeating: 0, count: staging.subjects.count)
    for price in staging.prices { counts[Int(price.subject)] += 1 }
    var starts: [Int] = []
    var end = 0
    for count in counts {
      starts.append(end)
      end += count
      priceEnds.append(end)
    }
    priceRows = Array(repeating: 0, count: end)
    for (row, price) in staging.prices.enumerated() {
      priceRows[starts[Int(price.subject)]] = UInt32(truncatingIfNeeded: row)
      starts[Int(price.subject)] += 1
    }
  }

  /// The subjects that have one of these names in lower case, in order.
  func subjects(named names: Set<String>) -> [UInt32] {
    Set(names.lazy.flatMap { numbers[$0] ?? [] }).sorted()
  }

  /// The rows of the subjects that match, within a range of rows, in order.
  func rows(of matches: [InstrumentMatcher.Match?], in range: Range<Int>) -> [Int] {
    var rows: [Int] = []
    var subjects = 0
    for (subject, match) in matches.enumerated() where match != nil {
      let own = priceRows[(subject == 0 ? 0 : priceEnds[subject - 1])..<priceEnds[subject]]
      rows += own.lazy.map(Int.init).filter(range.contains)
      subjects += 1
    }
    if subjects > 1 { rows.sort() }
    return rows
  }

  /// The rows of rates between currencies that are kept, in order.
  func rateRows(of kept: [Bool]) -> [Int] {
    rateRows.filter { kept[Int($0.key.from)] && kept[Int($0.key.to)] }.flatMap(\.value).sorted()
  }
}
