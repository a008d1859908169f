// The running balances of a file.
extension RowBooker {
  /// Compares the running balances of the rows, in the order of time.
  mutating func claimBalances(_ read: ReadPart) {
    (bound, form) = (read.part.bound, read.form)
    let slot = RuleSlots.Known.balance.rawValue
    guard bound.column(slot) >= 0 else { return }
    let count = read.part.records.count
    for number in 0..<count {
      let row = TableRow(read.part, read.isNewestFirst ? count - 1 - number : number)
      // Unknown rows are faults, or the user leaves them out, and what they move is missing.
      guard row.rule != nil || draft.options.skipsUnknown, let unit = try? row.unit(slot) else {
        continue
      }
      let account = draft.accountName(row.account())
      let id = "\(account)-\(unit.currency.code.lowercased())"
      let number = (try? row.number(.balance, form)) ?? nil
      let balance = number.flatMap { try? unit.major($0) }
      if case .moves(let column, let isTakenOff)? = row.rule?.balance {
        let text = row.raw(column)
        let amount = (try? row.number(text, from: row.source(raw: column), column, form)) ?? nil
        let moved = ExactDecimal.given(amount.flatMap { try? unit.major($0) })
        draft.claimRunningBalance(
          balance, of: id, after: row.row, moved: isTakenOff ? -moved : moved)
      } else if row.rule?.balance != nil {
        draft.restartRunningBalance(balance, of: id, after: row.row)
      } else if row.rule?.kind == .skip {
        let paid = (try? row.money(.amount, form)) ?? nil
        let moved = paid.flatMap { $0.currency == unit.currency ? $0.amount : nil }
        draft.claimSkippedBalance(balance, of: id, after: row.row, moved: .given(moved))
      } else {
        draft.claimRunningBalance(balance, of: id, after: row.row)
      }
    }
  }
}
