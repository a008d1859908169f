// Which flags a question needs and takes.
extension ReportChoices.Supposed {
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
  }

  private var ofTrade: [(String, Bool)] {
    [
      ("--quantity", quantity != nil), ("--price", trade.price != nil),
      ("--fees", trade.fees != nil),
      ("--cash", trade.cashAccount != nil), ("--broker", trade.account != nil),
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
