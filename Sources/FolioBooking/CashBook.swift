import FolioModel
import FolioNumbers

/// The balances of the cash accounts.
struct CashBook {
  private(set) var balances: [CashBalance]
  /// For each account, the sum of the unsettled legs that its balance includes.
  private var unsettled: [ExactDecimal]
  /// The accounts for which a negative balance was reported.
  private var negative: Set<CashAccountIndex> = []

  init(accounts: Int) {
    balances = Array(repeating: CashBalance(), count: accounts)
    unsettled = Array(repeating: .zero, count: accounts)
  }

  /// Books money that has changed hands.
  @inline(__always)
  mutating func addSettled(
    _ amount: ExactDecimal, to account: CashAccountIndex
  ) throws(ArithmeticFault) {
    try balances[Int(account)].settled.add(amount)
  }

  /// Books an unsettled leg, and includes it in the balance.
  mutating func addUnsettled(_ leg: CashLeg) throws(ArithmeticFault) {
    try addPending(leg)
    try unsettled[Int(leg.account)].add(leg.signedAmount)
  }

  /// Books an unsettled leg, and does not include it in the balance.
  mutating func addPending(_ leg: CashLeg) throws(ArithmeticFault) {
    switch leg.direction {
    case .in: try balances[Int(leg.account)].pendingIn.add(leg.amount)
    case .out: try balances[Int(leg.account)].pendingOut.add(leg.amount)
    }
  }

  /// The balance of an account so far; nil if it exceeds the precision of `ExactDecimal`.
  func balance(of account: CashAccountIndex) -> ExactDecimal? {
    try? balances[Int(account)].settled.adding(unsettled[Int(account)])
  }

  /// Whether an account is below zero, and no overdraft of it was reported yet.
  @inline(__always)
  func isNewlyOverdrawn(_ account: CashAccountIndex) -> Bool {
    let settled = balances[Int(account)].settled
    if !settled.isNegative, unsettled[Int(account)].isZero { return false }
    return (balance(of: account)?.isNegative ?? false) && !negative.contains(account)
  }

  /// Notes that the overdraft of an account was reported.
  mutating func noteReported(_ account: CashAccountIndex) { negative.insert(account) }

  /// Sets the balance of each account, after all groups are booked.
  /// - Returns: the accounts whose balance exceeds the precision of `ExactDecimal`.
  mutating func close() -> [CashAccountIndex] {
    var tooLarge: [CashAccountIndex] = []
    for index in balances.indices {
      let account = CashAccountIndex(index)
      if let balance = balance(of: account) {
        balances[index].balance = balance
      } else {
        tooLarge.append(account)
      }
    }
    return tooLarge
  }
}
