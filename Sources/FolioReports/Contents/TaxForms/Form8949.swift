import FolioBooking
import FolioModel
import FolioNumbers

/// United States: the rows of Form 8949, Sales and Other Dispositions of Capital Assets, one for
/// each lot disposed of. Letters of columns are the form's.
///
/// Which box is checked depends on the broker's Forms 1099-B and is not known here. The printed
/// proceeds of a sale of several lots add up to its rounded proceeds, as the broker reports them.
struct Form8949: TaxForm {
  static let title = "Form 8949, sales and other dispositions of capital assets"
  static let currency = "USD"
  static let rounding = RoundingRule.halfEven

  static let columns = [
    Report.Column("part", "Part", .text, priority: Report.Column.essential),
    Report.Column("description", "Description", .text, priority: Report.Column.essential),
    Report.Column("date_acquired", "Acquired", .day, priority: 90),
    Report.Column("date_sold", "Sold", .day, priority: Report.Column.essential),
    Report.Column("proceeds", "Proceeds", .amount, priority: 80),
    Report.Column("cost_basis", "Cost basis", .amount, priority: 80),
    Report.Column("code", "Code", .text, priority: 60),
    Report.Column("adjustment", "Adjustment", .amount, priority: 70),
    Report.Column("gain_or_loss", "Gain or loss", .amount, priority: Report.Column.essential),
    Report.Column("group_id", "Group", .text, isInTable: false),
  ]

  private struct Line {
    var disposal: Int
    var amounts: FormAmounts?
  }

  private let gains: RealizedGains
  private let lines: [Line]

  init(_ gains: RealizedGains) {
    self.gains = gains
    let all = Self.lines(gains)
    // A stable order: part I, part II, then what no term is known of.
    lines = [HoldingTerm.short, .long, nil].flatMap { term in
      all.filter { gains.disposals[$0.disposal].term == term }
    }
  }

  private static func lines(_ gains: RealizedGains) -> [Line] {
    let printed = printedProceeds(gains)
    return gains.selected.map { index in
      let disposal = gains.disposals[index]
      guard disposal.hasBase, let proceeds = printed[index] else {
        return Line(disposal: index, amounts: nil)
      }
      return Line(disposal: index, amounts: try? amounts(disposal, proceeds, gains.rounding))
    }
  }

  private static func amounts(
    _ disposal: Disposal, _ proceeds: ExactDecimal, _ rounding: FormRounding
  ) throws(ArithmeticFault) -> FormAmounts {
    var amounts = try FormAmounts(
      proceeds: disposal.proceedsBase, cost: disposal.costBase,
      disallowed: disposal.disallowedBase, rounding: rounding)
    let moved = try proceeds.subtracting(amounts.proceeds)
    if moved.isZero { return amounts }
    amounts.proceeds = proceeds
    // A loss that is deferred as a whole stays so.
    if amounts.gain.isZero && !amounts.disallowed.isZero {
      try amounts.disallowed.subtract(moved)
    } else {
      try amounts.gain.add(moved)
    }
    return amounts
  }

  /// The proceeds of each disposal, rounded so that those of one sale add up: each lot takes
  /// what brings the sum so far to its rounded value. Whatever is selected, a row is the same.
  private static func printedProceeds(_ gains: RealizedGains) -> [ExactDecimal?] {
    var printed: [ExactDecimal?] = []
    printed.reserveCapacity(gains.disposals.count)
    var sum = ExactDecimal.zero
    var last: Disposal?
    for disposal in gains.disposals {
      if last?.group != disposal.group || last?.instrument != disposal.instrument { sum = .zero }
      last = disposal
      guard disposal.hasBase, let next = try? sum.adding(disposal.proceedsBase) else {
        printed.append(nil)
        continue
      }
      let before = sum.rounded(by: gains.rounding)
      printed.append(try? next.rounded(by: gains.rounding).subtracting(before))
      sum = next
    }
    return printed
  }

  var rowCount: Int { lines.count }

  func row(_ index: Int) -> [Report.Cell] {
    let line = lines[index]
    let disposal = gains.disposals[line.disposal]
    let base = gains.base
    let isDeferred = line.amounts.map { !$0.disallowed.isZero } ?? !disposal.disallowedBase.isZero
    return [
      .text(orNull: disposal.term.map { $0 == .short ? "I" : "II" }),
      .text(description(disposal)), acquired(disposal), sold(disposal),
      .base(line.amounts?.proceeds, base), .base(line.amounts?.cost, base),
      .text(orNull: isDeferred ? "W" : nil),
      isDeferred ? .base(line.amounts?.disallowed, base) : .null,
      .base(line.amounts?.gain, base), .text(gains.text(disposal.group)),
    ]
  }

  /// Column (a): `100 XYZ (Example Corp.)`.
  private func description(_ disposal: Disposal) -> String {
    let symbol = gains.tables.symbol(disposal.instrument)
    let name = gains.tables.name(disposal.instrument)
    let units = disposal.quantity.isZero ? symbol : "\(disposal.quantity.normalized()) \(symbol)"
    return name == symbol ? units : "\(units) (\(name))"
  }

  /// Column (b). What closes a short sale was acquired when it was bought, and delivered the same
  /// day (Instructions for Form 8949, columns (b) and (c)).
  private func acquired(_ disposal: Disposal) -> Report.Cell {
    if disposal.cause == .cover { return .day(disposal.disposed) }
    return disposal.acquired.map { .day($0) } ?? .text("VARIOUS")
  }

  /// Column (c). What became worthless counts as sold on the last day of the year, an expired
  /// option on the day it expired (Publication 550).
  private func sold(_ disposal: Disposal) -> Report.Cell {
    let day = disposal.disposed
    guard disposal.cause == .writeOff else { return .day(day) }
    return .day(gains.tables.dayOfWriteOff(of: disposal.instrument, on: day))
  }

  var totals: [Report.Total] {
    var all = FormSums()
    var parts = [HoldingTerm.short: FormSums(), .long: FormSums()]
    for line in lines {
      all.add(line.amounts)
      if let term = gains.disposals[line.disposal].term { parts[term]?.add(line.amounts) }
    }
    return sums(all, suffix: "", part: nil)
      + sums(parts[.short] ?? FormSums(), suffix: "_short", part: "Part I (short term)")
      + sums(parts[.long] ?? FormSums(), suffix: "_long", part: "Part II (long term)")
  }

  private func sums(_ sums: FormSums, suffix: String, part: String?) -> [Report.Total] {
    let base = gains.base
    let figures = [
      ("proceeds", sums.proceeds), ("cost_basis", sums.cost), ("adjustment", sums.disallowed),
      ("gain_or_loss", sums.gain),
    ]
    return figures.map { key, sum in
      let words = key.split(separator: "_").joined(separator: " ")
      return Report.Total(
        key + suffix, sum.cell(base), heading: part.map { "\($0), \(words)" })
    }
  }

  var notes: [String] {
    let fees =
      gains.proceedsAreNet
      ? "Proceeds are net of fees." : "Fees are in neither proceeds nor cost: they are expensed."
    return [fees, "Boxes A to L follow from the broker's Forms 1099-B and 1099-DA."]
  }
}
