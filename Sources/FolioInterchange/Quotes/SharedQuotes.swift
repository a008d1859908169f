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
  /// - Parameter sharesRows: Whether the prices need not be copied if nothing but lookups by
  ///   `PriceBook` follow. `LedgerTables.prices` has none of them then.
  /// - Returns: false if the ledger is not one document without further files of its own. The files
  ///   must then be read as usual.
  package mutating func use(_ quotes: SharedQuotes, sharesRows: Bool) -> Bool {
    guard reader.records.draft.tables.sources.count == 1, staging.files.isEmpty else {
      return false
    }
    reader.records.draft.tables.sources += quotes.sources
    shared = quotes
    sharesPriceRows = sharesRows
    return true
  }
}

/// The rows of files of prices and rates by their names.
struct QuoteIndex: Sendable {
  /// The numbers of subjects by each of their names in lower case.
  private var numbers: [String: [UInt32]] = [:]
  /// The rows of prices, by subject. Those of a simple series are in order of their days, others in
  /// that of the files.
  private var priceRows: [UInt32] = []
  /// The end of the rows of each subject in `priceRows`.
  private var priceEnds: [Int] = []
  /// The series of each subject that has a simple one.
  private var series: [Series?] = []
  /// The rows of packed files, by subject.
  private var packedRows: [UInt32: [Range<Int>]] = [:]
  /// The rows of rates by their currencies.
  private var rateRows: [Pair: [Int]] = [:]
  /// The other currencies of the rates of each.
  let neighbours: [Set<CurrencyIndex>]

  /// The prices of a subject in one file that are all in the same currency. So a ledger needs no
  /// copies of them.
  struct Series {
    /// The number of the file among those of the staging.
    var file: Int
    var currency: CurrencyIndex
    /// The first row in the order of the file.
    var firstRow: Int
  }

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
    let packed = staging.prices.packedSeries
    for (series, rows) in packed { packedRows[series.subject, default: []].append(rows) }
    series = staging.subjects.indices.map { makeSeries(of: $0, staging) }
    for (own, rows) in packed where packedRows[own.subject]?.count == 1 {
      guard range(of: Int(own.subject)).isEmpty,
        let file = staging.files.firstIndex(where: { $0.prices.contains(rows.lowerBound) })
      else { continue }
      series[Int(own.subject)] = Series(
        file: file, currency: own.currency, firstRow: rows.lowerBound)
    }
    for (row, rate) in staging.rates.enumerated() {
      rateRows[Pair(from: rate.from, to: rate.to), default: []].append(row)
    }
  }

  private mutating func sortPrices(_ staging: QuoteStaging) {
    var counts = Array(repeating: 0, count: staging.subjects.count)
    for row in staging.prices.indices { counts[Int(staging.prices[row].subject)] += 1 }
    var starts: [Int] = []
    var end = 0
    for count in counts {
      starts.append(end)
      end += count
      priceEnds.append(end)
    }
    priceRows = Array(repeating: 0, count: end)
    for row in staging.prices.indices {
      let subject = Int(staging.prices[row].subject)
      priceRows[starts[subject]] = UInt32(truncatingIfNeeded: row)
      starts[subject] += 1
    }
  }

  /// Sorts the rows of a subject by day if they are a simple series.
  private mutating func makeSeries(of subject: Int, _ staging: QuoteStaging) -> Series? {
    let range = range(of: subject)
    guard packedRows[UInt32(truncatingIfNeeded: subject)] == nil,
      let first = priceRows[range].first.map(Int.init),
      let last = priceRows[range].last.map(Int.init),
      let file = staging.files.firstIndex(where: { $0.prices.contains(first) }),
      staging.files[file].prices.contains(last)
    else { return nil }
    let currency = staging.prices[first].currency
    var day = staging.prices[first].day
    var isSorted = true
    for row in priceRows[range] {
      let price = staging.prices[Int(row)]
      if price.currency != currency || price.isAlternative { return nil }
      isSorted = isSorted && day <= price.day
      day = price.day
    }
    if !isSorted {
      priceRows[range].sort { one, other in
        let days = (staging.prices[Int(one)].day, staging.prices[Int(other)].day)
        return days.0 == days.1 ? one < other : days.0 < days.1
      }
    }
    return Series(file: file, currency: currency, firstRow: first)
  }

  private func range(of subject: Int) -> Range<Int> {
    (subject == 0 ? 0 : priceEnds[subject - 1])..<priceEnds[subject]
  }

  /// The simple series of a subject, and its rows in order of their days; nil if it has none.
  func series(of subject: UInt32) -> (Series, rows: PriceRows)? {
    series[Int(subject)].map { series in
      if let packed = packedRows[subject]?.first { return (series, .range(packed)) }
      return (series, .listed(priceRows[range(of: Int(subject))]))
    }
  }

  /// Whether a subject has prices.
  func hasRows(_ subject: Int) -> Bool {
    !range(of: subject).isEmpty || packedRows[UInt32(truncatingIfNeeded: subject)] != nil
  }

  /// The subjects that have one of these names in lower case, in order.
  func subjects(named names: Set<String>) -> [UInt32] {
    Set(names.lazy.flatMap { numbers[$0] ?? [] }).sorted()
  }

  /// The rows of the subjects that match, within a range of rows, in order.
  func rows(of matches: [InstrumentMatcher.Match?], in range: Range<Int>) -> [Int] {
    var rows: [Int] = []
    for (subject, match) in matches.enumerated() where match != nil {
      rows += priceRows[self.range(of: subject)].lazy.map(Int.init).filter(range.contains)
      for packed in packedRows[UInt32(truncatingIfNeeded: subject)] ?? [] {
        rows += packed.clamped(to: range)
      }
    }
    rows.sort()
    return rows
  }

  /// The rows of rates between currencies that are kept, in order.
  func rateRows(of kept: [Bool]) -> [Int] {
    rateRows.filter { kept[Int($0.key.from)] && kept[Int($0.key.to)] }.flatMap(\.value).sorted()
  }
}
