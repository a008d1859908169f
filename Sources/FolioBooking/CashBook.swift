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

  /// Makes room for accounts that came later.
  mutating func grow(to accounts: Int) {
    let count = accounts - balances.count
    if count <= 0 { return }
    balances.append(contentsOf: repeatElement(CashBalance(), count: count))
    unsettled.append(contentsOf: repeatElement(.zero, count: count))
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
  mutating func noteReported(_ account: CashAccountIndex) {
    negative.insert(account)
  }

  /// An account with its balance; nil if that exceeds the precision of `ExactDecimal`.
  func closed(_ account: CashAccountIndex) -> CashBalance? {
    Self.closed(balances[Int(account)], unsettled[Int(account)])
  }

  private static func closed(_ account: CashBalance, _ unsettled: ExactDecimal) -> CashBalance? {
    guard let balance = try? account.settled.adding(unsettled) else { return nil }
    var closed = account
    closed.balance = balance
    return closed
  }

  /// The accounts with their balances, and those whose balance exceeds the precision of
  /// `ExactDecimal`.
  func closed() -> (balances: [CashBalance], tooLarge: [CashAccountIndex]) {
    var closed = balances
    var tooLarge: [CashAccountIndex] = []
    for index in balances.indices {
      let account = CashAccountIndex(index)
      if let balance = self.closed(account) {
        closed[index] = balance
      } else {
        tooLarge.append(account)
      }
    }
    return (closed, tooLarge)
  }
}
