/// An instrument in a securities account.
package struct HeldPlace: Sendable, Hashable {
  var symbol: String
  var account: String?

  package init(symbol: String, account: String?) { (self.symbol, self.account) = (symbol, account) }

  /// The place that a leg changes.
  init(_ leg: LedgerGroup.StockLeg) { (symbol, account) = (leg.symbol, leg.account) }

  /// The place that a leg changes, and that of the instrument which it becomes.
  static func all(of leg: LedgerGroup.StockLeg) -> [Self] {
    let place = Self(leg)
    guard let new = leg.newSymbol else { return [place] }
    var other = place
    other.symbol = new
    return [place, other]
  }
}
