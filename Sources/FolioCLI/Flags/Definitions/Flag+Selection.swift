extension Flag {
  /// Which part of the books is asked about.
  static let selection = [symbol, account, user]

  private static let symbol = Flag(
    name: "symbol", short: "s", argument: .value("SYM"), isRepeatable: true, topic: .selection,
    scopes: [.report], summary: "only this instrument; may be given again for more",
    example: "--symbol AAPL"
  ) { text, options in options.symbols.append(text) }

  private static let account = Flag(
    name: "account", short: "a", argument: .value("ID"), isRepeatable: true, topic: .selection,
    scopes: [.report], summary: "only this account; may be given again for more",
    example: "--account c-usd"
  ) { text, options in options.accounts.append(text) }

  private static let user = Flag(
    name: "user", short: "u", argument: .value("ID"), topic: .selection,
    scopes: [.report, .check, .snapshot, .export, .create],
    summary: "only the rows of this user",
    details: "A ledger that holds rows of more than one user is refused without it.",
    example: "--user 42"
  ) { text, options in options.user = text }
}
