import FolioBooking
import FolioModel
import FolioNumbers

/// A loss that a sale of a lot would realize, at the price of the ledger and without fees.
public struct HarvestableLoss: Sendable, Hashable {
  /// The symbol of the instrument.
  public var symbol: String
  /// The securities account; empty for none.
  public var account: String
  /// The id of the group that opened the lot; `nil` if the whole position is sold, because the
  /// rules or the method know no lots.
  public var lotGroupID: String?
  /// The day on which the lot was acquired; `nil` as above.
  public var acquired: Day?
  /// The units.
  public var quantity: ExactDecimal
  /// The price of one unit.
  public var price: ExactDecimal?
  /// The currency of the price.
  public var currency: Currency
  /// The day of the price.
  public var priceDay: Day
  /// Proceeds in the base currency.
  public var proceedsBase: ExactDecimal
  /// Cost in the base currency.
  public var costBase: ExactDecimal
  /// The loss in the base currency, below zero.
  public var gainBase: ExactDecimal
  /// The part of the loss that tax rules would defer, at least zero.
  public var disallowedBase: ExactDecimal
  /// Whether the units were held for more than a year; `nil` under rules without terms.
  public var term: HoldingTerm?
  /// The ids of the groups whose units would take over the deferred loss.
  public var deferredTo: [String]
  /// The first day on which no part of the loss is deferred, if nothing else is bought; `nil` if no
  /// such day was found.
  public var freeDay: Day?
  /// The last day on which a purchase would change the loss of a sale on `freeDay`; `nil` if the
  /// rules have no such window.
  public var windowEnd: Day?

  /// The loss that counts now: the loss less its deferred part.
  public var usableBase: ExactDecimal { (try? gainBase.adding(disallowedBase)) ?? gainBase }
}

/// The losses that could be realized on a day.
public struct Harvest: Sendable {
  /// The day.
  public var day: Day
  /// The tax rules.
  public var rules: TaxRules
  /// The books.
  public var books: BookedLedger
  /// The losses, by symbol, account and day of acquisition.
  public var losses: [HarvestableLoss] = []
  /// The symbols of positions without a price, sorted.
  public var symbolsWithoutPrice: [String] = []
}

extension WhatIf {
  /// The losses that sales on a day would realize, each as if it were the only sale.
  /// - Parameters:
  ///   - day: The day; `nil` means the last day of the books.
  ///   - symbol: The only instrument; `nil` for all.
  /// - Throws: As `answer(to:goal:rates:)`, and `WhatIfFault.tooManyLosses` where the bookings of
  ///   all losses would exceed the limit of a search.
  public func harvest(on day: Day? = nil, symbol: String? = nil) throws -> Harvest {
    var question = SupposedTrade(.sell, symbol ?? "", quantity: .one)
    question.day = day
    let day = try supposed.day(of: question)
    let only = try symbol.map { try supposed.instrument($0) }
    var harvest = Harvest(day: day, rules: supposed.rules, books: supposed.books)
    let books = try supposed.books(at: day)
    let isByAccount = books.options.lotScope == .account
    var positions: Set<PositionOfLots> = []
    for lot in books.lots where !lot.isShort && (only == nil || lot.instrument == only) {
      positions.insert(PositionOfLots(lot.instrument, isByAccount ? lot.account : 0))
    }
    let named = positions.map { (supposed.tables.symbol($0.instrument), $0) }
    for (symbol, position) in named.sorted(by: { ($0.0, $0.1.account) < ($1.0, $1.1.account) }) {
      guard supposed.quote(position.instrument, on: day) != nil else {
        harvest.symbolsWithoutPrice.append(symbol)
        continue
      }
      let account = isByAccount ? supposed.tables.securitiesAccount(position.account) : ""
      harvest.losses += try losses(
        of: position.instrument, symbol, account, day, books, known: harvest.losses.count)
    }
    return harvest
  }

