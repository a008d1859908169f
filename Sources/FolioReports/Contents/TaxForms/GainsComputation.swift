extension TaxForm {
  /// United Kingdom: the computation of each disposal. All sales of a symbol on a day are one
  /// disposal (Taxation of Chargeable Gains Act 1992 s.105). Its cost comes from acquisitions on
  /// the same day and in the 30 days after it, and from the pool.
  static let gainsComputation = TaxForm(
    rules: .uk, summary: "the computation of each disposal",
    title: "Capital gains computation", currency: "GBP"
  ) { gains, title in
    let fields = fieldsOfComputation(gains.tables)
    let disposals = DayDisposal.all(of: gains)
    let areWithoutGain = disposals.contains(where: \.key.isWithoutGain)
    var report = Report("tax-form", title, fields, of: disposals, on: gains.booked)
    let (asked, base) = (gains.year, gains.base)
    report.addTotals(of: disposals) { disposals in
      var years: [TaxYear: [DayDisposal]] = [:]
      if let asked { years[asked] = [] }
      for disposal in disposals {
        if let year = disposal.year { years[year, default: []].append(disposal) }
      }
      return years.sorted { $0.key < $1.key }.flatMap { totals(of: $0, $1, base) }
    }
    report.notes = gains.notes(of: "disposal costs nor allowable cost")
    if areWithoutGain {
      report.notes.append(
        "A disposal to the spouse is at no gain and no loss (TCGA 1992 s.58). It is not in the "
          + "number of disposals.")
    }
    return report
  }

  private static func fieldsOfComputation(
    _ tables: LedgerTables
  ) -> [ReportField<DayDisposal>] {
    func cost(
      _ key: String, _ heading: String, _ part: @escaping @Sendable (DayDisposal) -> ExactDecimal?
    ) -> ReportField<DayDisposal> {
      .base(key, heading, priority: 70, isSummed: false, part)
    }
    return [
      .text("tax_year", "Tax year", priority: 60) { $0.year?.name(under: .uk) },
      .day("date", "Date", priority: .max) { $0.key.day },
      .text("symbol", "Symbol", priority: .max) { tables.symbol($0.key.instrument) },
      .number("quantity", "Quantity", priority: .max, \.quantity),
      .base("proceeds", "Proceeds", priority: 90) { $0.amounts?.proceeds },
      .base("disposal_costs", "Disposal costs", priority: 80) { $0.amounts?.outlays },
      .text("matched", "Matched", priority: 75, \.matched),
      .number("same_day_quantity", "Same day", isInTable: false) { $0.parts[.sameDay]?.quantity },
      cost("same_day_cost", "Same day cost") { $0.parts[.sameDay]?.cost },
      .number("thirty_day_quantity", "30 days", isInTable: false) {
        $0.parts[.thirtyDays]?.quantity
      },
      cost("thirty_day_cost", "30 days cost") { $0.parts[.thirtyDays]?.cost },
      .number("pool_quantity", "Pool", isInTable: false) { $0.parts[.section104]?.quantity },
      cost("pool_cost", "Pool cost") { $0.parts[.section104]?.cost },
      .base("allowable_cost", "Allowable cost", priority: 85) { $0.amounts?.cost },
      .base("gain_or_loss", "Gain or loss", priority: .max) { $0.amounts?.gain },
      .text("name", "Name", isInTable: false) { tables.name($0.key.instrument) },
      .text("group_id", "Groups", isInTable: false) { $0.groups(in: tables) },
    ]
  }

  /// The totals that the tax return requires for a year. Losses are positive.
  private static func totals(
    of year: TaxYear, _ disposals: [DayDisposal], _ base: Currency?
  ) -> [Report.Total] {
    let name = year.name(under: .uk)
    let key = name.split(separator: "/").joined(separator: "_")
    let sums = gainsAndLosses(of: disposals) + [("net", disposals.sum { $0.amounts?.gain })]
    // A disposal to the spouse is no chargeable disposal (TCGA 1992 s.3A).
    let number = disposals.filter { !$0.key.isWithoutGain }.count
    let count = Report.Total(
      "disposals_\(key)", .integer(number), heading: "\(name), disposals", kind: .integer)
    return [count]
      + sums.map { Report.Total("\($0)_\(key)", .base($1, base), heading: "\(name), \($0)") }
      + totalsByRate(in: year, disposals, base)
  }

  private static func gainsAndLosses(
    of disposals: [DayDisposal]
  ) -> [(name: String, sum: ExactDecimal?)] {
    let gains = disposals.map { $0.amounts?.gain }
    return [
      ("gains", gains.sum { $0.map { max($0, .zero) } }),
      ("losses", gains.sum { $0.map { max(-$0, .zero) } }),
    ]
  }

  /// For disposals from 30 October 2024 on the rates are 18 % and 24 % in place of 10 % and 20 %
  /// (TCGA 1992 s.1H, as amended by Finance Act 2025 s.7), so that the return for 2024/25 asks for
  /// the gains of both parts of the year.
  private static func totalsByRate(
    in year: TaxYear, _ disposals: [DayDisposal], _ base: Currency?
  ) -> [Report.Total] {
    guard year.firstYear == 2024, let change = try? Day(year: 2024, month: 10, day: 30) else {
      return []
    }
    let parts = [
      ("to_2024_10_29", "to 29 October 2024", disposals.filter { $0.key.day < change }),
      ("from_2024_10_30", "from 30 October 2024", disposals.filter { $0.key.day >= change }),
    ]
    return parts.flatMap { key, words, disposals in
      gainsAndLosses(of: disposals).map { name, sum in
        Report.Total(
          "\(name)_\(key)", .base(sum, base),
          heading: "\(year.name(under: .uk)), \(name) \(words)")
      }
    }
  }
}

