import Folio

/// The values of the flags of `what-if`.
struct SupposedOptions: Sendable, Equatable {
  var sell: String?
  var buy: String?
  var harvest = false
  var quantity: ExactDecimal?
  var price: ExactDecimal?
  var fees: ExactDecimal?
  var on: DayChoice?
  var cash: String?
  var broker: String?
  var goal: SaleGoal.Name?
  var taxRate: ExactDecimal?
  var shortRate: ExactDecimal?
  var longRate: ExactDecimal?
  var rows: WhatIfRows?

  /// The rate of all gains, or the rates by term if both are given.
  var rates: TaxRates? { TaxRates(all: taxRate, short: shortRate, long: longRate) }
}

extension WhatIfRows: FlagChoice {}
extension SaleGoal.Name: FlagChoice {}

// Which flags a question needs and takes.
extension SupposedOptions {
  /// Throws if a required flag is missing or a flag does not apply to the question.
  func checkCompleteness() throws(UsageError) {
    let events: KeyValuePairs = [
      "--sell": sell != nil, "--buy": buy != nil, "--harvest": harvest,
    ]
    let named = events.filter(\.value).map(\.key)
    guard let event = named.first else {
      throw UsageError("'what-if' needs a question. Give --sell SYM, --buy SYM or --harvest.")
    }
    if named.count > 1 {
      throw UsageError("\(named[0]) and \(named[1]) are two questions. Call 'what-if' twice.")
    }
    if harvest {
      try refuse(ofTrade + ofSale, with: event)
    } else {
      if quantity == nil { throw UsageError("\(event) needs --quantity.") }
      if buy != nil { try refuse(ofSale, with: event) }
    }
    if (shortRate == nil) != (longRate == nil) {
      throw UsageError("--rate-short and --rate-long belong together. Give both.")
    }
    if taxRate != nil, shortRate != nil {
      throw UsageError("--tax-rate is the rate of all gains. Leave it or the rates by term out.")
    }
    if goal == .leastTax, rates == nil {
      throw UsageError(
        "--goal least-tax needs --tax-rate, such as 0.2, or --rate-short and --rate-long.")
    }
  }

  private var ofTrade: [(String, Bool)] {
    [
      ("--quantity", quantity != nil), ("--price", price != nil), ("--fees", fees != nil),
      ("--cash", cash != nil), ("--broker", broker != nil),
    ]
  }

  private var ofSale: [(String, Bool)] {
    [
      ("--goal", goal != nil), ("--tax-rate", taxRate != nil),
      ("--rate-short", shortRate != nil), ("--rate-long", longRate != nil),
      ("--rows", rows != nil),
    ]
  }

  private func refuse(_ flags: [(String, Bool)], with event: String) throws(UsageError) {
    for (flag, isGiven) in flags where isGiven {
      throw UsageError("\(flag) cannot be used with \(event). Leave it out.")
    }
  }
}
