import Folio

/// What money that leaves the accounts, or comes into them, is for. The names of accounts say it.
enum JournalFlow: Sendable, Hashable {
  case fee, tax, dividend, interest
  /// The gain of a sale, which Folio computes itself.
  case gain
  /// Anything else: a deposit or a withdrawal.
  case plain
  /// An income of a kind that has no place of its own, such as a salary.
  case income

  private static func words(_ account: String) -> [Substring] {
    account.lowercased().split { !$0.isLetter }
  }

  private static func has(_ account: String, _ starts: [String]) -> Bool {
    words(account).contains { word in starts.contains { word.hasPrefix($0) } }
  }

  /// Whether an account has the gains of sales.
  static func isGain(_ account: String, _ words: [String]) -> Bool {
    has(account, words) && !has(account, ["dividend", "interest"])
  }

  private static let gains = ["gain", "capgain", "pnl", "realized", "realised", "loss"]

  /// The purpose of an account that Folio does not keep.
  static func of(_ account: String, _ kind: JournalAccountKind) -> JournalFlow {
    switch kind {
    case .expense:
      if has(account, ["fee", "commission", "brokerage"]) { return .fee }
      if has(account, ["tax", "withhold"]) { return .tax }
      if isGain(account, gains) { return .gain }
      return has(account, ["interest"]) ? .interest : .plain
    case .income:
      if has(account, ["dividend", "div", "distribution"]) { return .dividend }
      if has(account, ["interest"]) { return .interest }
      return isGain(account, gains + ["capital", "profit"]) ? .gain : .income
    case .gain: return .gain
    case .equity, .unknown, .asset, .liability, .unrealizedGain: return .plain
    }
  }
}

/// Money of one currency that goes to accounts that Folio does not keep, by purpose. Above zero: it
/// leaves.
struct JournalFlows {
  private(set) var amounts: [JournalFlow: ExactDecimal] = [:]

  subscript(flow: JournalFlow) -> ExactDecimal { amounts[flow, default: .zero] }

  mutating func add(_ number: ExactDecimal, _ flow: JournalFlow) throws(JournalFault) {
    amounts[flow] = try self[flow].increased(by: number)
  }

  mutating func remove(_ flow: JournalFlow) { amounts[flow] = nil }

  /// Moves one purpose to another.
  mutating func move(_ old: JournalFlow, to new: JournalFlow) throws(JournalFault) {
    guard let number = amounts.removeValue(forKey: old) else { return }
    try add(number, new)
  }

  /// The sum of some purposes.
  func sum(_ flows: [JournalFlow]) throws(JournalFault) -> ExactDecimal {
    var sum = ExactDecimal.zero
    for flow in flows { sum = try sum.increased(by: self[flow]) }
    return sum
  }

  var isEmpty: Bool { amounts.allSatisfy { $0.value.isZero } }
}
