// Which flags a question needs and takes.
extension ReportChoices.Supposed {
  /// Throws if a required flag is missing or a flag does not apply to the question.
  func checkCompleteness(_ given: Set<String>) throws(UsageError) {
    let named = ["sell", "buy", "harvest"].filter(given.contains).map { "--\($0)" }
    guard let event = named.first else {
      throw UsageError("'what-if' needs a question. Give --sell SYM, --buy SYM or --harvest.")
    }
    if named.count > 1 {
      throw UsageError("\(named[0]) and \(named[1]) are two questions. Call 'what-if' twice.")
    }
    if harvest {
      try refuse(Self.ofTrade + Self.ofSale, given, with: event)
    } else {
      if quantity == nil { throw UsageError("\(event) needs --quantity.") }
      if buy != nil { try refuse(Self.ofSale, given, with: event) }
    }
  }

  private static let ofTrade = ["quantity", "price", "fees", "cash", "broker"]
  private static let ofSale = ["goal", "tax-rate", "rate-short", "rate-long", "rows"]

  private func refuse(
    _ flags: [String], _ given: Set<String>, with event: String
  ) throws(UsageError) {
    guard let flag = flags.first(where: given.contains) else { return }
    throw UsageError("--\(flag) cannot be used with \(event). Leave it out.")
  }
}
