import Folio

// Cash that the balances of a file imply, and that no row explains.
extension SettledImport {
  private struct LastBalance {
    var day: Day
    var amount: ExactDecimal
    /// The first row of the account with a balance.
    var position: SourcePosition
  }

  /// Reports the cash that accounts had before the first rows. A history that begins later than the
  /// account, and a first row that is missing, look alike: the balances of all other rows agree.
  mutating func noteCashBefore() {
    let last = lastBalances()
    if last.isEmpty { return }
    var booked: [String: ExactDecimal] = [:]
    let read = draft.groups.filter { !$0.isLeftOut && !$0.isRepeated }
    let ids = Set(read.map(\.id))
    let groups =
      draft.asWritten.groups + stored.filter { !ids.contains($0.id) && !$0.isDeleted }
      + read.map(\.imported.group)
    for group in groups where group.status != .void {
      for leg in group.cashLegs {
        guard let balance = last[leg.account], group.day <= balance.day else { continue }
        let before = booked[leg.account, default: .zero]
        let amount = leg.direction == .in ? leg.amount : -leg.amount
        booked[leg.account] = (try? before.adding(amount)) ?? before
      }
    }
    for (account, balance) in last.sorted(by: { $0.key < $1.key }) {
      let sum = booked[account, default: .zero]
      guard let before = try? balance.amount.subtracting(sum), !before.isZero else { continue }
      findings.append(
        Diagnostic(
          .cashBefore,
          "\(account) has \(before.normalized()) before the first row, by the balances of the "
            + "file, and no row explains it",
          help: "The history may begin later than the account, or a first row is missing. Import "
            + "the earlier files, or enter the amount as a deposit or a withdrawal.",
          at: balance.position))
    }
  }

  /// The last balance of each account whose balances all follow from what was booked.
  private func lastBalances() -> [String: LastBalance] {
    if !draft.claims.contains(where: \.isOfRows) { return [:] }
    guard !report.comparisons.contains(where: { $0.subject == "cash" && $0.agree < $0.count })
    else { return [:] }
    var days: [ImportRow: Day] = [:]
    for entry in draft.groups {
      for row in entry.imported.rows { days[row] = entry.imported.group.day }
    }
    var last: [String: LastBalance] = [:]
    var unknown: Set<String> = []
    for claim in draft.claims {
      if case .restart(let account, _, _) = claim { unknown.insert(account) }
      guard case .running(let account, let balance, let row, let given) = claim else { continue }
      // Rows that wait move cash that is not booked.
      if given != nil || draft.rows[row.index].outcome == .asked { unknown.insert(account) }
      guard let balance, let day = days[row] else { continue }
      if let known = last[account], known.day > day { continue }
      let first = last[account]?.position ?? draft.position(of: row)
      last[account] = LastBalance(day: day, amount: balance, position: first)
    }
    return last.filter { !unknown.contains($0.key) }
  }
}
