extension Direction {
  /// The way that words say interest goes, in the languages of brokers; nil if they do not say it.
  static func ofInterest(in words: String) -> Direction? {
    let words = words.lowercased()
    func isAny(of parts: [String]) -> Bool { parts.contains { words.contains($0) } }
    let isIn = isAny(of: [
      "credit int", "interest received", "interest earned", "interest on cash", "from_cash",
      "free funds int", "free-funds int", "lending interest", "habenzins",
    ])
    let isOut = isAny(of: [
      "debit int", "interest charge", "margin interest", "broker interest paid",
      "bond interest paid", "zinsbelastung", "sollzins",
    ])
    return isIn == isOut ? nil : isIn ? .in : .out
  }
}
