/// Which taxes of a journal are those of securities. Others are paid by the owner, as those of a
/// salary or a house.
struct InvestmentTaxes {
  /// Accounts of taxes that are withheld from income: their names say so, or they have a tax beside
  /// a dividend.
  private var withheld: Set<String> = []
  /// Accounts of taxes on gains.
  private var onGains: Set<String> = []
  /// Accounts of other taxes whose names have a word of securities, or an instrument.
  private var named: Set<String> = []
  /// Accounts that have units, and those above them.
  private var brokers: Set<String> = []

  init(_ journal: Journal, _ commodities: JournalCommodities, _ flows: [String: JournalFlow]) {
    for (account, flow) in flows where flow == .tax {
      let words = AccountWords(account)
      if words.has(.withheld) { withheld.insert(account) }
      if words.has(.gains) { onGains.insert(account) }
      if words.has(.investments) || commodities.instrument(in: account) != nil {
        named.insert(account)
      }
    }
    for case .transaction(let transaction) in journal.events.lazy.map(\.kind) {
      let accounts = transaction.postings.map(\.account)
      let isDividend = accounts.contains { flows[$0] == .dividend }
      if isDividend { withheld.formUnion(accounts.filter { flows[$0] == .tax }) }
      for posting in transaction.postings
      where commodities.valued.contains(posting.commodity ?? "")
        && !brokers.contains(posting.account)
      {
        guard journal.accountKinds[posting.account]?.isHeld == true else { continue }
        var name = posting.account[...]
        while name.contains(":") {
          brokers.insert(String(name))
          name = name.prefix(upTo: name.lastIndex(of: ":") ?? name.startIndex)
        }
      }
    }
  }

  /// Whether the tax of an account is on income or on gains, not a cost of a trade.
  func isWithheld(_ account: String) -> Bool {
    withheld.contains(account) || isOnGains(account)
  }

  func isOnGains(_ account: String) -> Bool { onGains.contains(account) }

  /// Whether the taxes of a transaction are those of securities: beside their income or their
  /// units, or in an account of such taxes, or paid from the cash of a broker. A salary that goes
  /// to a broker has its own.
  func areOfInvestments(_ postings: [SettledPosting]) -> Bool {
    let moved = postings.filter { !$0.number.isZero }
    let isNamed = moved.contains { posting in
      posting.isStock || posting.flow == .dividend
        || posting.flow == .interest && posting.number.isNegative
        || withheld.contains(posting.account) || named.contains(posting.account)
    }
    if isNamed || moved.contains(where: { $0.flow == .income }) { return isNamed }
    return moved.contains { $0.kind.isHeld && isOfBroker($0.account) }
  }

  /// Whether an account has units, or is one for the cash beside them.
  private func isOfBroker(_ account: String) -> Bool {
    if brokers.contains(account) { return true }
    guard let colon = account.lastIndex(of: ":") else { return false }
    let last = account[account.index(after: colon)...]
    return brokers.contains(String(account[..<colon]))
      && (last.lowercased() == "cash" || JournalCommodities.isNameOfMoney(String(last)))
  }
}
