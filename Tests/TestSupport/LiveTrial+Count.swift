import FolioNumbers

@testable import FolioBooking
@testable import FolioModel

extension LiveTrial {
  /// What a change does.
  enum Kind: String, CaseIterable {
    case append, backdate, replace, void, settle, delete, undelete, price, rate, oversell
    case account
  }

  /// How changes ended, by kind, and why the whole ledger was booked, by reason.
  struct Count {
    var booked: [Kind: Int] = [:]
    var refused: [Kind: Int] = [:]
    var whole: [LiveBooks.Reason: Int] = [:]
    /// How many groups at the end affected others before them.
    var earlier = 0
    var unfit = 0

    var all: Int {
      let ends = [Array(booked.values), Array(refused.values), Array(whole.values)]
      return ends.joined().reduce(0, +)
    }
  }
}

extension Ledger {
  /// The last day for which booking a group may ask for a rate.
  func lastRateDay(ofGroup number: GroupIndex) -> Day {
    let record = tables.groups[Int(number)]
    var last = max(record.occurredAt.day, tradeDay(of: record), settlementDay(of: record))
    for leg in tables.stockLegs[record.stockLegs] {
      last = max(last, leg.tradeDay, leg.settlementDay)
      for lot in tables.detail(of: leg)?.lots ?? [] { last = max(last, lot.acquired ?? last) }
    }
    return last
  }
}
