// The balances that rows give, one after another.
extension SettledImport {
  /// Each file has its own chain of balances: files may overlap, or leave out days.
  private struct Chain: Hashable { var account: String, file: Int }

  mutating func compareRunningCash(
    _ moved: [ImportRow: [String: ExactDecimal]]
  ) throws(ArithmeticFault) {
    if !draft.claims.contains(where: \.isOfRows) { return }
    try compareTotals(moved)
    var comparison = FigureComparison("cash")
    var order: [Chain] = []
    var balances: [Chain: RunningBalance] = [:]
    for claim in draft.claims {
      guard let (account, row) = claim.balanceRow else { continue }
      let chain = Chain(account: account, file: draft.position(of: row).file)
      if balances[chain] == nil { order.append(chain) }
      let isAsked = draft.rows[row.index].outcome == .asked
      try balances[chain, default: RunningBalance()].take(
        claim, booked: moved[row, default: [:]][account, default: .zero], isAsked: isAsked,
        at: draft.position(of: row), &comparison)
    }
    for chain in order { try balances[chain]?.finish(&comparison) }
    finish(
      comparison,
      help: "A row may be missing, repeated, or read with a wrong amount or sign, here or before."
    ) { given, booked, _ in
      "the balance in this row is \(given), but the balance before and what was booked give "
        + "\(booked)"
    }
  }
}

extension ImportClaim {
  /// The account and the row of a running balance; nil for other figures.
  fileprivate var balanceRow: (account: String, row: ImportRow)? {
    switch self {
    case .running(let account, _, let row, _), .restart(let account, _, let row),
      .skipped(let account, _, let row, _):
      (account, row)
    case .period, .cash, .total, .units, .cost, .allUnits, .figure: nil
    }
  }
}

/// The cash of an account while the rows of a file are compared.
private struct RunningBalance {
  /// Skipped rows one after another. Two of them may cancel each other, and one of the two may
  /// have its amount only in its text, so that they are compared together.
  private struct SkippedRows {
    var moved = ExactDecimal.zero
    var last: (balance: ExactDecimal, position: SourcePosition)?
  }

  /// The cash after the last row that was not skipped; nil before the first balance.
  private var cash: ExactDecimal?
  private var skipped: SkippedRows?
  /// What skipped rows moved, as their balances say. Nothing of it is booked.
  private var unbooked = ExactDecimal.zero
  /// Whether the last balance has to be the first one and what was booked since.
  private var isWhole = true
  private var last: (balance: ExactDecimal, position: SourcePosition)?

  mutating func take(
    _ claim: ImportClaim, booked: ExactDecimal, isAsked: Bool, at position: SourcePosition,
    _ comparison: inout FigureComparison
  ) throws(ArithmeticFault) {
    switch claim {
    case .skipped(_, let balance, _, let moved):
      var rows = skipped ?? SkippedRows()
      rows.moved = try rows.moved.adding(moved)
      if let balance { rows.last = (balance, position) }
      skipped = rows
    case .running(_, let balance, _, let given):
      try endSkipped(&comparison)
      var after: ExactDecimal?
      if !isAsked, let cash { after = try cash.adding(given ?? booked) }
      if let after, let balance {
        comparison.add(balance, after, at: position)
        if balance != after { isWhole = false }
      }
      if isAsked { isWhole = false }
      cash = balance ?? after
      if let balance { last = (balance, position) }
    case .restart(_, let balance, _):
      try endSkipped(&comparison)
      (cash, isWhole) = (balance, false)
    case .period, .cash, .total, .units, .cost, .allUnits, .figure: break
    }
  }

  /// Compares the balance after skipped rows. Only a difference counts: that it agrees does not
  /// show that something was booked rightly.
  private mutating func endSkipped(
    _ comparison: inout FigureComparison
  ) throws(ArithmeticFault) {
    guard let rows = skipped else { return }
    skipped = nil
    guard let end = rows.last else { return }
    defer { (cash, last) = (end.balance, end) }
    guard let before = cash else { return }
    let change = try end.balance.subtracting(before)
    if change.isZero || change == rows.moved || change == -rows.moved {
      unbooked = try unbooked.adding(change)
    } else {
      comparison.add(end.balance, before, at: end.position)
      isWhole = false
    }
  }

  /// Compares the last balance with the first one and all that was booked since.
  mutating func finish(
    _ comparison: inout FigureComparison
  ) throws(ArithmeticFault) {
    try endSkipped(&comparison)
    guard isWhole, let last, !unbooked.isZero else { return }
    comparison.add(last.balance, try last.balance.subtracting(unbooked), at: last.position)
  }
}
