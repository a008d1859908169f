import Diagnostics
import ExactNumbers
import LedgerModel

// What of the files counts, once all of the ledger is read.
extension QuoteStaging {
  /// Puts the rows that concern the ledger behind its own, and what was found wrong beside them.
  /// - Parameter wanted: currencies that are asked for beside those that the ledger mentions.
  func settle(in draft: inout LedgerDraft, wanted: Set<Currency>) {
    draft.quoteFiles.formUnion(files.map(\.number))
    draft.faults += faults
    draft.warnings += warnings
    settlePrices(in: &draft)
    settleRates(in: &draft, wanted)
  }

  private func settlePrices(in draft: inout LedgerDraft) {
    if files.isEmpty { return }
    let matcher = InstrumentMatcher(draft)
    let matches = subjects.map(matcher.match)
    for file in files {
      let taken = best(of: file, matches, &draft)
      var row = file.prices.lowerBound
      var count = 0
      while row < file.prices.upperBound {
        let end = endOfAlternatives(row, file)
        if let match = matches[Int(prices[row].subject)],
          taken[match.candidate] == prices[row].subject
        {
          append(row..<end, match.candidate, file, matcher, to: &draft)
          count += 1
        }
        row = end
      }
      if count == 0, file.isOfPrices, !file.isFaulty {
        let finding = Wording.noPriceMatched(file.name, hasRows: !file.prices.isEmpty)
        draft.warnings.append(
          Diagnostic(
            finding.code, finding.message, help: finding.help,
            at: SourcePosition(file: file.number, offset: 0)))
      }
    }
  }

  /// Which subject of a file an instrument is priced by: the one with the best match, of several
  /// the first.
  private func best(
    of file: File, _ matches: [InstrumentMatcher.Match?], _ draft: inout LedgerDraft
  ) -> [InstrumentMatcher.Candidate: UInt32] {
    var best: [InstrumentMatcher.Candidate: (subject: UInt32, rank: Int, row: Int)] = [:]
    var rivals: [InstrumentMatcher.Candidate: (subject: UInt32, rank: Int, row: Int)] = [:]
    var seen: Set<UInt32> = []
    for row in file.prices {
      let subject = prices[row].subject
      guard seen.insert(subject).inserted, let match = matches[Int(subject)] else { continue }
      let known = best[match.candidate]
      if known.map({ match.rank < $0.rank }) ?? true {
        best[match.candidate] = (subject, match.rank, row)
        rivals[match.candidate] = nil
      } else if known?.rank == match.rank, rivals[match.candidate] == nil {
        rivals[match.candidate] = (subject, match.rank, row)
      }
    }
    for (candidate, rival) in rivals.sorted(by: { $0.value.row < $1.value.row }) {
      guard let first = best[candidate] else { continue }
      let id = candidate.symbol.isNone ? candidate.stockID : candidate.symbol
      let finding = Wording.ambiguousPrice(
        draft.tables.text(id), name(first.subject), name(rival.subject))
      draft.warnings.append(
        Diagnostic(
          finding.code, finding.message, help: finding.help, at: prices[rival.row].position))
    }
    return best.mapValues(\.subject)
  }

  private func name(_ number: UInt32) -> String {
    let subject = subjects[Int(number)]
    return subject.id.isEmpty ? subject.symbol : subject.id
  }

  private func endOfAlternatives(_ row: Int, _ file: File) -> Int {
    var end = row + 1
    while end < file.prices.upperBound, prices[end].isAlternative { end += 1 }
    return end
  }

  /// Appends one of the rows, which give the same price in several currencies: that in the
  /// instrument's, else in the ledger's base, else the first.
  private func append(
    _ rows: Range<Int>, _ candidate: InstrumentMatcher.Candidate, _ file: File,
    _ matcher: InstrumentMatcher, to draft: inout LedgerDraft
  ) {
    let own = matcher.currencies[candidate].flatMap {
      $0 == missingCurrency ? nil : draft.tables.currencies[$0]
    }
    let base = draft.tables.settings.baseCurrency
    func row(in currency: Currency?) -> Int? {
      currency.flatMap { wanted in rows.first { code(prices[$0].currency) == wanted } }
    }
    let price = prices[row(in: own) ?? row(in: base) ?? rows.lowerBound]
    var currency = code(price.currency)
    if currency == nil, file.namesNoCurrency { currency = own ?? base }
    var record = PriceRecord(
      instrument: missingIndex, day: price.day,
      currency: currency.flatMap { draft.tables.currencies.index(of: $0) } ?? missingCurrency,
      price: price.price, position: price.position)
    if candidate.symbol.isNone {
      record.stockReference = draft.stockNames.number(of: candidate.stockID)
    } else {
      record.instrument = draft.symbolNames.number(of: candidate.symbol)
    }
    draft.tables.prices.append(record)
  }

  private func code(_ index: CurrencyIndex) -> Currency? {
    index == missingCurrency ? nil : currencies[index]
  }
}

// Rates: those of currencies that lead nowhere are left out.
extension QuoteStaging {
  private func settleRates(in draft: inout LedgerDraft, _ wanted: Set<Currency>) {
    if rates.isEmpty { return }
    let kept = usefulCurrencies(of: draft, wanted)
    var numbers: [CurrencyIndex] = []
    for (index, currency) in currencies.all.enumerated() {
      let number = kept[index] ? draft.tables.currencies.index(of: currency) : nil
      numbers.append(number ?? missingCurrency)
    }
    for var rate in rates {
      rate.from = numbers[Int(rate.from)]
      rate.to = numbers[Int(rate.to)]
      guard rate.from != missingCurrency, rate.to != missingCurrency else { continue }
      draft.tables.rates.append(rate)
    }
  }

  /// Which currencies of the files the ledger, or a way between two of its own, needs.
  ///
  /// A currency that the ledger does not know and that has rates to one other currency alone is on
  /// no way; without it, the other one may be such a currency in its turn.
  private func usefulCurrencies(of draft: LedgerDraft, _ wanted: Set<Currency>) -> [Bool] {
    var known = currencies.all.map { currency in
      wanted.contains(currency) || currency == draft.tables.settings.baseCurrency
        || draft.tables.currencies.existingIndex(of: currency) != nil
    }
    var neighbours = Array(repeating: Set<CurrencyIndex>(), count: known.count)
    var last: (from: CurrencyIndex, to: CurrencyIndex)?
    for rate in rates where last.map({ $0 != (rate.from, rate.to) }) ?? true {
      last = (rate.from, rate.to)
      if rate.from == rate.to { continue }
      neighbours[Int(rate.from)].insert(rate.to)
      neighbours[Int(rate.to)].insert(rate.from)
    }
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
