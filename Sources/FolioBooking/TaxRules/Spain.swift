extension TaxRegime {
  /// Spain. Units of one security are sold in the order of their acquisition, whoever keeps them
  /// (LIRPF art. 37.2).
  public static let es = TaxRegime(
    rules: .es, window: (62, 62), monthsOfWindow: 2, deferral: "deferred loss",
    windowEffect: "defers a loss of this sale",
    traits: TaxRuleTraits(
      method: .fifo, lotScope: .portfolio, feeTreatment: .capitalize, changesDisposals: true,
      window: 62),
    snapshot: SnapshotNeeds(marksReplacements: true) { books, number in
      let row = books.disposals[number]
      return row.mayBeWashSale && row.isLoss && !books.isAllReplaced(number)
    }
  ) { _, _ in Spain() }
}

/// The rule of Spain on losses: a loss does not count while units of the same security that were
/// acquired in the two months before or after the sale are held (LIRPF art. 33.5 f and g). It
/// counts when those units are sold, and are not replaced themselves.
struct Spain: TaxRuleSet {
  private var deferral = LossDeferral(
    window: .months(2), addsHoldingPeriod: false, joinsAffiliated: false)

  var traits: TaxRuleTraits { TaxRegime.es.traits }

  mutating func acquired(_ lot: LotSlot, _ leg: StockLeg, _ booker: inout Booker) throws {
    try deferral.acquired(lot, leg, &booker)
  }

  mutating func carried(_ lot: LotSlot, _ booker: inout Booker) { deferral.carried(lot, &booker) }

  mutating func disposed(
    _ row: Int, _ lot: LotSlot, _ heldFrom: Day, _ leg: StockLeg, _ booker: inout Booker
  ) {
    deferral.disposed(row, lot, heldFrom, &booker)
  }

  mutating func booked(_ leg: StockLeg, _ booker: inout Booker) throws {
    try deferral.booked(leg, &booker)
  }

  mutating func rescaled(
    _ instrument: InstrumentIndex, _ ratio: Ratio, _ leg: StockLeg, _ booker: inout Booker
  ) throws {
    try deferral.rescaled(instrument, ratio, leg, &booker)
  }

  mutating func renamed(
    _ old: InstrumentIndex, _ new: InstrumentIndex, _ leg: StockLeg, _ booker: inout Booker
  ) {
    deferral.renamed(old, new, &booker)
  }
}
