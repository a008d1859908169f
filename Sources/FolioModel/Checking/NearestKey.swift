/// The known key that an unknown one was probably meant to be.
package enum NearestKey {
  /// The longest key, in bytes, for which a nearest one is looked for.
  private static let lengthLimit = 40

  /// Other words for the keys, from the exports of brokers and other programs.
  private static let synonyms: [String: [String]] = [
    "transactions": ["transaction_groups"], "transaction": ["transaction_groups"],
    "trades": ["transaction_groups"], "entries": ["transaction_groups"],
    "instruments": ["stocks_master"], "securities": ["stocks_master"],
    "assets": ["stocks_master"], "exchange_rates": ["fx_rates"], "rates": ["fx_rates"],
    "accounts": ["portfolio_cash_accounts"], "quotes": ["historical_prices"],
    "commission": ["fees"], "commissions": ["fees"], "charges": ["fees"], "brokerage": ["fees"],
    "tax": ["taxes", "tax_rules"], "withholding_tax": ["tax_withheld"],
    "units": ["quantity"], "shares": ["quantity"], "qty": ["quantity"],
    "price": ["price_per_share"], "ticker": ["symbol"], "code": ["symbol"],
    "date": ["occurred_at", "trade_date"], "time": ["occurred_at"], "timestamp": ["occurred_at"],
    "description": ["notes"], "memo": ["notes"], "comment": ["notes"],
    "base": ["base_currency"], "cost": ["cost_basis"],
  ]

  /// The known key that is nearest to an unknown one: by another word for it, by spelling, or by
  /// the words that it is made of; nil if none is near.
  package static func of(_ key: String, among known: [String]) -> String? {
    guard key.utf8.count <= lengthLimit else { return nil }
    let meant = synonyms[key.lowercased()] ?? []
    if let found = meant.first(where: known.contains) { return found }
    if let found = Suggestions.near(key, among: known).first { return found }
    let wanted = words(of: key)
    guard !wanted.isEmpty else { return nil }
    let matches = known.map { ($0, words(of: $0)) }.filter { wanted.isSubset(of: $0.1) }
    return matches.min { $0.1.count < $1.1.count }?.0
  }

  /// `Did you mean "x"? `; empty if no known key is near.
  package static func question(for key: String, among known: [String]) -> String {
    of(key, among: known).map { "Did you mean \"\($0)\"? " } ?? ""
  }

  /// The words between the underscores, in the singular.
  private static func words(of key: String) -> Set<String> {
    Set(key.lowercased().split(separator: "_").map { String($0.last == "s" ? $0.dropLast() : $0) })
  }
}
