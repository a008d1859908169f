/// A leg that took a cash account below zero. It is reported if the account is below zero at the
/// end of the day.
struct Overdraft {
  var account: CashAccountIndex
  /// The id of the account, and of the group.
  var names: (account: String, group: String)
  var currency: Currency
  var day: Day
  var position: SourcePosition
}

// A negative balance is no fault: it may be margin. There is one warning for each account.
// Within a day the order of groups often says nothing, so the end of the day counts.
extension Booker {
  /// Notes a leg that leaves its account below zero.
  @inline(never)
  mutating func noteOverdraft(_ leg: CashLeg, _ group: GroupRecord) {
    guard overdrawnAccounts.insert(leg.account).inserted else { return }
    let id = tables.text(group.id)
    // Batches do not have the text of long ids.
    if id.isEmpty, !group.id.isNone { lacksNames = true }
    overdrafts.append(
      Overdraft(
        account: leg.account,
        names: (tables.text(tables.cashAccounts[Int(leg.account)].id), id),
        currency: rows.currencies[leg.currency], day: group.occurredAt.day,
        position: leg.position))
  }

  /// Warns of the accounts that are still below zero after their day, which all of them share.
  /// - Parameter day: the day that begins.
  @inline(never)
  mutating func reportOverdrafts(before day: Day) {
    if overdrafts.first?.day == day { return }
    for (account, warning) in overdraftsOfDay() {
      cash.noteReported(account)
      booked.warnings.append(warning)
    }
    overdrafts.removeAll()
    overdrawnAccounts.removeAll()
  }

  /// The accounts that are below zero at the end of the current day, each with a warning.
  func overdraftsOfDay() -> [(account: CashAccountIndex, warning: Diagnostic)] {
    overdrafts.compactMap { overdraft in
      guard let balance = cash.balance(of: overdraft.account), balance.isNegative,
        balance.magnitude > overdraft.currency.balanceTolerance
      else { return nil }
      return (overdraft.account, negativeCash(overdraft, balance))
    }
  }

  private func negativeCash(_ overdraft: Overdraft, _ balance: ExactDecimal) -> Diagnostic {
    let (account, group) = overdraft.names
    return Diagnostic(
      .negativeCash,
      "group \"\(group)\" overdraws the account \"\(account)\" on \(overdraft.day)",
      // Not in the message, by which stores compare warnings before and after a change.
      help: "Its balance at the end of the day is \(balance) \(overdraft.currency). "
        + "Is a deposit missing? A margin account may be negative. "
        + "Later overdrafts of this account are not listed.",
      at: overdraft.position, field: ["amount"])
  }
}
