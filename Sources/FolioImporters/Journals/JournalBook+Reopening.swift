// Balances that are closed at the end of a file and opened again in the next one.
extension JournalBook {
  /// What a transaction moves in the accounts that are kept.
  private typealias Moves = [String: [String: ExactDecimal]]

  /// The transactions that close balances through equity, and those that open the same balances
  /// again, as hledger's command `close` writes them. Nothing moves by them, and the lots stay.
  ///
  /// Other transactions may not be between the two.
  func reopened(_ order: [Int]) -> Set<Int> {
    var found: Set<Int> = []
    var closed: [Moves: Int] = [:]
    for number in order {
      guard case .transaction(let transaction) = journal.events[number].kind else { continue }
      let moves = try? moves(through: transaction)
      if let moves, let closing = closed.removeValue(forKey: moves.mapValues { $0.mapValues(-) }) {
        found.formUnion([closing, number])
      } else if let moves, closes(transaction) {
        closed[moves] = number
      } else {
        closed = [:]
      }
    }
    return found
  }

  /// The balances that move, if the other side of all is equity; nil for other transactions.
  private func moves(through transaction: JournalTransaction) throws(FieldFault) -> Moves? {
    var sums: [String: JournalSums] = [:]
    for posting in transaction.postings {
      let kind = kind(of: posting.account)
      if kind == .equity { continue }
      guard kind.isHeld, let number = posting.number, let commodity = posting.commodity else {
        return nil
      }
      try sums[posting.account, default: JournalSums()].add(number, commodity)
    }
    return sums.isEmpty || transaction.own != nil ? nil : sums.mapValues(\.amounts)
  }

  /// Whether a transaction leaves nothing in its accounts, by its balances or by its text.
  private func closes(_ transaction: JournalTransaction) -> Bool {
    let kept = transaction.postings.filter { kind(of: $0.account).isHeld }
    return transaction.text.lowercased().contains("clos")
      || kept.allSatisfy { $0.assertion?.amount.number == .zero }
  }
}
