import FolioModel
import FolioNumbers

/// The balances of the cash accounts.
struct CashBook {
  private(set) var balances: [CashBalance]
  /// The unsettled amount of each account that is part of its balance.
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

  /// Books money that has not changed hands yet, as a part of the balance.
  mutating func addUnsettled(_ leg: CashLeg) throws(ArithmeticFault) {
    try addPending(leg)
    try unsettled[Int(leg.account)].add(leg.signedAmount)
  }

  /// Books money that has not changed hands yet, and is no part of the balance.
  mutating func addPending(_ leg: CashLeg) throws(ArithmeticFault) {
    switch leg.direction {
    case .in: try balances[Int(leg.account)].pendingIn.add(leg.amount)
    case .out: try balances[Int(leg.account)].pendingOut.add(leg.amount)
    }
  }

  /// The balance of an account so far; nil if it has more digits than an exact number.
  func balance(of account: CashAccountIndex) -> ExactDecimal? {
    try? balances[Int(account)].settled.adding(unsettled[Int(account)])
  }

  /// The balance of an account when it is negative for the first time; else nil.
  mutating func firstNegativeBalance(of account: CashAccountIndex) -> ExactDecimal? {
    guard let balance = balance(of: account), balance.isNegative,
      negative.insert(account).inserted
    else { return nil }
    return balance
  }

  /// Sets the balances, after all groups are booked.
  /// - Returns: the accounts whose balance has more digits than an exact number.
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
