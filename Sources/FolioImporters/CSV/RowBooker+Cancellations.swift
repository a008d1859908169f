// Trades that the broker has cancelled.
extension RowBooker {
  /// Finds the trade that each cancellation takes back, and marks it. The cancellations end.
  ///
  /// It is the last trade before it of as many units of the instrument for the same amount. Booked
  /// as a trade of its own, a cancelled purchase would sell the units of an earlier one.
  mutating func takeBackTrades(_ effects: inout [RowEffect]) {
    guard effects.contains(where: { $0.kind == .cancel }) else { return }
    var trades = openTrades(effects)
    for number in effects.indices where effects[number].kind == .cancel {
      let cancellation = effects[number]
      guard let key = CancellableTrade(cancelledBy: cancellation),
        let found = trades[key]?.takeLast(until: cancellation.time, effects)
      else {
        draft.report(
          .partWithoutPartner, "the row cancels a trade, which is missing",
          help: "Import the file with the trade together with this file, or remove the row.",
          row: cancellation.row)
        continue
      }
      effects[found].cancelledBy = cancellation.row
      addKeptCosts(of: effects[found], cancellation)
    }
    effects.removeAll { $0.kind == .cancel }
  }

  /// The trades that a row may cancel, in order of time.
  private func openTrades(_ effects: [RowEffect]) -> [CancellableTrade: [Int]] {
    var trades: [CancellableTrade: [Int]] = [:]
    let kinds: Set<RowKind> = [.buy, .sell, .cover, .shortSell, .trade]
    for (place, effect) in effects.enumerated() where kinds.contains(effect.kind) {
      if let key = CancellableTrade(effect) { trades[key, default: []].append(place) }
    }
    return trades.mapValues { places in
      places.sorted { (effects[$0].time, $1) < (effects[$1].time, $0) }
    }
  }

  /// Adds what the cancellation does not give back of the costs, as a fee.
  private mutating func addKeptCosts(of trade: RowEffect, _ cancellation: RowEffect) {
    var rest = ExactDecimal.zero
    for leg in trade.cashLegs + cancellation.cashLegs {
      let amount = leg.direction == .in ? leg.amount : -leg.amount
      guard let sum = try? rest.adding(amount) else {
        let error = RowError.tooManyDigits
        return draft.report(error.code, error.message, help: error.help, row: cancellation.row)
      }
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

/// What a trade and the row that cancels it have in common.
private struct CancellableTrade: Hashable {
  var account: String
  var symbol: String?
  var quantity: ExactDecimal?
  /// The cash for the units.
  var principal: ExactDecimal?
  var isPurchase: Bool

  init?(_ trade: RowEffect) {
    guard let leg = trade.stockLegs.first else { return nil }
    (account, symbol, quantity) = (trade.account, leg.symbol, leg.quantity)
    principal = trade.cashLegs.first { $0.type == .principal }?.amount
    isPurchase = leg.type.isPurchase
  }

  /// A cancelled purchase looks like a sale, and a cancelled sale like a purchase.
  init?(cancelledBy cancellation: RowEffect) {
    self.init(cancellation)
    isPurchase.toggle()
  }
}

extension [Int] {
  /// Removes the last of these effects, which are in order of time, that is no later than a time.
  fileprivate mutating func takeLast(until time: Timestamp, _ effects: [RowEffect]) -> Int? {
    let later = partitioningIndex { effects[$0].time > time }
    return later == 0 ? nil : remove(at: later - 1)
  }
}

extension TradeType {
  /// Whether units come in for cash.
  fileprivate var isPurchase: Bool { self == .buy || self == .cover }
}
