/// The lots of one currency, or of one account: all held, or all owed.
struct CurrencyPool {
  private let isAveraged: Bool
  private var lots: [CurrencyLot] = []
  /// The first of them that is not used up.
  private var first = 0
  /// How much they hold.
  private(set) var amount = ExactDecimal.zero
  /// Whether they are owed.
  private(set) var isShort = false

  init(_ method: CashMethod) { isAveraged = method == .average }

  /// The lots that are left, in the order in which they are spent.
  var open: ArraySlice<CurrencyLot> { lots[first...] }

  /// Puts a lot among those of its day; into the pool where that is averaged. An empty pool takes
  /// the side of the lot.
  mutating func put(_ lot: CurrencyLot) throws(ArithmeticFault) {
    if amount.isZero { isShort = lot.isShort }
    try amount.add(lot.amount)
    guard isAveraged else { return insert(lot) }
    if first < lots.count {
      try lots[first].amount.add(lot.amount)
      try lots[first].costBase.add(lot.costBase)
      lots[first].hasBase = lots[first].hasBase && lot.hasBase
    } else {
      var pooled = lot
      pooled.acquired = nil
      pooled.group = .missing
      lots.append(pooled)
    }
  }

  /// Lots come in order of their days, but for those that are carried from another account.
  private mutating func insert(_ lot: CurrencyLot) {
    let day = lot.acquired ?? .first
    var low = open.partitioningIndex { ($0.acquired ?? .first) > day }
    // Carried lots are old: they go in near the front, into the room that used ones left.
    guard low - first < lots.count - low else { return lots.insert(lot, at: low) }
    if first == 0 {
      let room = max(16, lots.count / 2)
      lots.insert(contentsOf: repeatElement(lot, count: room), at: 0)
      first = room
      low += room
    }
    for place in first..<low { lots[place - 1] = lots[place] }
    first -= 1
    lots[low - 1] = lot
  }

  /// Takes out an amount, no more than there is, as parts of lots.
  mutating func take(_ wanted: ExactDecimal) throws(ArithmeticFault) -> [CurrencyLot] {
    try amount.subtract(wanted)
    var parts: [CurrencyLot] = []
    var rest = wanted
    while rest.isPositive, first < lots.count {
      if lots[first].amount <= rest {
        parts.append(lots[first])
        try rest.subtract(lots[first].amount)
        first += 1
      } else {
        parts.append(try lots[first].split(off: rest))
        rest = .zero
      }
    }
    // Used lots are dropped at times, so that each lot is moved once on average.
    if first > 64, first > lots.count / 2 {
      lots.removeFirst(first)
      first = 0
    }
    return parts
  }
}

extension CurrencyLot {
  /// Takes an amount out of the lot, with its share of the cost; the rest stays.
  mutating func split(off part: ExactDecimal) throws(ArithmeticFault) -> CurrencyLot {
    var taken = self
    taken.amount = part
    taken.costBase = try costBase.share(part, of: amount)
    try amount.subtract(part)
    try costBase.subtract(taken.costBase)
    return taken
  }
}