  private func losses(
    of instrument: InstrumentIndex, _ symbol: String, _ account: String, _ day: Day,
    _ books: BookedLedger, known: Int
  ) throws -> [HarvestableLoss] {
    let name = account.isEmpty ? nil : account
    let lots = supposed.lots(of: instrument, in: name, books)
    var trade = SupposedTrade(.sell, symbol, quantity: try lots.units())
    (trade.day, trade.account) = (day, name)
    let isPooled = supposed.reasonForNoChoice(instrument, on: day, in: name) != nil
    if isPooled {
      let parts = try book(trade, nil)
      return [try loss(parts, trade, nil, instrument, isPooled: true)].compactMap { $0 }
    }
    let groups = Dictionary(grouping: lots) {
      UnitsOfLot(group: $0.group, acquired: $0.acquired, quantity: .zero)
    }
    let units = try groups.map { key, lots in
      UnitsOfLot(group: key.group, acquired: key.acquired, quantity: try lots.units())
    }.sorted { ($0.acquired ?? .first, $0.group) < ($1.acquired ?? .first, $1.group) }
    // One sale of all lots shows which of them are at a loss.
    let whole = try book(trade, units)
    let atLoss = units.filter { unit in
      whole.contains {
        $0.units.group == unit.group && $0.units.acquired == unit.acquired && $0.gainBase.isNegative
      }
    }
    let count = known + atLoss.count
    if count * supposed.ledger.tables.groups.count > Self.searchLimit {
      throw WhatIfFault.tooManyLosses(count)
    }
    return try atLoss.compactMap { unit in
      var single = trade
      single.quantity = unit.quantity
      return try loss(try book(single, [unit]), single, [unit], instrument, isPooled: false)
    }
  }

  /// The parts of a sale. If groups after its day are at fault then, they are left out.
  private func book(
    _ trade: SupposedTrade, _ units: [UnitsOfLot]?
  ) throws -> [SaleChoice.Part] {
    let group = try supposed.adding(trade)
    let booked: BookedLedger
    do {
      booked = try group.booked(taking: units)
    } catch {
      booked = try group.booked(taking: units, isAlone: true)
    }
    return try booked.parts(of: group.group)
  }

  /// The loss of a sale; nil if it is a gain.
  private func loss(
    _ parts: [SaleChoice.Part], _ trade: SupposedTrade, _ units: [UnitsOfLot]?,
    _ instrument: InstrumentIndex, isPooled: Bool
  ) throws -> HarvestableLoss? {
    func total(_ value: (SaleChoice.Part) -> ExactDecimal) throws -> ExactDecimal {
      try parts.reduce(.zero) { try $0.adding(value($1)) }
    }
    let gain = try total(\.gainBase)
    guard gain.isNegative, let day = trade.day,
      let quote = supposed.quote(instrument, on: day)
    else { return nil }
    let disallowed = try total(\.disallowedBase)
    let free =
      disallowed.isZero ? day : try supposed.freeDay(after: day, trade, units, instrument)
    return HarvestableLoss(
      symbol: trade.symbol, account: trade.account ?? "",
      lotGroupID: isPooled ? nil : parts.first?.lotGroupID,
      acquired: isPooled ? nil : parts.first?.acquired, quantity: trade.quantity,
      price: quote.unitPrice, currency: supposed.tables.currencies[quote.currency],
      priceDay: quote.day, proceedsBase: try total(\.proceedsBase),
      costBase: try total(\.costBase), gainBase: gain, disallowedBase: disallowed,
      term: isPooled ? nil : parts.first?.term,
      deferredTo: parts.flatMap(\.deferredTo).reduce(into: []) { all, id in
        if !all.contains(id) { all.append(id) }
      },
      freeDay: free, windowEnd: free.flatMap { supposed.rules.window(around: $0)?.last })
  }
}

/// The units that are sold together.
private struct PositionOfLots: Hashable {
  let instrument: InstrumentIndex
  let account: SecuritiesAccountIndex

  init(_ instrument: InstrumentIndex, _ account: SecuritiesAccountIndex) {
    (self.instrument, self.account) = (instrument, account)
  }
}

extension [Lot] {
  /// The sum of their units.
  func units() throws(ArithmeticFault) -> ExactDecimal {
    var sum = ExactDecimal.zero
    for lot in self { try sum.add(lot.quantity) }
    return sum
  }
}
