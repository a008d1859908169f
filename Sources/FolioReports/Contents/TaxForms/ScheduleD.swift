// What of Form 6781 and Schedule D follows from the disposals of a year.
extension Report {
  /// 40 % of the gain on section 1256 contracts is short term, the rest long term
  /// (26 U.S.C. 1256(a)(3)).
  mutating func addSection1256(of lines: [FormLine], _ base: Currency?) {
    if !lines.contains(where: { $0.disposal.term == .mixed }) { return }
    addTotals(of: lines) { lines in
      let gain = lines.filter { $0.disposal.term == .mixed }.sum { $0.amounts?.gain }
      let terms = gain.flatMap { try? NetByTerm(ofSection1256: $0) }
      return [
        Total(
          "short_term_section_1256", .base(terms?.short, base),
          heading: "Form 6781 (section 1256), 40 % short term"),
        Total(
          "long_term_section_1256", .base(terms?.long, base),
          heading: "Form 6781 (section 1256), 60 % long term"),
      ]
    }
    notes += [
      "Section 1256 contracts belong on Form 6781. Their losses are no wash sales (26 U.S.C. "
        + "1256(f)(5)).",
      "A contract that is open at the end of a year counts as sold at its value (1256(a)(1)): "
        + "enter a deemed_disposition.",
    ]
  }

  /// A loss of the year that exceeds the gains is deductible up to 3,000, and the rest is carried
  /// to the next year (26 U.S.C. 1211(b), 1212(b)). Losses of earlier years are not in the ledger.
  mutating func addLossToCarry(of lines: [FormLine], _ gains: RealizedGains) {
    let (year, base) = (gains.year, gains.base)
    addTotals(of: lines) { Self.lossToCarry(Array($0), year, base) }
    if Self.lossToCarry(lines, year, base).isEmpty { return }
    notes.append(
      "Up to 3,000 of a net loss is deductible in the year, 1,500 if married filing separately "
        + "(26 U.S.C. 1211(b)); the rest is carried forward (1212(b)). Losses that were carried "
        + "from earlier years are not in the ledger: add them on Schedule D.")
  }

  private static func lossToCarry(
    _ lines: [FormLine], _ year: TaxYear?, _ base: Currency?
  ) -> [Total] {
    let years = Set(lines.map { TaxYear(containing: $0.disposal.disposed, under: .us) })
    guard year != nil || years.count == 1, let net = try? NetByTerm(lines),
      let loss = try? net.short.adding(net.long), loss.isNegative,
      let carried = try? net.carried()
    else { return [] }
    return [
      Total("net_loss", .base(-loss, base), heading: "Net capital loss of the year"),
      Total(
        "carried_short", .base(carried.short, base), heading: "Loss to carry forward, short term"),
      Total(
        "carried_long", .base(carried.long, base), heading: "Loss to carry forward, long term"),
    ]
  }
}

/// The net gain of a year by term; below zero for a loss.
private struct NetByTerm {
  var short = ExactDecimal.zero
  var long = ExactDecimal.zero

  /// The shares of a gain on section 1256 contracts, to the cent.
  init(ofSection1256 gain: ExactDecimal) throws(ArithmeticFault) {
    short = try gain.multiplied(by: ExactDecimal(short: 4, places: 1))
      .rounded(toPlaces: 2, .halfEven)
    long = try gain.subtracting(short)
  }

  private init(short: ExactDecimal, long: ExactDecimal) { (self.short, self.long) = (short, long) }

  /// - Returns: nil if an amount or a term is not known.
  init?(_ lines: [FormLine]) throws(ArithmeticFault) {
    for line in lines {
      guard let gain = line.amounts?.gain, let term = line.disposal.term else { return nil }
      switch term {
      case .short: try short.add(gain)
      case .long: try long.add(gain)
      case .mixed:
        let parts = try NetByTerm(ofSection1256: gain)
        try short.add(parts.short)
        try long.add(parts.long)
      }
    }
  }

  /// The losses to carry, as amounts above zero: the deduction uses up the short-term loss first
  /// (Capital Loss Carryover Worksheet of Schedule D).
  func carried() throws(ArithmeticFault) -> NetByTerm {
    let deducted = min(-(try short.adding(long)), 3000)
    let (shortLoss, longLoss) = (max(.zero, -short), max(.zero, -long))
    let left = max(.zero, try deducted.subtracting(shortLoss))
    let restShort = try shortLoss.subtracting(deducted).subtracting(max(.zero, long))
    let restLong = try longLoss.subtracting(left).subtracting(max(.zero, short))
    return NetByTerm(short: max(.zero, restShort), long: max(.zero, restLong))
  }
}
