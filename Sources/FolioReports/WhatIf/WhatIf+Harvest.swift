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
  public var usableBase: ExactDecimal
}

/// The losses that could be realized on a day.
public struct Harvest: Sendable {
  /// The day.
  public var day: Day
  /// The tax rules; `nil` if there are none.
  public var regime: TaxRegime?
  /// The books.
  public var books: BookedLedger
  /// The losses, by symbol, account and day of acquisition.
  public var losses: [HarvestableLoss] = []
  /// The symbols of positions without a price, sorted.
  public var symbolsWithoutPrice: [String] = []
  /// The symbols of positions whose gain in the base currency has no exchange rate, sorted.
  public var symbolsWithoutRate: [String] = []
}

extension WhatIf {
  /// The losses that sales on a day would realize, each as if it were the only sale.
  /// - Parameters:
  ///   - day: The day; `nil` means the last day of the books.
  ///   - symbol: The only instrument; `nil` for all.
  /// - Throws: As `answer(to:goal:rates:)`, and `WhatIfFault.tooManyLosses` if groups follow the
  ///   day, so that the whole ledger is booked for each loss, and that exceeds a limit.
  public func harvest(on day: Day? = nil, symbol: String? = nil) throws -> Harvest {
    var question = SupposedTrade(.sell, symbol ?? "", quantity: .one)
    question.day = day
    let day = try supposed.day(of: question)
    let only = try symbol.map { try supposed.instrument($0) }
    var harvest = Harvest(day: day, regime: supposed.regime, books: supposed.books)
    let books = try supposed.books(at: day)
    let isByAccount = books.options.lotScope == .account
    var positions: [PositionOfLots: [Lot]] = [:]
    for lot in books.lots where !lot.isShort && (only == nil || lot.instrument == only) {
      positions[PositionOfLots(lot.instrument, isByAccount ? lot.account : 0), default: []]
        .append(lot)
    }
    let named = positions.keys.map { (symbol: supposed.tables.symbol($0.instrument), position: $0) }
      .sorted { ($0.symbol, $0.position.account) < ($1.symbol, $1.position.account) }
    var whole: [SaleAtLoss] = []
    for (symbol, position) in named {
      guard supposed.quote(position.instrument, on: day) != nil else {
        harvest.symbolsWithoutPrice.append(symbol)
        continue
      }
      let account = isByAccount ? supposed.tables.securitiesAccount(position.account) : ""
      let lots = positions[position, default: []]
      whole.append(try sale(of: position.instrument, symbol, account, day, lots))
    }
    var booking = SeparateSales(supposed)
    let known = try booked(whole, &booking, &harvest.symbolsWithoutRate)
    harvest.losses = try losses(of: known, on: day, &booking)
    return harvest
  }

  /// The sales with their parts, without those whose gains have no exchange rate.
  private func booked(
    _ sales: [SaleAtLoss], _ booking: inout SeparateSales, _ withoutRate: inout [String]
  ) throws -> [SaleAtLoss] {
    do {
      return zip(sales, try booking.parts(of: sales.map(\.sale))).map { $0.with($1) }
    } catch WhatIfFault.noBase(.some) {
      // One of them has no rate. Each alone shows which.
    }
    var known: [SaleAtLoss] = []
    for sale in sales {
      do {
        known += try booking.parts(of: [sale.sale]).map(sale.with)
      } catch WhatIfFault.noBase(.some) {
        withoutRate.append(sale.sale.trade.symbol)
      }
    }
    return known
  }

  /// The sale of a whole position.
  private func sale(
    of instrument: InstrumentIndex, _ symbol: String, _ account: String, _ day: Day,
    _ lots: [Lot]
  ) throws -> SaleAtLoss {
    let name = account.isEmpty ? nil : account
    var trade = SupposedTrade(.sell, symbol, quantity: try lots.units())
    (trade.day, trade.account) = (day, name)
    if supposed.reasonForNoChoice(instrument, on: day, in: name) != nil {
      return SaleAtLoss(sale: .init(trade: trade), instrument: instrument)
    }
    return SaleAtLoss(sale: .init(trade: trade, units: try lots.named()), instrument: instrument)
  }

