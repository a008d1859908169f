// Cash legs, the accounts on their other side, and the postings of a group as a whole.
extension Booker {
  /// Books the cash legs of the group in a place of the rows.
  mutating func bookCash(_ place: Int) throws {
    let (type, isTrade) = (rows.groups[place].type, rows.groups[place].stockLegCount > 0)
    let isSettled = hasSettled(place)
    if !overdrafts.isEmpty { reportOverdrafts(before: rows.groups[place].occurredAt.day) }
    let keepsMoreThanBalances = options.keepsPostings || options.keepsDisposals
    for index in rows.groups[place].cashLegs {
      let (account, currency) = (rows.cashLegs[index].account, rows.cashLegs[index].currency)
      let amount = rows.cashLegs[index].signedAmount
      if isSettled {
        try cash.addSettled(amount, to: account)
      } else {
        try cash.addUnsettled(rows.cashLegs[index])
      }
      if options.warnsOfNegativeCash, cash.isNewlyOverdrawn(account) {
        noteOverdraft(rows.cashLegs[index], rows.groups[place])
      }
      guard keepsMoreThanBalances else { continue }
      post(JournalAccount(cash: account), amount, currency)
      let contra = ContraAccount.of(
        rows.cashLegs[index].type, rows.cashLegs[index].direction, in: type, isTrade: isTrade)
      guard let contra else { continue }
      if options.keepsDisposals { recordIncome(rows.cashLegs[index], contra, rows.groups[place]) }
      post(ContraAccount.account(contra, of: rows.cashLegs[index].instrument), -amount, currency)
      if hasRules, contra == .otherDividends, amount.isNegative {
        let leg = rows.cashLegs[index]
        try applyRules { try $0.paidInLieu(leg, &$1) }
      }
    }
  }

  /// Whether a group's cash has changed hands by the day of the report.
  @inline(__always)
  private func hasSettled(_ place: Int) -> Bool {
    guard rows.groups[place].status == .settled else { return false }
    guard let asOf = options.asOf else { return true }
    return rows.groups[place].settlementDay(rows) <= asOf
  }

  /// The residual of a group goes to rounding, or is the two sides of an exchange.
  mutating func post(_ balance: GroupBalance) {
    for residual in balance.rounding {
      post(.rounding, -residual.amount, residual.currency)
    }
    for residual in balance.exchange {
      post(.conversions, -residual.amount, residual.currency)
    }
  }

  /// One line of the journal; nothing where the amount is zero.
  mutating func post(
    _ kind: JournalAccountKind, _ instrument: InstrumentIndex, _ amount: ExactDecimal,
    _ currency: CurrencyIndex
  ) {
    post(JournalAccount(kind, of: instrument), amount, currency)
  }

  mutating func post(
    _ kind: JournalAccountKind, _ amount: ExactDecimal, _ currency: CurrencyIndex
  ) {
    post(JournalAccount(kind), amount, currency)
  }

  mutating func post(
    _ account: JournalAccount, _ amount: ExactDecimal, _ currency: CurrencyIndex
  ) {
    guard options.keepsPostings, !context.isHidden, !amount.isZero else { return }
    let posting = Posting(account, amount, currency, group: context.group)
    guard sumsPostings else { return booked.postings.append(posting) }
    do {
      try booked.journalSums?.add(posting)
    } catch {
      sumsPostings = false
      booked.journalSums = nil
    }
  }
}
