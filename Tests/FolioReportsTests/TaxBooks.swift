import FolioModel
import FolioNumbers
import Testing
@testable import FolioBooking
@testable import FolioReports
@testable import TestSupport

/// A small ledger under tax rules, whose disposals a test then writes itself: what a report makes
/// of them does not depend on how they came about.
struct TaxBooks {
  private(set) var booked: BookedLedger

  /// Groups `g1` to `g4`: a purchase and three sales of `A`, the first with fees of 3.00. Without
  /// a currency they are in that of the tax form, which is the base currency. One unit of another
  /// currency is half a unit of it.
  init(
    _ rules: TaxRules, in given: Currency? = nil, base: Currency? = nil, fees: FeeTreatment? = nil
  ) throws {
    let base = base ?? rules.formCurrency
    let currency = given ?? base
    let builder = LedgerBuilder(base: currency).account("cash", currency)
      .stock("A", currency, name: "Alpha")
      .rate("2023-01-01", currency, currency == base ? "SEK" : base, "0.5")
      .event("g1", "2023-01-01", .buy("A", 100, at: 10))
      .event("g2", "2024-01-10", .sell("A", 10, at: 12).fees(2, taxes: 1))
      .event("g3", "2024-01-10", .sell("A", 10, at: 12))
      .event("g4", "2024-06-01", .sell("A", 10, at: 12))
    var options = BookingOptions()
    options.taxRules = rules
    options.baseCurrency = base
    options.feeTreatment = fees
    booked = try BookedLedger(booking: builder.ledger(), options)
    booked.forgetDisposals()
  }

  /// A disposal of group number `group` (`g1` is 0), in a currency whose rate is one.
  mutating func add(
    _ group: GroupIndex, _ quantity: ExactDecimal, proceeds: ExactDecimal, cost: ExactDecimal,
    acquired: Day? = "2023-01-01", disposed: Day = "2024-01-10",
    _ change: (inout Disposal) -> Void = { _ in }
  ) {
    var row = Disposal(
      quantity: quantity, proceeds: proceeds, cost: cost, proceedsBase: proceeds, costBase: cost,
      priceEffectBase: proceeds - cost, group: group, openedBy: 0, instrument: 0, account: 0,
      disposed: disposed, acquired: acquired, hasBase: true, currency: 0, cause: .sale,
      matching: .fifo)
    change(&row)
    booked.disposals.append(row)
  }

  /// Defers a part of the loss of the last disposal.
  mutating func deferLoss(_ amount: ExactDecimal, to replacements: GroupIndex...) {
    let last = booked.disposals.count - 1
    for replacement in replacements {
      try? booked.deferLoss(
        DeferredLoss(
          quantity: 1, amountBase: amount, disposal: last, replacement: replacement, group: 0))
    }
    booked.disposals[last].disallowedBase = amount
  }

  /// Changes the lots that are open.
  mutating func changeLots(_ change: (inout [Lot]) -> Void) { change(&booked.lots) }
}

extension Report {
  /// The cells of a column as programs read them, one text a row.
  func column(_ key: String) -> [String] {
    guard let index = columns.firstIndex(where: { $0.key == key }) else {
      Issue.record("there is no column \(key)")
      return []
    }
    return (0..<rowCount).map { row($0)[index].plain }
  }

  /// A total as programs read it.
  func total(_ key: String) -> String? { totals.first { $0.key == key }?.value.plain }

  /// The keys of the columns that people see.
  var shown: Set<String> { Set(columns.filter(\.isInTable).map(\.key)) }
}

extension Report.Cell {
  /// The value as a text of JSON has it.
  var plain: String {
    switch self {
    case .text(let text): text
    case .day(let day): "\(day)"
    case .number(let value, _): "\(value)"
    case .money(let value, let currency): "\(value.padded(toPlaces: currency.minorUnits))"
    case .integer(let count): "\(count)"
    case .null: "null"
    }
  }
}

extension TaxRules {
  /// The currency of the form; dollars without one.
  var formCurrency: Currency {
    regime?.form.flatMap { try? Currency($0.currency) } ?? "USD"
  }
}

extension Report {
  /// The tax form, or `nil` if the books are in another currency.
  static func taxFormInCurrency(
    _ booked: BookedLedger, _ selection: Selection = Selection()
  ) -> Report? {
    let code = booked.regime?.form?.currency
    return booked.baseCurrency?.code == code ? try? taxForm(booked, selection) : nil
  }
}