/// The sales of an instrument on a day, which are one disposal.
private struct DayDisposal: Sendable {
  struct Key: Hashable, Sendable {
    var instrument: InstrumentIndex
    var day: Day
    /// Sales, gifts and unit fees on a day are one disposal. Corporate actions are separate
    /// disposals.
    var cause: DisposalCause
    /// Disposals to the spouse are shown on their own: nothing is gained by them (s.58).
    var isWithoutGain: Bool

    init(_ disposal: Disposal) {
      instrument = disposal.instrument
      day = disposal.disposed
      cause = [.gift, .unitFee, .expiry].contains(disposal.cause) ? .sale : disposal.cause
      isWithoutGain = disposal.basis == .noGain
    }
  }

  /// A number of units and their rounded cost.
  struct Part: Sendable {
    let quantity: ExactDecimal?
    let cost: ExactDecimal?
  }

  let key: Key
  let rows: [Disposal]
  let year: TaxYear?
  /// The number of units, or `nil` if the sum exceeds the precision of `ExactDecimal`.
  let quantity: ExactDecimal?
  /// The units matched by each of the three rules.
  let parts: [MatchingRule: Part]
  let amounts: FormAmounts?

  /// Returns all disposals by day, and in order of booking within a day.
  static func all(of gains: RealizedGains) -> [DayDisposal] {
    let rows = zip(gains.selected, gains.outlaysBase()).map { index, outlays in
      (index: index, disposal: gains.disposals[index], outlays: outlays)
    }
    let days = Dictionary(grouping: rows) { Key($0.disposal) }.sorted {
      ($0.key.day, $0.value[0].index) < ($1.key.day, $1.value[0].index)
    }
    return days.map { key, rows in
      DayDisposal(key, rows.map(\.disposal), outlays: rows.sum(\.outlays), gains.rounded)
    }
  }

  /// Creates a disposal from its rows.
  /// - Parameter outlays: The fees and taxes of the sales, or `nil` if those of a sale are unknown.
  private init(
    _ key: Key, _ rows: [Disposal], outlays: ExactDecimal?,
    _ rounded: (ExactDecimal) -> ExactDecimal
  ) {
    self.key = key
    self.rows = rows
    year = TaxYear(containing: key.day, under: .uk)
    quantity = rows.sum(\.quantity)
    let matched = Dictionary(grouping: rows) { row -> MatchingRule? in
      [.sameDay, .thirtyDays, .section104].contains(row.matching) ? row.matching : nil
    }.mapValues { own in
      Part(quantity: own.sum(\.quantity), cost: own.sum { $0.inBase(\.costBase) }.map(rounded))
    }
    parts = Dictionary(matched.compactMap { rule, part in rule.map { ($0, part) } }) { $1 }
    // The allowable cost is the sum of the printed costs, including that of rows that match none of
    // the three rules.
    let cost = matched.values.sum(\.cost)
    // Nothing is gained by a disposal to the spouse, after rounding either: the proceeds are the
    // cost with the costs of the disposal (TCGA 1992 s.58).
    let proceeds =
      key.isWithoutGain
      ? cost.adding(outlays.map(rounded)) : rows.sum { $0.inBase(\.proceedsBase) }.adding(outlays)
    guard let proceeds, let cost, let outlays else {
      amounts = nil
      return
    }
    amounts = try? FormAmounts(proceeds: proceeds, cost: cost, outlays: outlays, rounded: rounded)
  }

  /// The matched units in the order of the rules: `same day 10; 2024-05-20 5; pool 25`.
  var matched: String {
    var found: [(words: String, quantity: ExactDecimal)] = []
    for row in rows {
      let words = Self.words(row)
      if let known = found.firstIndex(where: { $0.words == words }),
        let sum = try? found[known].quantity.adding(row.quantity)
      {
        found[known].quantity = sum
      } else {
        found.append((words, row.quantity))
      }
    }
    return found.map { "\($0.words) \($0.quantity.normalized())" }.joined(separator: "; ")
  }

  private static func words(_ row: Disposal) -> String {
    switch (row.matching, row.acquired) {
    case (.sameDay, _): "same day"
    case (.thirtyDays, let day?): "\(day)"
    case (.thirtyDays, nil): "30 days"
    case (.section104, _): "pool"
    case (.fifo, _), (.lifo, _), (.hifo, _), (.lofo, _), (.average, _), (.specific, _),
      (.adjustedCostBase, _):
      row.cause.endsShort ? "short sale" : row.cause.rawValue
    }
  }

  /// Returns the ids of the groups in this disposal, without duplicates.
  func groups(in tables: LedgerTables) -> String {
    var groups: [GroupIndex] = []
    for row in rows where groups.last != row.group { groups.append(row.group) }
    return groups.map { tables.id(of: $0) }.joined(separator: ",")
  }
}
