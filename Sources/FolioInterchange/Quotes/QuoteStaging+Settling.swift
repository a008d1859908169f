// When the ledger is read, the rows that it needs are moved to its draft.
extension QuoteStaging {
  /// Appends the rows that the ledger needs to its draft, with all faults and warnings.
  /// - Parameters:
  ///   - wanted: Currencies that are needed besides those of the ledger.
  ///   - index: The rows by their names, if many ledgers share the files.
  ///   - sharesRows: Whether prices need not be copied.
  func settle(
    in draft: inout LedgerDraft, wanted: Set<Currency>, _ index: QuoteIndex? = nil,
    sharesRows: Bool = false
  ) {
    draft.quoteFiles.formUnion(files.map(\.number))
    draft.faults += faults
    draft.warnings += warnings
    settlePrices(in: &draft, index, sharesRows)
    settleRates(in: &draft, wanted, index)
  }

  private func settlePrices(
    in draft: inout LedgerDraft, _ index: QuoteIndex?, _ sharesRows: Bool
  ) {
    if files.isEmpty { return }
    let matcher = InstrumentMatcher(draft)
    var matches: [InstrumentMatcher.Match?]
    if let index {
      let found = index.subjects(named: matcher.names).compactMap { number in
        matcher.match(subjects[Int(number)]).map { (number, $0) }
      }
      if sharesRows, share(found, index, matcher, in: &draft) { return }
      matches = Array(repeating: nil, count: subjects.count)
      for (number, match) in found { matches[Int(number)] = match }
    } else {
      matches = subjects.map(matcher.match)
    }
    for file in files {
      if let index {
        settle(file, index.rows(of: matches, in: file.prices), matches, matcher, in: &draft)
      } else if StagedPrices.arePacked(file.prices) {
        let rows = prices.packedSeries.lazy
          .filter { matches[Int($0.series.subject)] != nil }
          .flatMap { $0.rows.clamped(to: file.prices) }
        settle(file, Array(rows), matches, matcher, in: &draft)
      } else {
        settle(file, file.prices, matches, matcher, in: &draft)
      }
    }
  }

  /// Appends those of some rows of a file that count.
  private func settle(
    _ file: File, _ rows: some Collection<Int>, _ matches: [InstrumentMatcher.Match?],
    _ matcher: InstrumentMatcher, in draft: inout LedgerDraft
  ) {
    let rivalry = Rivalry(rows, self, matches)
    var count = 0
    var targets = PriceTargets()
    for row in rows where !prices[row].isAlternative {
      let price = prices[row]
      guard let match = matches[Int(price.subject)], rivalry.admits(price, match) else { continue }
      targets.select(price.subject, match.candidate, matcher, &draft)
      append(row..<endOfAlternatives(row, file), file, &targets.current, to: &draft)
      count += 1
    }
    warn(of: rivalry, &draft)
    if count == 0 { warnOfNoMatch(file, &draft) }
  }

  private func warnOfNoMatch(_ file: File, _ draft: inout LedgerDraft) {
    if !file.isOfPrices || file.isFaulty { return }
    let finding = Messages.noPriceMatched(file.name, hasRows: !file.prices.isEmpty)
    draft.warnings.append(finding.at(SourcePosition(file: file.number, offset: 0)))
  }

  private func warn(of rivalry: Rivalry, _ draft: inout LedgerDraft) {
    for (candidate, rival) in rivalry.draws.sorted(by: { $0.value.row < $1.value.row }) {
      let id = candidate.symbol.isNone ? candidate.stockID : candidate.symbol
      let finding = Messages.ambiguousPrice(
        draft.tables.text(id), subjects[Int(rival.first)].shownName,
        subjects[Int(prices[rival.row].subject)].shownName)
      draft.warnings.append(finding.at(prices[rival.row].position))
    }
  }

  private func endOfAlternatives(_ row: Int, _ file: File) -> Int {
    var end = row + 1
    while end < file.prices.upperBound, prices[end].isAlternative { end += 1 }
    return end
  }

  /// Appends one of several rows with the same price in different currencies: the row in the
  /// currency of the instrument, or else in the base currency, or else the first row.
  private func append(
    _ rows: Range<Int>, _ file: File, _ target: inout PriceTargets.Target,
    to draft: inout LedgerDraft
  ) {
    func row(in currency: Currency?) -> Int? {
      currency.flatMap { wanted in rows.first { code(prices[$0].currency) == wanted } }
    }
    let (own, base) = (target.currency, draft.tables.settings.baseCurrency)
    let chosen = rows.count == 1 ? nil : row(in: own) ?? row(in: base)
    let price = prices[chosen ?? rows.lowerBound]
    var record = target.record
    (record.day, record.price, record.position) = (price.day, price.price, price.position)
    record.currency = target.number(of: price.currency) {
      number(of: price.currency, file, own: own, in: &draft)
    }
    draft.tables.prices.append(record)
  }

