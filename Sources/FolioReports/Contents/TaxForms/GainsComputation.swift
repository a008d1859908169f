import FolioBooking
import FolioModel
import FolioNumbers

/// United Kingdom: the computation of each disposal. All sales of a symbol on a day are one
/// disposal (Taxation of Chargeable Gains Act 1992 s.105), and its cost comes from acquisitions
/// of the same day, of the 30 days after, and from the pool.
struct GainsComputation: TaxForm {
  static let title = "Capital gains computation"
  static let currency = "GBP"
  static let rounding = RoundingRule.halfEven

  static let columns = [
    Report.Column("tax_year", "Tax year", .text, priority: 60),
    Report.Column("date", "Date", .day, priority: Report.Column.essential),
    Report.Column("symbol", "Symbol", .text, priority: Report.Column.essential),
    Report.Column("quantity", "Quantity", .quantity, priority: Report.Column.essential),
    Report.Column("proceeds", "Proceeds", .amount, priority: 90),
    Report.Column("disposal_costs", "Disposal costs", .amount, priority: 80),
    Report.Column("matched", "Matched", .text, priority: 75),
    Report.Column("same_day_quantity", "Same day", .quantity, isInTable: false),
    Report.Column("same_day_cost", "Same day cost", .amount, priority: 70),
    Report.Column("thirty_day_quantity", "30 days", .quantity, isInTable: false),
    Report.Column("thirty_day_cost", "30 days cost", .amount, priority: 70),
    Report.Column("pool_quantity", "Pool", .quantity, isInTable: false),
    Report.Column("pool_cost", "Pool cost", .amount, priority: 70),
    Report.Column("allowable_cost", "Allowable cost", .amount, priority: 85),
    Report.Column("gain_or_loss", "Gain or loss", .amount, priority: Report.Column.essential),
    Report.Column("name", "Name", .text, isInTable: false),
    Report.Column("group_id", "Groups", .text, isInTable: false),
  ]

  private let gains: RealizedGains
  private let disposals: [DayDisposal]

  init(_ gains: RealizedGains) {
    self.gains = gains
    var found: [DayDisposal.Key: DayDisposal] = [:]
    for (index, outlays) in zip(gains.selected, gains.outlaysBase()) {
      let key = DayDisposal.Key(gains.disposals[index])
      found[key, default: DayDisposal(key, at: index)].add(index, outlays: outlays)
    }
    disposals = found.values.sorted {
      ($0.key.day, $0.first) < ($1.key.day, $1.first)
    }.map { $0.computed(gains) }
  }

  var rowCount: Int { disposals.count }

  func row(_ index: Int) -> [Report.Cell] {
    let (disposal, base) = (disposals[index], gains.base)
    let parts = [disposal.sameDay, disposal.thirtyDays, disposal.pool]
    let costs = parts.flatMap { part -> [Report.Cell] in
      part.map { [.number($0.quantity), .base($0.cost, base)] } ?? [.null, .null]
    }
    let amounts = disposal.amounts
    return [
      .text(orNull: disposal.year?.name(under: .uk)), .day(disposal.key.day),
      .text(gains.tables.symbol(disposal.key.instrument)),
      disposal.quantity.map { .number($0) } ?? .null, .base(amounts?.proceeds, base),
      .base(amounts?.outlays, base), .text(disposal.matched),
    ] + costs + [
      .base(amounts?.cost, base), .base(amounts?.gain, base),
      .text(gains.tables.name(disposal.key.instrument)), .text(groups(of: disposal)),
    ]
  }

  /// The ids of the groups whose sales are one disposal, each once.
  private func groups(of disposal: DayDisposal) -> String {
    var ids: [String] = []
    var last: GroupIndex?
    for row in disposal.rows where gains.disposals[row].group != last {
      last = gains.disposals[row].group
      ids.append(gains.text(gains.disposals[row].group))
    }
    return ids.joined(separator: ",")
  }

  var totals: [Report.Total] {
    var all = FormSums()
    var years: [TaxYear: FormSums] = [:]
    if let asked = gains.year { years[asked] = FormSums() }
    for disposal in disposals {
      all.add(disposal.amounts)
      if let year = disposal.year { years[year, default: FormSums()].add(disposal.amounts) }
    }
    let base = gains.base
    let columns = [
      Report.Total("proceeds", all.proceeds.cell(base)),
      Report.Total("disposal_costs", all.outlays.cell(base)),
      Report.Total("allowable_cost", all.cost.cell(base)),
      Report.Total("gain_or_loss", all.gain.cell(base)),
    ]
    return columns + years.keys.sorted().flatMap { totals(of: $0, years[$0] ?? FormSums()) }
  }

