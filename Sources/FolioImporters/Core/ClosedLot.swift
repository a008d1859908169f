/// A lot that a sale has closed, as the broker reports it. It may be older than the files.
struct ClosedLot: Sendable {
  /// The key of the instrument.
  var key: String
  var account: String
  var currency: Currency?
  var acquired: Day
  var quantity: ExactDecimal
  var cost: ExactDecimal
  var row: ImportRow
}

extension ImportDraft {
  /// The closed lots by instrument and account that no purchase of the files has opened.
  ///
  /// Only where units are missing, and these lots have them: units that came in by a transfer have
  /// old lots as well. After an event that changes units, the numbers of a lot are other ones than
  /// before.
  func lotsBefore() -> [HeldPlace: [ClosedLot]] {
    if closedLots.isEmpty { return [:] }
    var lots: [HeldPlace: [ClosedLot]] = [:]
    for lot in closedLots {
      lots[HeldPlace(symbol: lot.key, account: lot.account), default: []].append(lot)
    }
    var held: [HeldPlace: ExactDecimal] = [:]
    var least: [HeldPlace: ExactDecimal] = [:]
    var bought: [HeldPlace: [Day: ExactDecimal]] = [:]
    let times = groups.map(\.imported.group.occurredAt)
    for number in times.indices.sorted(by: { (times[$0], $0) < (times[$1], $1) }) {
      let group = groups[number].imported.group
      if group.status == .void || !groups[number].imported.questions.isEmpty { continue }
      for leg in group.stockLegs {
        let place = HeldPlace(leg)
        guard lots[place] != nil else { continue }
        switch leg.type {
        case .buy, .sell:
          let after = RowBooker.after(leg, held[place, default: .zero])
          held[place] = after
          least[place] = min(least[place, default: .zero], after)
          guard leg.type == .buy, let quantity = leg.quantity else { continue }
          let before = bought[place, default: [:]][group.day, default: .zero]
          bought[place, default: [:]][group.day] = (try? before.adding(quantity)) ?? before
        case .exercise, .assignment, .expiry, .dividend: continue
        case .shortSell, .cover, .returnOfCapital, .costAdjustment, .stockDividend, .split,
          .spinOff, .merger, .symbolChange, .transferOut, .transferIn, .writeOff, .gift,
          .deemedDisposition, .unitFee:
          lots[place] = nil
        }
      }
    }
    return lots.compactMapValues { lots in
      guard let place = lots.first.map({ HeldPlace(symbol: $0.key, account: $0.account) }) else {
        return nil
      }
      var rest = bought[place] ?? [:]
      var (older, units) = ([ClosedLot](), ExactDecimal.zero)
      for var lot in lots where lot.quantity.isPositive {
        let known = min(rest[lot.acquired, default: .zero], lot.quantity)
        if !known.isZero {
          rest[lot.acquired] = try? rest[lot.acquired]?.subtracting(known)
          guard let left = try? lot.quantity.subtracting(known), left.isPositive,
            let cost = try? lot.cost.multiplied(by: left).divided(by: lot.quantity, places: 18)
          else { continue }
          (lot.quantity, lot.cost) = (left, cost.normalized())
        }
        older.append(lot)
        units = (try? units.adding(lot.quantity)) ?? units
      }
      let missing = -(least[place, default: .zero])
      return missing.isPositive && units >= missing ? older : nil
    }
  }
}