  /// The losses of lots, and of positions that have none.
  /// - Parameter positions: Sales of whole positions, with their parts.
  private func losses(
    of positions: [SaleAtLoss], on day: Day, _ booking: inout SeparateSales
  ) throws -> [HarvestableLoss] {
    // One sale of all lots of a position shows which of them are at a loss.
    var sales = positions.flatMap { position in
      position.isPooled ? [position] : position.singles(atLossIn: position.parts)
    }
    let singles = sales.indices.filter { !sales[$0].isPooled }
    for (index, parts) in zip(singles, try booking.parts(of: singles.map { sales[$0].sale })) {
      sales[index].parts = parts
    }
    sales = try sales.filter { try $0.total(\.gainBase).isNegative }
    let deferring = try sales.indices.filter { try !sales[$0].total(\.disallowedBase).isZero }
    let days = try booking.freeDays(
      of: deferring.map { (sales[$0].sale, sales[$0].instrument) }, after: day)
    let freeDays = Dictionary(uniqueKeysWithValues: zip(deferring, days))
    return try sales.enumerated().compactMap { index, sale in
      try loss(of: sale, on: day, freeFrom: freeDays[index, default: day])
    }
  }

  private func loss(
    of sale: SaleAtLoss, on day: Day, freeFrom free: Day?
  ) throws -> HarvestableLoss? {
    guard let quote = supposed.quote(sale.instrument, on: day) else { return nil }
    let (trade, parts) = (sale.sale.trade, sale.parts)
    let (gain, disallowed) = (try sale.total(\.gainBase), try sale.total(\.disallowedBase))
    return HarvestableLoss(
      symbol: trade.symbol, account: trade.account ?? "",
      lotGroupID: sale.isPooled ? nil : parts.first?.lotGroupID,
      acquired: sale.isPooled ? nil : parts.first?.acquired, quantity: trade.quantity,
      price: quote.unitPrice, currency: supposed.tables.currencies[quote.currency],
      priceDay: quote.day, proceedsBase: try sale.total(\.proceedsBase),
      costBase: try sale.total(\.costBase), gainBase: gain, disallowedBase: disallowed,
      term: sale.isPooled ? nil : parts.first?.term,
      deferredTo: parts.flatMap(\.deferredTo).reduce(into: []) { all, id in
        if !all.contains(id) { all.append(id) }
      },
      freeDay: free, windowEnd: free.flatMap { supposed.regime?.window(around: $0)?.last },
      usableBase: try gain.adding(disallowed))
  }
}

/// A sale that may be at a loss, with its parts once it is booked.
private struct SaleAtLoss {
  var sale: SeparateSales.Sale
  let instrument: InstrumentIndex
  var parts: [SaleChoice.Part] = []

  /// Whether it sells from a pool, so that it names no lots.
  var isPooled: Bool { sale.units == nil }

  func with(_ parts: [SaleChoice.Part]) -> SaleAtLoss {
    var sale = self
    sale.parts = parts
    return sale
  }

  /// A sale of each lot that is at a loss in a sale of all.
  func singles(atLossIn parts: [SaleChoice.Part]) -> [SaleAtLoss] {
    let atLoss = Set(
      parts.filter(\.gainBase.isNegative).map {
        UnitsOfLot(group: $0.units.group, acquired: $0.units.acquired, quantity: .zero)
      })
    return (sale.units ?? []).compactMap { units in
      let lot = UnitsOfLot(group: units.group, acquired: units.acquired, quantity: .zero)
      guard atLoss.contains(lot) else { return nil }
      var single = self
      single.sale.units = [units]
      single.sale.trade.quantity = units.quantity
      return single
    }
  }

  func total(_ value: (SaleChoice.Part) -> ExactDecimal) throws(ArithmeticFault) -> ExactDecimal {
    var sum = ExactDecimal.zero
    for part in parts { try sum.add(value(part)) }
    return sum
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

  /// The units of each lot as a sale names it, in order of acquisition.
  func named() throws(ArithmeticFault) -> [UnitsOfLot] {
    var units: [UnitsOfLot: ExactDecimal] = [:]
    for lot in self {
      let name = UnitsOfLot(group: lot.group, acquired: lot.acquired, quantity: .zero)
      try units[name, default: .zero].add(lot.quantity)
    }
    return units.map { UnitsOfLot(group: $0.group, acquired: $0.acquired, quantity: $1) }
      .sorted { ($0.acquired ?? .first, $0.group) < ($1.acquired ?? .first, $1.group) }
  }
}
