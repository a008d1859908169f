// Options that were exercised or assigned, and the trades of their shares.
extension RowBooker {
  /// A trade is booked some days before the row of its option, or after it.
  private static let mostDays = 5

  /// Puts each option that was exercised or assigned into the trade of its shares, whose cost or
  /// proceeds its premium is a part of. Without such a trade the option ends like one that expires.
  mutating func joinExercises(_ effects: inout [RowEffect]) {
    let ends = effects.indices.filter { effects[$0].exerciseType != nil }
    if ends.isEmpty { return }
    let tickers = Dictionary(draft.names.all.map { ($0.key, $0) }) { first, _ in first }
    var trades = sharesTraded(effects, tickers)
    var joined: Set<Int> = []
    for place in ends {
      let end = effects[place]
      guard let type = end.exerciseType, let leg = end.stockLegs.first else { continue }
      if let subject = SharesTraded(end, tickers[leg.symbol]),
        let trade = trades[subject]?.nearest(to: end.time.day, within: Self.mostDays)
      {
        var option = leg
        option.type = type
        effects[trade].stockLegs.insert(option, at: 0)
        effects[trade].exercised = end.row
        joined.insert(place)
      } else {
        effects[place].stockLegs[0].type = .expiry
        draft.report(
          .unsupportedPart,
          "the option was exercised or assigned, but the file has no trade of its shares; its "
            + "premium becomes a gain or a loss",
          help: "Both have to be in one file: download a longer period. Nothing is wrong if the "
            + "option is settled in cash.", row: end.row)
      }
    }
    if joined.isEmpty { return }
    effects = effects.indices.filter { !joined.contains($0) }.map { effects[$0] }
  }

  /// The trades that may belong to an option, by their shares.
  private func sharesTraded(
    _ effects: [RowEffect], _ facts: [String: ImportInstrument]
  ) -> [SharesTraded: PlacesByDay] {
    var trades: [SharesTraded: PlacesByDay] = [:]
    for (place, effect) in effects.enumerated() where effect.cancelledBy == nil {
      guard effect.stockLegs.count == 1, let leg = effect.stockLegs.first, leg.type.isTrade,
        let ticker = facts[leg.symbol]?.ticker, let quantity = leg.quantity
      else { continue }
      let subject = SharesTraded(
        account: effect.account, ticker: ticker, quantity: quantity.normalized())
      trades[subject, default: PlacesByDay()].add(place, effect.time.day)
    }
    return trades
  }
}

/// A number of shares that an account trades.
private struct SharesTraded: Hashable {
  var account: String
  var ticker: String
  var quantity: ExactDecimal

  init(account: String, ticker: String, quantity: ExactDecimal) {
    (self.account, self.ticker, self.quantity) = (account, ticker, quantity)
  }

  /// The shares of an option that was exercised or assigned.
  init?(_ end: RowEffect, _ option: ImportInstrument?) {
    guard let ticker = end.underlying, let contracts = end.stockLegs.first?.quantity,
      let shares = try? contracts.multiplied(by: option?.multiplier ?? 100)
    else { return nil }
    self.init(account: end.account, ticker: ticker, quantity: shares.normalized())
  }
}

/// Places that are taken once each.
private struct PlacesByDay {
  private var places: [(place: Int, day: Day)] = []

  mutating func add(_ place: Int, _ day: Day) { places.append((place, day)) }

  /// Takes the place whose day is nearest; nil if all are further away.
  mutating func nearest(to day: Day, within days: Int) -> Int? {
    func distance(_ index: Int) -> Int {
      Int(abs(places[index].day.daysSince1970 - day.daysSince1970))
    }
    let near = places.indices.min { distance($0) < distance($1) }
    guard let near, distance(near) <= days else { return nil }
    return places.remove(at: near).place
  }
}

extension RowEffect {
  /// The type of the leg of an option that was exercised or assigned.
  fileprivate var exerciseType: TradeType? {
    kind == .exercise ? .exercise : kind == .assignment ? .assignment : nil
  }
}
