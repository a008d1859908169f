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
    var (quantity, amount, costs) = (ExactDecimal.zero, ExactDecimal.zero, ExactDecimal.zero)
    var (hasAmounts, hasCosts) = (true, true)
    var (count, first): (Int, TradeAtLevel?) = (0, nil)

    mutating func add(_ trade: TradeAtLevel) {
      (count, first) = (count + 1, first ?? trade)
      quantity = (try? quantity.adding(trade.quantity)) ?? quantity
      if let own = trade.amount, let sum = try? amount.adding(own) {
        amount = sum
      } else {
        hasAmounts = false
      }
      if let own = trade.costs, let sum = try? costs.adding(own) {
        costs = sum
      } else {
        hasCosts = false
      }
    }

    /// Whether the fees agree, if all rows have them.
    func hasCosts(of other: Self) -> Bool {
      guard hasCosts, other.hasCosts, let difference = try? costs.subtracting(other.costs) else {
        return true
      }
      return difference.magnitude <= ExactDecimal(short: Int64(count + other.count), places: 2)
    }

    /// Each row has rounded its value. Units are exact.
    func tolerance(with other: Self) -> ExactDecimal {
      if quantity != other.quantity { return .zero }
      if !hasAmounts || !other.hasAmounts { return max(amount.magnitude, other.amount.magnitude) }
      return ExactDecimal(short: Int64(count + other.count), places: 2)
    }

    /// The sums that are compared: the units if they differ, the fees if only they do, and
    /// otherwise the value.
    func difference(
      from other: Self
    ) -> (subject: String, given: ExactDecimal, booked: ExactDecimal, tolerance: ExactDecimal) {
      if quantity != other.quantity { return ("units", quantity, other.quantity, .zero) }
      let rest = tolerance(with: other)
      let isOfValue = (try? amount.subtracting(other.amount)).map { $0.magnitude > rest } ?? true
      if isOfValue || hasCosts(of: other) { return ("value", amount, other.amount, rest) }
      return ("fees", costs, other.costs, .zero)
    }

    func agrees(with other: Self) -> Bool {
      guard quantity == other.quantity, let difference = try? amount.subtracting(other.amount)
      else { return false }
      return difference.magnitude <= tolerance(with: other) && hasCosts(of: other)
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
      let pair = pairs.first { $0.given.agrees(with: $0.booked) } ?? pairs[0]
      guard let first = pair.given.first ?? pair.booked.first else { continue }
      let difference = pair.given.difference(from: pair.booked)
      comparison.add(
        difference.given, difference.booked, within: difference.tolerance,
        at: draft.position(of: first.row),
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