  /// The number in the draft of a currency of a file, or of the one that counts instead.
  private func number(
    of given: CurrencyIndex, _ file: File, own: Currency?, in draft: inout LedgerDraft
  ) -> CurrencyIndex {
    var currency = code(given)
    if currency == nil, file.namesNoCurrency {
      currency = own ?? draft.tables.settings.baseCurrency
    }
    return currency.flatMap { draft.tables.currencies.index(of: $0) } ?? missingCurrency
  }

  // MARK: Shared rows

  /// Gives the ledger the prices of its instruments without copies.
  /// - Returns: false if that is not possible: an instrument has prices in the ledger or in several
  ///   series, or a currency is in hundredths, so that the checks change prices.
  private func share(
    _ found: [(subject: UInt32, match: InstrumentMatcher.Match)], _ index: QuoteIndex,
    _ matcher: InstrumentMatcher, in draft: inout LedgerDraft
  ) -> Bool {
    let units = Currency.quoteUnits.map(\.unit)
    let series = found.compactMap { subject, match in
      index.series(of: subject).map { (subject: subject, match: match, $0.0, rows: $0.rows) }
    }
    guard draft.tables.prices.isEmpty, series.count == found.count,
      Set(found.map(\.match.candidate)).count == found.count,
      !units.contains(where: { draft.tables.currencies.existingIndex(of: $0) != nil }),
      !series.contains(where: { code($0.2.currency).map(units.contains) ?? false })
    else { return false }
    for (number, file) in files.enumerated() {
      let own = series.filter { $0.2.file == number }.sorted { $0.2.firstRow < $1.2.firstRow }
      var targets = PriceTargets()
      for (subject, match, series, rows) in own {
        targets.select(subject, match.candidate, matcher, &draft)
        var record = targets.current.record
        record.currency = self.number(
          of: series.currency, file, own: targets.current.currency, in: &draft)
        draft.tables.sharedPrices.append(SharedPrices(record, prices, rows))
      }
      if own.isEmpty { warnOfNoMatch(file, &draft) }
    }
    return true
  }

  private func code(_ index: CurrencyIndex) -> Currency? {
    index == missingCurrency ? nil : currencies[index]
  }
}

// Rates of currencies that the ledger does not need are left out.
extension QuoteStaging {
  private func settleRates(
    in draft: inout LedgerDraft, _ wanted: Set<Currency>, _ index: QuoteIndex?
  ) {
    if rates.isEmpty { return }
    let kept = usefulCurrencies(of: draft, wanted, index?.neighbours ?? neighbours)
    var numbers: [CurrencyIndex] = []
    for (index, currency) in currencies.all.enumerated() {
      let number = kept[index] ? draft.tables.currencies.index(of: currency) : nil
      numbers.append(number ?? missingCurrency)
    }
    func keep(_ row: Int) {
      var rate = rates[row]
      rate.from = numbers[Int(rate.from)]
      rate.to = numbers[Int(rate.to)]
      guard rate.from != missingCurrency, rate.to != missingCurrency else { return }
      draft.tables.rates.append(rate)
    }
    if let index { index.rateRows(of: kept).forEach(keep) } else { rates.indices.forEach(keep) }
  }

  /// The other currencies of the rates of each.
  var neighbours: [Set<CurrencyIndex>] {
    var neighbours = Array(repeating: Set<CurrencyIndex>(), count: currencies.all.count)
    var last: (from: CurrencyIndex, to: CurrencyIndex)?
    for rate in rates where last.map({ $0 != (rate.from, rate.to) }) ?? true {
      last = (rate.from, rate.to)
      if rate.from == rate.to { continue }
      neighbours[Int(rate.from)].insert(rate.to)
      neighbours[Int(rate.to)].insert(rate.from)
    }
    return neighbours
  }

  /// The currencies of the files that the ledger needs: its own, and those on a path between them.
  ///
  /// A currency that is not in the ledger and has rates to only one other currency is on no path.
  /// Without it, the other currency may be such a currency as well.
  private func usefulCurrencies(
    of draft: LedgerDraft, _ wanted: Set<Currency>, _ all: [Set<CurrencyIndex>]
  ) -> [Bool] {
    // An instrument that is quoted in pence is held in pounds.
    let ofUnits = Currency.quoteUnits.filter {
      draft.tables.currencies.existingIndex(of: $0.unit) != nil
    }.map(\.currency)
    var known = currencies.all.map { currency in
      ofUnits.contains(currency) || wanted.contains(currency)
        || currency == draft.tables.settings.baseCurrency
        || draft.tables.currencies.existingIndex(of: currency) != nil
    }
    var neighbours = all
    var isKept = Array(repeating: true, count: known.count)
    var leaves = known.indices.filter { !known[$0] && neighbours[$0].count < 2 }
    while let leaf = leaves.popLast() {
      guard isKept[leaf] else { continue }
      isKept[leaf] = false
      known[leaf] = false
      for other in neighbours[leaf].map(Int.init) {
        neighbours[other].remove(CurrencyIndex(truncatingIfNeeded: leaf))
        if !known[other], neighbours[other].count < 2 { leaves.append(other) }
      }
    }
    return isKept
  }
}

