import Folio

// Trades that the broker has cancelled.
extension RowBooker {
  /// Finds the trade that each cancellation takes back, and marks it. The cancellations end.
  ///
  /// It is the last trade before it of as many units of the instrument for the same amount. Booked
  /// as a trade of its own, a cancelled purchase would sell the units of an earlier one.
  mutating func takeBackTrades(_ effects: inout [RowEffect]) {
    guard effects.contains(where: { $0.kind == .cancel }) else { return }
    for number in effects.indices where effects[number].kind == .cancel {
      let cancellation = effects[number]
      let found = effects.indices.filter { place in
        effects[place].cancelledBy == nil && cancellation.takesBack(effects[place])
      }.max { effects[$0].time < effects[$1].time }
      guard let found else {
        draft.report(
          .partWithoutPartner, "the row cancels a trade, which is missing",
          help: "Import the file that has the trade together with this one's rows, or remove both.",
          row: cancellation.row)
        continue
      }
      effects[found].cancelledBy = cancellation.row
      addKeptCosts(of: effects[found], cancellation)
    }
    effects.removeAll { $0.kind == .cancel }
  }

  /// Adds what the cancellation does not give back of the costs, as a fee.
  private mutating func addKeptCosts(of trade: RowEffect, _ cancellation: RowEffect) {
    var rest = ExactDecimal.zero
    for leg in trade.cashLegs + cancellation.cashLegs {
      let amount = leg.direction == .in ? leg.amount : -leg.amount
      guard let sum = try? rest.adding(amount) else { return }
      rest = sum
    }
    guard let currency = trade.cashLegs.first?.currency, rest != .zero,
      let leg = leg(.fee, RowMoney(rest, currency), cancellation)
    else { return }
    var group = LedgerGroup(id: "", type: .fee, occurredAt: cancellation.time)
    group.cashLegs = [leg]
    var imported = ImportedGroup(
      group, account: cancellation.account, rows: [cancellation.row])
    if let id = cancellation.nativeID { imported.identity = .shared("\(id)/fee") }
    draft.add(imported)
  }
}

extension RowEffect {
  /// Whether a cancellation takes a trade back.
  fileprivate func takesBack(_ trade: RowEffect) -> Bool {
    guard [.buy, .sell, .cover, .shortSell, .trade].contains(trade.kind), trade.time <= time,
      trade.account == account, let own = stockLegs.first, let other = trade.stockLegs.first,
      own.symbol == other.symbol, own.quantity == other.quantity,
      own.type.isPurchase != other.type.isPurchase
    else { return false }
    return principal == trade.principal
  }

  /// The cash for the units of a trade.
  private var principal: ExactDecimal? { cashLegs.first { $0.type == .principal }?.amount }
}

extension TradeType {
  /// Whether units come in for cash.
  fileprivate var isPurchase: Bool { self == .buy || self == .cover }
}
