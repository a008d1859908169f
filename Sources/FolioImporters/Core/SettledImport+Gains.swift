// The comparison with the gains of the files.
extension SettledImport {
  /// The gain of a group, in its own currencies and in the base currency.
  private struct Gain {
    var sums: [Currency: ExactDecimal] = [:]
    var symbol: String
    /// Nil if the gain of a part is not known in the base currency.
    var base: ExactDecimal? = .zero

    func amount(in wanted: Currency, _ baseCurrency: Currency?) -> ExactDecimal? {
      sums[wanted] ?? (baseCurrency == wanted ? base : nil)
    }
  }

  /// Compares the gains of the files with those that were booked.
  mutating func compareGains(in ledger: Ledger) {
    compareByMethods(
      { $0.gainComparison(in: ledger, $1) },
      help: "The broker may use another method, cost or exchange rate. A purchase may be missing. "
        + "--all-warnings lists all differences."
    ) { given, computed, name in
      "the file gives a gain of \(given)\(name.map { " of \($0)" } ?? ""), but what was booked "
        + "gives \(computed)"
    }
  }

  /// Compares figures with those that a method gives. If they agree more often by another method,
  /// the broker uses that one. What no method explains is a difference.
  mutating func compareByMethods(
    _ comparison: (Self, CostBasisMethod?) -> FigureComparison?, help: String,
    _ message: (_ given: ExactDecimal, _ computed: ExactDecimal, _ name: String?) -> String
  ) {
    guard let own = comparison(self, nil), own.count + own.notCompared > 0 else { return }
    var (best, method): (FigureComparison, CostBasisMethod?) = (own, nil)
    for other in [CostBasisMethod.average, .fifo, .lifo, .hifo] where best.agree < best.count {
      guard let comparison = comparison(self, other), comparison.agree > best.agree else {
        continue
      }
      (best, method) = (comparison, other)
    }
    var shown = own.shown(draft.files)
    if let method { shown.byMethod = .init(method: method, agree: best.agree) }
    report.comparisons.append(shown)
    let reason = method.map { " by the method \($0.rawValue), which explains most of them" } ?? ""
    warn(of: best.differences, help: help) { message($0, $1, $2) + reason }
  }

  /// Compares the gains of the files with those of a booking. `nil` without gains, or if the ledger
  /// cannot be booked.
  private func gainComparison(in ledger: Ledger, _ method: CostBasisMethod?) -> FigureComparison? {
    guard let first = draft.groups.lazy.compactMap(\.imported.gain).first else { return nil }
    var options = BookingOptions()
    options.method = method
    // A broker may give gains in the currency of the account.
    var inCurrency = options
    inCurrency.baseCurrency = first.currency
    guard
      let booked = (try? BookedLedger(booking: ledger, inCurrency))
        ?? (try? BookedLedger(booking: ledger, options))
    else { return nil }
    let gains = gains(booked)
    var comparison = FigureComparison("gains")
    for number in order where number >= 0 {
      guard let claim = draft.groups[number].imported.gain,
        let gain = gains[draft.groups[number].id]
      else { continue }
      if let amount = gain.amount(in: claim.currency, booked.baseCurrency) {
        comparison.add(
          claim.amount, amount.rounded(toPlaces: claim.amount.places, .halfEven),
          within: ExactDecimal(short: 1, places: min(claim.amount.places, 2)),
          at: self.place(ofGroup: number), of: gain.symbol)
      } else {
        comparison.notCompared += 1
      }
    }
    return comparison
  }

  /// The gains of the groups, by their ids.
  private func gains(_ booked: BookedLedger) -> [String: Gain] {
    var gains: [String: Gain] = [:]
    for disposal in booked.disposals {
      let group = booked.ledger.id(of: disposal.group)
      let currency = booked.ledger.tables.currencies[disposal.currency]
      let symbol = booked.ledger.tables.symbol(disposal.instrument)
      var gain = gains[group] ?? Gain(symbol: symbol)
      guard let own = try? disposal.proceeds.subtracting(disposal.cost),
        let sum = try? gain.sums[currency, default: .zero].adding(own)
      else { continue }
      gain.sums[currency] = sum
      let inBase = try? disposal.proceedsBase.subtracting(disposal.costBase)
      gain.base = disposal.hasBase ? gain.base.adding(inBase) : nil
      gains[group] = gain
    }
    return gains
  }
}
