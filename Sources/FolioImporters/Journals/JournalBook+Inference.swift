import Folio

// Costs and prices that a transaction leaves out.
extension JournalBook {
  /// Computes a cost in braces, or a price, that has no number, from everything else.
  func inferCost(
    _ postings: inout [SettledPosting?], _ known: [SettledPosting],
    _ transaction: JournalTransaction, atCost: Bool
  ) throws(JournalFault) -> Bool {
    guard atCost else { return false }
    let open = known.indices.filter { place in
      let isPriceOpen =
        known[place].cost == nil && known[place].priced == nil
        && transaction.postings[place].price != nil
      let isCostOpen =
        known[place].isStock && known[place].number.isPositive && known[place].cost != nil
        && known[place].opening == nil
      return isCostOpen || isPriceOpen
    }
    guard open.count == 1, let place = open.first else { return false }
    var others = known
    others.remove(at: place)
    let rest = try residual(others, atCost: true)
    let left = rest.beyond { _ in .zero }
    guard left.count == 1, commodities.money(left[0]) != nil,
      rest[left[0]].isNegative == known[place].number.isPositive
    else { return false }
    let amount = JournalAmount(number: -rest[left[0]], commodity: left[0])
    if known[place].cost == nil { postings[place]?.priced = amount }
    if known[place].number.isPositive { postings[place]?.opening = amount }
    return true
  }
}
