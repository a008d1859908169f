/// The tax that each dividend of a statement had in the end, after all corrections.
struct SettledDividends {
  /// The tax of a dividend.
  struct Tax {
    /// The tax in the end.
    var amount: ExactDecimal
    /// The numbers of the tax rows of the dividend's day, which are booked with it.
    var rows: [Int] = []
    /// What more was paid in the end than on the day of the dividend; below zero if some of it was
    /// given back.
    var settledLater = ExactDecimal.zero
    /// The first of the tax rows.
    var firstRow: ImportRow?
  }

  /// The taxes by the number of the dividend.
  private(set) var taxes: [Int: Tax] = [:]
  /// The rows of taxes that are booked with a dividend.
  private(set) var joined: Set<Int> = []
  /// The rows of taxes that a dividend of the file has, booked with it or later.
  private(set) var counted: Set<Int> = []
  /// Returns of capital that were taken back, and the rows that take them back.
  private(set) var takenBack: Set<Int> = []

  init(_ payments: [FlexReader.Payment]) {
    var events: [String: [Int]] = [:]
    var order: [String] = []
    for (number, payment) in payments.enumerated() {
      guard let event = payment.event else { continue }
      if events[event] == nil { order.append(event) }
      events[event, default: []].append(number)
    }
    for event in order { settle(events[event] ?? [], payments) }
  }

  /// Settles one event. With two dividends it is not clear which one was taxed.
  private mutating func settle(_ rows: [Int], _ payments: [FlexReader.Payment]) {
    let capital = rows.filter { payments[$0].returnsCapital }
    takenBack.formUnion(Set(capital).subtracting(Self.standing(capital, payments)))
    let dividends = Self.standing(rows.filter { payments[$0].type == .dividend }, payments)
    let taxes = rows.filter { payments[$0].type == .tax }
    guard dividends.count == 1, let dividend = dividends.first else { return }
    let day = payments[dividend].time.day
    let atOnce = taxes.filter { payments[$0].time.day == day }
    guard let final = Self.sum(taxes, payments), let paid = Self.sum(atOnce, payments),
      let later = try? final.subtracting(paid), final.isPositive,
      final < payments[dividend].amount
    else { return }
    var tax = Tax(amount: final, rows: atOnce, settledLater: later)
    tax.firstRow = atOnce.first.map { payments[$0].row.row }
    self.taxes[dividend] = tax
    joined.formUnion(atOnce)
    counted.formUnion(taxes)
  }

  /// What the rows took.
  private static func sum(_ rows: [Int], _ payments: [FlexReader.Payment]) -> ExactDecimal? {
    var sum = ExactDecimal.zero
    for row in rows {
      guard let next = try? sum.subtracting(payments[row].amount) else { return nil }
      sum = next
    }
    return sum
  }

  /// The rows that are left when each amount below zero takes an equal one back.
  private static func standing(_ rows: [Int], _ payments: [FlexReader.Payment]) -> [Int] {
    var rest = rows
    for row in rows where payments[row].amount.isNegative {
      guard let other = rest.firstIndex(where: { payments[$0].amount == -payments[row].amount })
      else { continue }
      rest.remove(at: other)
      rest.removeAll { $0 == row }
    }
    return rest.filter { payments[$0].amount.isPositive || payments[$0].type != .dividend }
  }
}
