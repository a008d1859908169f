import Folio

// Short positions: units that were sold and are owed.
extension JournalBook {
  /// Whether a posting sells units that the account does not have, and says so.
  ///
  /// In beancount, units below zero with a cost in braces open a lot if the account has no units.
  /// In the other programs an account with the word "short" in its name says it. Any other sale of
  /// units that are not held may just as well miss its purchase.
  func opensShort(_ posting: SettledPosting) -> Bool {
    let key = JournalLots.Key(account: posting.account, commodity: posting.commodity)
    guard posting.number.isNegative, posting.kind.isHeld, lots.isEmpty(key) else { return false }
    if journal.dialect.balancesAtCost {
      return posting.cost?.written != nil
    }
    let words = posting.account.lowercased().split { !$0.isLetter }
    return words.contains { $0 == "short" || $0 == "shorts" } && posting.priced != nil
  }

  /// Whether a posting brings back units that are owed.
  func covers(_ posting: SettledPosting) throws(JournalFault) -> Bool {
    let key = JournalLots.Key(
      account: posting.account, commodity: posting.commodity, isShort: true)
    guard posting.number.isPositive, !lots.isEmpty(key) else { return false }
    guard let owed = lots.units(key) else { throw ExactDecimal.tooLong }
    guard posting.number <= owed else {
      throw JournalFault(
        "\(posting.number) units come in, but only \(owed) are owed",
        help: "Write one posting for the units that are owed, and one for the others.",
        at: posting.place.offset, code: .contradictoryRow)
    }
    return true
  }

  /// Says once for each position that it is taken as a short one.
  mutating func noteShort(_ move: JournalMove, _ row: ImportRow, _ draft: inout ImportDraft) {
    let key = JournalLots.Key(account: move.account, commodity: move.commodity, isShort: true)
    guard noted.insert(key).inserted else { return }
    draft.report(
      .assumedShort,
      "\(move.account) has no \(move.commodity) to sell, so this is read as a short sale",
      help: "If it is none, a purchase before it is missing.", row: row)
  }
}