/// What the rows of a subject become: looked up once for a subject, because a file may have
/// thousands of rows of each.
private struct PriceTargets {
  struct Target {
    /// The currency of the instrument.
    var currency: Currency?
    /// A price of the instrument, to be completed.
    var record: PriceRecord
    /// The number in the draft of the last currency of the file.
    private var last: (given: CurrencyIndex, number: CurrencyIndex)?

    init(_ candidate: InstrumentMatcher.Candidate, _ own: Currency?, _ draft: inout LedgerDraft) {
      currency = own
      record = PriceRecord(
        instrument: .missing, day: .first, currency: missingCurrency, price: .zero)
      if candidate.symbol.isNone {
        record.stockReference = draft.stockNames.number(of: candidate.stockID)
      } else {
        record.instrument = draft.symbolNames.index(of: candidate.symbol)
      }
    }

    /// Returns the number of a currency of the file, which is found if it is not that of the last
    /// row.
    mutating func number(
      of given: CurrencyIndex, _ find: () -> CurrencyIndex
    ) -> CurrencyIndex {
      if let last, last.given == given { return last.number }
      let number = find()
      last = (given, number)
      return number
    }
  }

  private var subject: UInt32?
  private var numbers: [UInt32: Int] = [:]
  private var all: [Target] = []
  private var index = 0

  /// The target of the selected subject.
  var current: Target {
    get { all[index] }
    _modify { yield &all[index] }
  }

  mutating func select(
    _ subject: UInt32, _ candidate: InstrumentMatcher.Candidate, _ matcher: InstrumentMatcher,
    _ draft: inout LedgerDraft
  ) {
    if subject == self.subject { return }
    self.subject = subject
    if let known = numbers[subject] {
      index = known
      return
    }
    let own = matcher.currencies[candidate].flatMap {
      $0 == missingCurrency ? nil : draft.tables.currencies[$0]
    }
    index = all.count
    numbers[subject] = index
    all.append(Target(candidate, own, &draft))
  }
}

/// Subjects of one file that match the same instrument. On each day the best match counts, or the
/// first of equally good ones.
private struct Rivalry {
  private struct Key: Hashable {
    var candidate: InstrumentMatcher.Candidate
    var day: Day
  }

  private var contested: Set<InstrumentMatcher.Candidate> = []
  private var best: [Key: (subject: UInt32, rank: Int)] = [:]
  /// For each instrument the first row that an equally good match precedes.
  private(set) var draws: [InstrumentMatcher.Candidate: (first: UInt32, row: Int)] = [:]

  init(
    _ rows: some Collection<Int>, _ staging: QuoteStaging, _ matches: [InstrumentMatcher.Match?]
  ) {
    var known: [InstrumentMatcher.Candidate: UInt32] = [:]
    var last: UInt32?
    for row in rows {
      let subject = staging.prices[row].subject
      // Most files have the rows of a subject one after the other.
      if subject == last { continue }
      last = subject
      guard let candidate = matches[Int(subject)]?.candidate else { continue }
      if known.updateValue(subject, forKey: candidate) ?? subject != subject {
        contested.insert(candidate)
      }
    }
    if contested.isEmpty { return }
    for row in rows {
      guard let match = matches[Int(staging.prices[row].subject)],
        contested.contains(match.candidate)
      else { continue }
      compare(staging.prices[row], row, match)
    }
  }

  private mutating func compare(
    _ price: QuoteStaging.Price, _ row: Int, _ match: InstrumentMatcher.Match
  ) {
    let key = Key(candidate: match.candidate, day: price.day)
    guard let known = best[key], known.rank <= match.rank else {
      best[key] = (price.subject, match.rank)
      draws[match.candidate] = nil
      return
    }
    if known.subject != price.subject, known.rank == match.rank, draws[match.candidate] == nil {
      draws[match.candidate] = (known.subject, row)
    }
  }

  /// Whether a price counts.
  func admits(_ price: QuoteStaging.Price, _ match: InstrumentMatcher.Match) -> Bool {
    guard contested.contains(match.candidate) else { return true }
    let key = Key(candidate: match.candidate, day: price.day)
    return best[key]?.subject == price.subject
  }
}
