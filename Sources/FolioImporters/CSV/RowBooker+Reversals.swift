import Folio

// Dividends that are taken back.
extension RowBooker {
  /// Warns of a dividend that is taken back, if no row has paid one of its amount: its sign may be
  /// wrong.
  mutating func warnOfReversals(_ effects: [RowEffect]) {
    let reversals = effects.filter { $0.takenBack != nil }
    if reversals.isEmpty { return }
    var paid: Set<String> = []
    for effect in effects {
      for leg in effect.stockLegs where leg.type == .dividend {
        let amounts = [leg.gross].compactMap { $0 } + effect.cashLegs.map(\.amount)
        for amount in amounts { paid.insert("\(leg.symbol) \(amount.normalized())") }
      }
    }
    for effect in reversals {
      guard let leg = effect.takenBack, let symbol = leg.symbol,
        !paid.contains("\(symbol) \(leg.amount.normalized())")
      else { continue }
      draft.report(
        .reversalAlone,
        "a dividend of \(leg.amount) is taken back, and no row of the file has paid it",
        help: "Look whether its sign is right, and import the file that has the payment.",
        row: effect.row)
    }
  }
}

extension RowEffect {
  /// The cash of a dividend that is taken back.
  fileprivate var takenBack: LedgerGroup.CashLeg? {
    guard kind == .reversal || kind == .dividend, stockLegs.isEmpty else { return nil }
    return cashLegs.first { $0.type == .dividend && $0.direction == .out }
  }
}
