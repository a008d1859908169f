import FolioBooking
import FolioModel
import FolioNumbers

// What the events come to, told without booking them.
extension HistoryMaker {
  /// Whether who gives units away disposes of them at their value.
  var giftIsDisposal: Bool { history.rules == .uk || history.rules == .ca }

  /// The rate of a leg to base: its own, that of its payment in base, that of the day.
  func rate(of row: StockRow, _ paid: [CashRow]) -> ExchangeRate {
    guard let currency = row.currency, currency != "USD" else { return .identity }
    if let own = row.fxRate { return ExchangeRate(multiplier: own) }
    if row.type.isTrade, let leg = paid.first, leg.account.hasPrefix("USD") {
      let called = scratch.payment(for: row, from: leg.account).map(\.amount).total()
      return ExchangeRate(multiplier: leg.amount, divisor: called)
    }
    let last = history.rates.last { $0.from == currency && $0.day <= today }
    return last.map { ExchangeRate(multiplier: $0.rate) } ?? .identity
  }

  /// Counts what a leg costs, brings or pays back.
  mutating func tell(_ row: StockRow, _ id: String, rate: ExchangeRate) {
    guard let currency = row.currency else { return }
    func note(_ amount: ExactDecimal, in amounts: inout History.Amounts) {
      amounts.add(amount, currency, attempt(or: .zero) { try rate.convert(amount) })
    }
    let charges = history.fees == .expense ? .zero : (row.fees ?? .zero) + (row.taxes ?? .zero)
    let units = row.quantity ?? .zero
    switch row.type {
    case .buy, .cover:
      note(gross(row) + charges, in: &history.tally.paid)
      history.tally.bought[id] = (row.symbol ?? "", units)
    case .sell, .shortSell:
      note(gross(row) - charges, in: &history.tally.brought)
      // A sale that crosses zero also opens a position.
      let isOfHeld = row.type == .sell && !Self.shorts.contains(row.symbol ?? "")
      if isOfHeld { history.tally.sold[id] = units }
    case .stockDividend:
      if let gross = row.gross {
        note(gross, in: &history.tally.paid)
        history.tally.bought[id] = (row.symbol ?? "", units)
      }
    case .transferIn:
      tellTransfer(row, currency)
      if giftIsDisposal, row.lots.first?.acquired == today {
        history.tally.bought[id] = (row.symbol ?? "", units)
      }
    case .returnOfCapital: note(gross(row), in: &history.tally.paidBack)
    case .costAdjustment where row.detail.costDirection == .decrease:
      note(gross(row), in: &history.tally.paidBack)
    case .costAdjustment: note(gross(row), in: &history.tally.paid)
    case .merger where row.newSymbol != nil: note(gross(row), in: &history.tally.paidBack)
    case .merger, .unitFee: note(gross(row), in: &history.tally.brought)
    case .gift where row.detail.recipient == .spouse: break
    case .gift: if giftIsDisposal { note(gross(row) - charges, in: &history.tally.brought) }
    case .deemedDisposition:
      note(gross(row), in: &history.tally.brought)
      note(gross(row), in: &history.tally.paid)
    default: break
    }
    if let cash = row.detail.cashInLieu { note(cash, in: &history.tally.brought) }
  }

  private mutating func tellTransfer(_ row: StockRow, _ currency: Currency) {
    for lot in row.lots {
      let cost = lot.cost ?? .zero
      // A pool has one cost of units that were received as a gift.
      let isLower = history.rules == .us && history.method == .average
      let own = isLower ? min(cost, lot.fairValue ?? cost) : cost
      history.tally.paid.add(own, currency, lot.costBase ?? own)
    }
  }

  private func gross(_ row: StockRow) -> ExactDecimal {
    if let gross = row.gross { return gross }
    guard row.type.isTrade else { return .zero }
    return attempt(or: .zero) { try (row.quantity ?? .zero).multiplied(by: row.price ?? .zero) }
  }
}
