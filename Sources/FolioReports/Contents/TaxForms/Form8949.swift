extension TaxForm {
  /// United States: the rows of Form 8949, Sales and Other Dispositions of Capital Assets, one for
  /// each lot disposed of. Comments refer to the column letters of the form.
  ///
  /// The box to check depends on the broker's Forms 1099-B, which Folio does not have. The printed
  /// proceeds of the lots in a sale add up to the rounded proceeds of the sale, as reported by the
  /// broker.
  static let form8949 = TaxForm(
    rules: .us, summary: "the rows of Form 8949",
    title: "Form 8949, sales and other dispositions of capital assets", currency: "USD"
  ) { gains, title in
    let tables = gains.tables
    let fields: [ReportField<FormLine>] = [
      .text("part", "Part", priority: .max) { $0.disposal.term?.part },
      .text("description", "Description", priority: .max) { tables.description(of: $0.disposal) },
      .cell("date_acquired", "Acquired", .day, priority: 90) { $0.disposal.dateAcquired },
      .day("date_sold", "Sold", priority: .max) { tables.dateSold(of: $0.disposal) },
      .base("proceeds", "Proceeds", priority: 80) { $0.amounts?.proceeds },
      .base("cost_basis", "Cost basis", priority: 80) { $0.amounts?.cost },
      .text("code", "Code", priority: 60) { $0.isDeferred ? "W" : nil },
      .base("adjustment", "Adjustment", priority: 70, isZeroBlank: true) { $0.amounts?.disallowed },
      .base("gain_or_loss", "Gain or loss", priority: .max) { $0.amounts?.gain },
      .text("group_id", "Group", isInTable: false) { tables.id(of: $0.disposal.group) },
    ]
    // Ordered by part I, part II, Form 6781, then disposals with an unknown term.
    let all = gains.linesOfForm8949
    let parts = [HoldingTerm.short, .long, .mixed, nil].map { term in
      all.filter { $0.disposal.term == term }
    }
    let lines = parts.flatMap { $0 }
    var report = Report("tax-form", title, fields, of: lines, on: gains.booked)
    let base = gains.base
    for (term, own) in zip(HoldingTerm.allCases, parts) where term != .mixed || !own.isEmpty {
      report.addTotals(of: lines) { lines in
        fields.totals(of: lines.filter { $0.disposal.term == term }, base: base).map {
          let words = $0.key.split(separator: "_").joined(separator: " ")
          return $0.renamed($0.key + term.suffix, heading: "\(term.heading), \(words)")
        }
      }
    }
    report.notes = [
      gains.proceedsAreNet
        ? "Proceeds are net of fees." : "Fees are in neither proceeds nor cost: they are expensed.",
      "Boxes A to L follow from the broker's Forms 1099-B and 1099-DA.",
    ]
    report.addSection1256(of: lines, base)
    report.addLossToCarry(of: lines, gains)
    return report
  }
}

extension HoldingTerm {
  fileprivate var part: String {
    switch self {
    case .short: "I"
    case .long: "II"
    case .mixed: "6781"
    }
  }

  fileprivate var suffix: String { self == .mixed ? "_section_1256" : "_\(rawValue)" }

  fileprivate var heading: String {
    switch self {
    case .short, .long: "Part \(part) (\(rawValue) term)"
    case .mixed: "Form 6781 (section 1256)"
    }
  }
}

extension RealizedGains {
  fileprivate var linesOfForm8949: [FormLine] {
    let printed = printedProceeds
    return selected.map { index in
      let disposal = disposals[index]
      let amounts = printed[index].flatMap { try? self.amounts(disposal, $0) }
      return FormLine(disposal: disposal, amounts: amounts)
    }
  }

  /// Returns the amounts of a disposal with the given printed proceeds.
  fileprivate func amounts(
    _ disposal: Disposal, _ proceeds: ExactDecimal
  ) throws(ArithmeticFault) -> FormAmounts {
    var amounts = try FormAmounts(
      proceeds: disposal.proceedsBase, cost: disposal.costBase,
      disallowed: disposal.disallowedBase, rounded: rounded)
    let moved = try proceeds.subtracting(amounts.proceeds)
    if moved.isZero { return amounts }
    amounts.proceeds = proceeds
    // A fully deferred loss must stay fully deferred, and what is neither gain nor loss stays so.
    if disposal.basis == .proceeds {
      try amounts.cost.add(moved)
    } else if amounts.gain.isZero && !amounts.disallowed.isZero {
      try amounts.disallowed.subtract(moved)
    } else {
      try amounts.gain.add(moved)
    }
    return amounts
  }

  /// The rounded proceeds of each disposal. Each lot gets the increase of the rounded running total
  /// of its sale, so the lots add up to the rounded proceeds. A row does not depend on the
  /// selection.
  fileprivate var printedProceeds: [ExactDecimal?] {
    var printed: [ExactDecimal?] = []
    printed.reserveCapacity(disposals.count)
    var sum = ExactDecimal.zero
    var last: Disposal?
    for disposal in disposals {
      if last?.group != disposal.group || last?.instrument != disposal.instrument { sum = .zero }
      last = disposal
      guard disposal.hasBase, let next = try? sum.adding(disposal.proceedsBase) else {
        printed.append(nil)
        continue
      }
      let before = rounded(sum)
      printed.append(try? rounded(next).subtracting(before))
      sum = next
    }
    return printed
  }
}

extension Disposal {
  /// Column (b). The acquisition date of a short sale is the day on which the units were bought and
  /// delivered, and that of an option that was sold short the day on which it expired
  /// (Instructions for Form 8949, columns (b) and (c)).
  fileprivate var dateAcquired: Report.Cell {
    if cause.endsShort { return .day(disposed) }
    if basis == .inherited { return .text("INHERITED") }
    return acquired.map { .day($0) } ?? .text("VARIOUS")
  }
}

extension LedgerTables {
  /// Column (a): `100 XYZ (Example Corp.)`.
  fileprivate func description(of disposal: Disposal) -> String {
    let (symbol, name) = (symbol(disposal.instrument), name(disposal.instrument))
    let units = disposal.quantity.isZero ? symbol : "\(disposal.quantity.normalized()) \(symbol)"
    return name == symbol ? units : "\(units) (\(name))"
  }

  /// Column (c). Worthless securities count as sold on the last day of the year, and expired
  /// options on the day of expiry (Publication 550).
  fileprivate func dateSold(of disposal: Disposal) -> Day {
    disposal.cause == .writeOff
      ? dayOfWriteOff(of: disposal.instrument, on: disposal.disposed) : disposal.disposed
  }
}