  /// What the return asks for of a year: losses are above zero.
  private func totals(of year: TaxYear, _ sums: FormSums) -> [Report.Total] {
    let name = year.name(under: .uk)
    let key = name.split(separator: "/").joined(separator: "_")
    let base = gains.base
    return [
      Report.Total(
        "disposals_\(key)", .integer(sums.count), heading: "\(name), disposals", kind: .integer),
      Report.Total("gains_\(key)", sums.gains.cell(base), heading: "\(name), gains"),
      Report.Total("losses_\(key)", sums.losses.cell(base), heading: "\(name), losses"),
      Report.Total("net_\(key)", sums.gain.cell(base), heading: "\(name), net"),
    ]
  }

  var notes: [String] {
    gains.proceedsAreNet
      ? [] : ["Fees are in neither disposal costs nor allowable cost: they are expensed."]
  }
}

/// All rows of an instrument and a day that are one disposal.
private struct DayDisposal: Sendable {
  struct Key: Hashable, Sendable {
    var instrument: InstrumentIndex
    var day: Day
    /// Sales, gifts and fees in units of a day are one; events are disposals of their own.
    var cause: DisposalCause

    init(_ disposal: Disposal) {
      instrument = disposal.instrument
      day = disposal.disposed
      cause = [.gift, .unitFee].contains(disposal.cause) ? .sale : disposal.cause
    }
  }

  /// Units and what they cost, rounded.
  struct Part: Sendable {
    var quantity = ExactDecimal.zero
    var cost: ExactDecimal? = .zero
  }

  let key: Key
  /// The first of its rows, which puts disposals of a day in order.
  let first: Int
  private(set) var rows: [Int] = []
  /// Fees and taxes of its sales; unknown where those of one are.
  private var outlays: ExactDecimal? = .zero
  /// Nil where the sum is too long to be exact.
  var quantity: ExactDecimal?
  var sameDay: Part?
  var thirtyDays: Part?
  var pool: Part?
  var matched = ""
  var amounts: FormAmounts?
  var year: TaxYear?

  init(_ key: Key, at first: Int) {
    self.key = key
    self.first = first
  }

  mutating func add(_ row: Int, outlays more: ExactDecimal?) {
    rows.append(row)
    outlays = outlays.flatMap { sum in more.flatMap { try? sum.adding($0) } }
  }
}

extension DayDisposal {
  /// The same with its figures worked out.
  func computed(_ gains: RealizedGains) -> DayDisposal {
    var result = self
    let rows = rows.map { gains.disposals[$0] }
    result.year = TaxYear(containing: key.day, under: .uk)
    result.quantity = try? Self.sum(rows) { $0.quantity }
    result.sameDay = Self.part(rows, .sameDay, gains)
    result.thirtyDays = Self.part(rows, .thirtyDays, gains)
    result.pool = Self.part(rows, .section104, gains)
    result.matched = Self.words(rows)
    result.amounts = result.amounts(rows, gains)
    return result
  }

  private static func sum(
    _ rows: [Disposal], _ figure: (Disposal) -> ExactDecimal
  ) throws(ArithmeticFault) -> ExactDecimal {
    var sum = ExactDecimal.zero
    for row in rows { try sum.add(figure(row)) }
    return sum
  }

  /// What was matched by one rule; nil if nothing was.
  private static func part(
    _ rows: [Disposal], _ rule: MatchingRule, _ gains: RealizedGains
  ) -> Part? {
    let own = rows.filter { $0.matching == rule }
    guard !own.isEmpty, let quantity = try? sum(own, { $0.quantity }) else { return nil }
    let cost = own.allSatisfy(\.hasBase) ? try? sum(own) { $0.costBase } : nil
    return Part(quantity: quantity, cost: cost?.rounded(by: gains.rounding))
  }

  /// The allowable cost is the sum of what is printed of its parts, and of what has none.
  private func amounts(_ rows: [Disposal], _ gains: RealizedGains) -> FormAmounts? {
    guard rows.allSatisfy(\.hasBase), let outlays else { return nil }
    do throws(ArithmeticFault) {
      let proceeds = try Self.sum(rows) { $0.proceedsBase }.adding(outlays)
      var cost = try Self.sum(rows.filter { !Self.hasPart($0) }) { $0.costBase }
      cost = cost.rounded(by: gains.rounding)
      for part in [sameDay, thirtyDays, pool] { try cost.add(part?.cost ?? .zero) }
      return try FormAmounts(
        proceeds: proceeds, cost: cost, outlays: outlays, rounding: gains.rounding)
    } catch {
      return nil
    }
  }

  private static func hasPart(_ row: Disposal) -> Bool {
    [.sameDay, .thirtyDays, .section104].contains(row.matching)
  }

  /// `same day 10; 2024-05-20 5; pool 25`, in the order of the rules.
  private static func words(_ rows: [Disposal]) -> String {
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
    default: row.cause == .cover ? "short sale" : row.cause.rawValue
    }
  }
}
