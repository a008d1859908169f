/// The lots, or parts of lots, of a group between leaving one account and coming into another.
/// Those of an instrument are claimed in the order in which they left.
struct MovedLots {
  private var lots: [Lot] = []
  /// The second costs of those that were received as a gift.
  private var gifts: [Int: GiftBasis] = [:]
  /// Those of each instrument that are not claimed, as places in `lots`.
  private var open: [InstrumentIndex: ArraySlice<Int>] = [:]

  var isEmpty: Bool { lots.isEmpty }

  mutating func append(_ lot: Lot, _ gift: GiftBasis?) {
    if let gift { gifts[lots.count] = gift }
    open[lot.instrument, default: []].append(lots.count)
    lots.append(lot)
  }

  /// Whether any lot of an instrument is left.
  func has(_ instrument: InstrumentIndex) -> Bool { open[instrument]?.isEmpty == false }

  /// Takes the next lot of an instrument, or the part of it that is wanted.
  mutating func claim(
    _ instrument: InstrumentIndex, upTo wanted: ExactDecimal
  ) throws(ArithmeticFault) -> (lot: Lot, gift: GiftBasis?)? {
    guard let place = open[instrument]?.first else { return nil }
    if lots[place].quantity > wanted {
      return (try lots[place].split(off: wanted), try gifts[place]?.split(off: wanted))
    }
    open[instrument]?.removeFirst()
    return (lots[place], gifts[place])
  }

  /// The lots that no leg has claimed, in the order in which they left.
  var unclaimed: [Lot] { open.values.joined().sorted().map { lots[$0] } }
}
