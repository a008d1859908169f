/// What is left of the losses of a year.
struct CarriedLoss: Sendable {
  /// The calendar year in which the tax year of the loss began.
  var year: Int
  /// The loss of that year, above zero.
  var whole: ExactDecimal
  /// What no gain has used yet.
  var left: ExactDecimal
}

/// The losses of earlier years that may still be used, each by its kind.
struct CarriedLosses: Sendable {
  private var losses: [TaxItem: [CarriedLoss]] = [:]
  private var taken: Set<TaxInput> = []

  /// All losses by kind, then year.
  var all: [(item: TaxItem, loss: CarriedLoss)] {
    TaxItem.allCases.flatMap { item in losses[item, default: []].map { (item, $0) } }
  }

  /// What is left of the losses of a kind.
  func total(of item: TaxItem) throws(ArithmeticFault) -> ExactDecimal {
    try losses[item, default: []].total(of: \.left)
  }

  /// Takes over the losses that the settings give for the years before a year. They replace what
  /// the ledger left of those years.
  mutating func take(_ inputs: [TaxInput], upTo year: Int) {
    for input in inputs where input.item.isLoss && input.year < year {
      guard input.symbol == nil, taken.insert(input).inserted else { continue }
      set(input.item, input.amount, input.year)
    }
  }

  /// Sets the loss of a year.
  mutating func set(_ item: TaxItem, _ amount: ExactDecimal, _ year: Int) {
    var all = losses[item, default: []].filter { $0.year != year }
    all.append(CarriedLoss(year: year, whole: amount, left: amount))
    losses[item] = all.sorted { $0.year < $1.year }
  }

  /// Drops the losses that may not be used in a year any more.
  mutating func dropExpired(_ item: TaxItem, in year: Int, after years: Int?) {
    guard let years else { return }
    losses[item]?.removeAll { year - $0.year > years }
  }

  /// Uses losses against an amount above zero, the oldest first.
  /// - Returns: the losses that were used.
  mutating func use(
    _ item: TaxItem, against amount: ExactDecimal,
    upTo limit: (CarriedLoss) throws -> ExactDecimal
  ) throws -> ExactDecimal {
    var (used, rest) = (ExactDecimal.zero, amount)
    var all = losses[item, default: []]
    for index in all.indices where rest.isPositive {
      let part = min(rest, all[index].left, try limit(all[index]))
      try all[index].left.subtract(part)
      try rest.subtract(part)
      try used.add(part)
    }
    losses[item] = all.filter { !$0.left.isZero }
    return used
  }
}

extension TaxItem {
  /// Whether it is a loss that goes from year to year.
  var isLoss: Bool {
    switch self {
    case .losses, .lossesOfShares, .longTermLosses, .lossesOfPrivateSales, .lossesOfIncome: true
    case .allowance, .advanceLumpSum, .frankingCredits, .fairValue: false
    }
  }

  /// Whether it is the amount of one instrument.
  var isOfInstrument: Bool {
    switch self {
    case .advanceLumpSum, .fairValue: true
    case .losses, .lossesOfShares, .longTermLosses, .lossesOfPrivateSales, .lossesOfIncome,
      .allowance, .frankingCredits:
      false
    }
  }
}
