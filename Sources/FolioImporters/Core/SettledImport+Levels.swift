/// A trade as a file gives it at one level of detail: an order, its executions, a subtotal.
struct TradeAtLevel: Sendable {
  /// What is added up: an instrument in a currency, in a part of a file.
  var subject: String
  /// The part of a file whose rows have subtotals by subject; nil if it has none.
  var part: Int?
  /// The name of the instrument, for messages.
  var name: String
  var level: String
  /// The day of the trade; nil for a subtotal.
  var day: Day?
  /// Whether the rows of this level are booked. Others give the same trades again.
  var isBooked: Bool
  /// The units, below zero if they go out.
  var quantity: ExactDecimal
  /// The value before costs; nil if the row has none.
  var amount: ExactDecimal?
  /// The fees; nil if the row has none.
  var costs: ExactDecimal?
  var row: ImportRow
}

// Brokers list a trade at several levels of detail. One level is booked, and the sums of the others
// prove that it is complete.
extension SettledImport {
  private struct Sums {
    /// The units, the values and the fees; nil for those that a row lacks.
    private var sums: [ExactDecimal?] = [0, 0, 0]
    private(set) var (count, first): (Int, TradeAtLevel?) = (0, nil)

    mutating func add(_ trade: TradeAtLevel) {
      (count, first) = (count + 1, first ?? trade)
      for (place, own) in [trade.quantity, trade.amount, trade.costs].enumerated() {
        sums[place] = sums[place].flatMap { sum in own.flatMap { try? sum.adding($0) } }
      }
    }

    /// The first sums that differ, of those that all rows have. Units are exact, and each row has
    /// rounded its value and its fees.
    func difference(
      from other: Self
    ) -> (subject: String, given: ExactDecimal, booked: ExactDecimal)? {
      for (place, name) in ["units", "value", "fees"].enumerated() {
        guard let given = sums[place], let booked = other.sums[place] else { continue }
        let rounding = ExactDecimal(short: place == 0 ? 0 : Int64(count + other.count), places: 2)
        if let difference = try? given.subtracting(booked).magnitude, difference > rounding {
          return (name, given, booked)
        }
      }
      return nil
    }
  }

  private struct Level: Hashable {
    var subject: String
    /// Nil for the rows that are booked.
    var name: String?
    /// Nil for the sum of all days.
    var day: Day?
  }

  /// Compares the sums by day, because a file may list the orders of some days only. An order that
  /// was filled on several days agrees in the sum of all days.
  mutating func compareLevels() {
    var (order, sums): ([Level], [Level: Sums]) = ([], [:])
    for trade in draft.levels {
      let name = trade.isBooked ? nil : trade.level
      let level = Level(subject: trade.subject, name: name, day: trade.day)
      if name != nil, sums[level] == nil { order.append(level) }
      sums[level, default: Sums()].add(trade)
      guard trade.day != nil else { continue }
      sums[Level(subject: trade.subject, name: name), default: Sums()].add(trade)
    }
    // A file that is cut has trades whose subtotal is missing.
    let subtotals = draft.levels.filter { !$0.isBooked && $0.day == nil && $0.part != nil }
    let names = Dictionary(subtotals.map { ($0.part, $0.level) }) { first, _ in first }
    for trade in draft.levels where trade.isBooked {
      guard let name = names[trade.part] else { continue }
      let level = Level(subject: trade.subject, name: name)
      if sums.updateValue(sums[level] ?? Sums(), forKey: level) == nil { order.append(level) }
    }
    var comparison = FigureComparison("trades")
    for level in order {
      let whole = Level(subject: level.subject, name: level.name)
      let pairs = [level, whole].map { level in
        (
          given: sums[level] ?? Sums(),
          booked: sums[Level(subject: level.subject, day: level.day)] ?? Sums()
        )
      }
      let differences = pairs.map { $0.given.difference(from: $0.booked) }
      guard let first = pairs[0].given.first ?? pairs[0].booked.first else { continue }
      let position = draft.position(of: first.row)
      guard let difference = differences[0], differences[1] != nil else {
        comparison.add(.zero, .zero, at: position)
        continue
      }
      comparison.add(
        difference.given, difference.booked, at: position,
        of: "\(first.name), the \(difference.subject) of the rows \(level.name ?? first.level)")
    }
    finish(
      comparison,
      help: "The file gives the same trades at several levels of detail. A row of one of them is "
        + "missing, repeated or wrong."
    ) { given, booked, name in
      "\(name ?? "") have a sum of \(given), but the rows that are booked have \(booked)"
    }
  }
}
