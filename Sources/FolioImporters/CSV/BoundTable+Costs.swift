// Amounts of booked rows that nothing reads.
extension BoundTable {
  /// Values that are no money, or that are compared after all rows.
  private static let otherNumbers: Set<Int> = Set(
    [
      RuleSlots.Known.quantity, .price, .rate, .balance, .gain, .new, .old, .multiplier,
      .priceFactor, .otherQuantity,
    ].map(\.rawValue))

  /// For each rule, the columns with amounts that its rows have to read. A rule declares with an
  /// empty value in `set` or `values` that an amount is not money.
  static func amountColumns(
    _ table: RuleTable, _ columns: [Int], _ slots: RuleSlots
  ) -> [[(column: Int, slot: Int)]] {
    let money = slots.names.indices.filter {
      slots.kinds[$0] == .number && !otherNumbers.contains($0)
    }
    let values = [table.values] + table.rules.map(\.values)
    let sources = values.flatMap { values in money.flatMap { values[$0]?.slots ?? [] } }
    return table.rules.map { rule in
      let made = (table.stated + rule.stated).filter { $0.meaning == .made }.map(\.slot)
      let all = Set(money + sources).subtracting(otherNumbers)
        .filter { !slots.names[$0].hasPrefix("x_") }.union(made).filter { columns[$0] >= 0 }
      var declared =
        Array(rule.constants.keys) + rule.values.filter { $0.value.isConstant }.map(\.key)
      if case .moves(let slot, _)? = rule.balance { declared.append(slot) }
      var seen = Set(declared.map { columns[$0] })
      return all.sorted().filter { seen.insert(columns[$0]).inserted }.map { (columns[$0], $0) }
    }
  }
}

extension RuleValue {
  fileprivate var isConstant: Bool { if case .constant = self { true } else { false } }
}

/// The columns of a row that were read.
final class ReadColumns {
  private var isRead: [Bool] = []

  /// Begins with a row.
  func begin(_ count: Int) { isRead = Array(repeating: false, count: count) }

  func note(_ column: Int) { if isRead.indices.contains(column) { isRead[column] = true } }

  func contains(_ column: Int) -> Bool { isRead.indices.contains(column) && isRead[column] }
}

extension RowBooker {
  /// Warns of amounts of a booked row that are neither booked nor what other numbers of the row
  /// make, once for each column.
  mutating func reportLeftOut(_ row: TableRow, _ number: Int, _ kind: RowKind) {
    var open = bound.amountColumns[number].filter { column, slot in
      !reads.contains(column) && !reportedColumns.contains("\(bound.table.name) \(column)")
        && value(row, column, slot) != nil
    }
    if open.isEmpty { return }
    let unread = Set(bound.amountColumns[number].map(\.column)).filter { !reads.contains($0) }
    let amount = RuleSlots.Known.amount.rawValue
    var known = Set(bound.numberColumns).subtracting(unread)
      .compactMap { value(row, $0, amount) }
    known += row.capturedNumbers.compactMap { text, column in
      ((try? row.number(text, from: column, amount, form)) ?? nil)?.magnitude
    }
    // An amount that others make can make another one.
    while let place = open.firstIndex(where: { column, slot in
      value(row, column, slot).map { isMade($0, of: known) } ?? false
    }) {
      let (column, slot) = open.remove(at: place)
      if let amount = value(row, column, slot) { known.append(amount) }
    }
    for (column, slot) in open {
      reportedColumns.insert("\(bound.table.name) \(column)")
      guard let field = row.field(column) else { continue }
      draft.report(
        .costLeftOut,
        "a row of the kind \(kind.rawValue) has \(row.shown(row.content(column))) here, which is "
          + "not booked, and no other numbers of the row make it",
        help: "If it was paid, add it to the rule. If not, say so: \"set\": "
          + "{\"\(bound.slots.names[slot])\": \"\"}.",
        row: row.row, at: field.start, length: max(1, field.end - field.start))
    }
  }

  /// The number in a column without its sign; nil if there is none, or zero.
  private func value(_ row: TableRow, _ column: Int, _ slot: Int) -> ExactDecimal? {
    let number = try? row.number(row.content(column), from: column, slot, form)
    return number.flatMap { $0 == .zero ? nil : $0.magnitude }
  }

  /// Whether an amount is one of some numbers, or the sum, the difference or the product of two.
  private func isMade(_ amount: ExactDecimal, of numbers: [ExactDecimal]) -> Bool {
    let hundredth = ExactDecimal(short: 1, places: 2)
    let ofAmount = try? amount.multiplied(by: hundredth)
    let tolerance = ofAmount.map { min($0, hundredth) } ?? hundredth
    func isEqual(_ other: ExactDecimal?) -> Bool {
      other.flatMap { try? amount.subtracting($0) }.map { $0.magnitude <= tolerance } ?? false
    }
    return numbers.indices.contains { place in
      let one = numbers[place]
      return isEqual(one)
        || numbers[(place + 1)...].contains { other in
          isEqual(try? one.adding(other)) || isEqual(try? one.subtracting(other).magnitude)
            || isEqual(try? one.multiplied(by: other))
        }
    }
  }
}
