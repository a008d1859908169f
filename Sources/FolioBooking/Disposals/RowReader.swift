import FolioModel
import FolioNumbers

/// Reads what a `RowWriter` wrote.
struct RowReader {
  /// The row that was read last.
  private(set) var row = RowCoding.start
  private var bytes: [UInt8] = []
  private var place = 0
  private var rates = RowRates()
  private var places = RowPlaces()

  /// Goes to the beginning of a block.
  mutating func begin(_ bytes: [UInt8], at place: Int) {
    self.bytes = bytes
    self.place = place
    row = RowCoding.start
    rates.forget()
    places = RowPlaces()
  }

  /// Reads the next row of the block.
  mutating func read() {
    let flags = byte()
    let isOfSameSale = flags & RowCoding.isOfSameSale != 0
    if !isOfSameSale { readSale() }
    (row.disallowedBase, row.lastDeferred) = (.zero, missingIndex)
    if flags & RowCoding.isDeferred != 0 {
      row.disallowedBase = amount(expected: nil, places: 0)
      row.lastDeferred = UInt32(truncatingIfNeeded: number())
    }
    row.openedBy = number(after: isOfSameSale ? row.openedBy : row.group)
    if flags & RowCoding.isWithoutDay != 0 {
      row.acquired = nil
    } else {
      row.acquired = day(after: isOfSameSale ? row.acquired ?? row.disposed : row.disposed)
    }
    readAmounts(flags)
    places.note(row)
  }

  private mutating func readSale() {
    row.group &+= UInt32(truncatingIfNeeded: number())
    let instrument = number()
    row.instrument = UInt32(truncatingIfNeeded: instrument &>> 1)
    row.disposed = day(after: row.disposed)
    row.currency = CurrencyIndex(truncatingIfNeeded: number())
    if instrument & 1 == 0 { return }
    row.account = UInt32(truncatingIfNeeded: number())
    RowCoding.setKind(UInt32(truncatingIfNeeded: number()), of: &row)
  }

  private mutating func readAmounts(_ flags: UInt8) {
    let quantity = amount(expected: nil, places: places.quantity)
    let isOfSameSale = flags & RowCoding.isOfSameSale != 0
    let proceeds = isOfSameSale ? RowCoding.proceeds(of: quantity, besides: row) : nil
    row.quantity = quantity
    row.proceeds = amount(expected: proceeds, places: places.proceeds)
    row.cost = amount(expected: nil, places: places.cost)
    var rate = rates.ofProceeds(row.currency)
    row.proceedsBase = base(flags &>> RowCoding.proceedsShift, row.proceeds, &rate)
    rates.setOfProceeds(row.currency, rate)
    var costRate = rates.ofCosts(row.currency)
    row.costBase = base(flags &>> RowCoding.costShift, row.cost, &costRate)
    rates.setOfCosts(row.currency, costRate)
    let expected = RowCoding.effect(row, rate)
    row.priceEffectBase =
      flags & RowCoding.hasOwnEffect == 0
      ? expected ?? .zero : amount(expected: expected, places: places.cost)
  }

  private mutating func base(
    _ code: UInt8, _ amount: ExactDecimal, _ rate: inout ExactDecimal
  ) -> ExactDecimal {
    let code = BaseCode(rawValue: code & 3) ?? .same
    if code == .same { return amount }
    if code == .newRate { rate = self.amount(expected: nil, places: 0) }
    let expected = RowCoding.base(amount, rate)
    if code == .expected { return expected ?? .zero }
    return self.amount(expected: expected, places: amount.places)
  }

  @inline(__always)
  private mutating func byte() -> UInt8 {
    defer { place &+= 1 }
    return bytes[place]
  }

  private mutating func amount(expected: ExactDecimal?, places: Int) -> ExactDecimal {
    var code = AmountCode(head: byte())
    if code.hasPlaces { code.places = byte() }
    for index in 0..<code.tail {
      code.payload |= UInt128(byte()) &<< UInt128(truncatingIfNeeded: 8 &* index)
    }
    return code.value(expected: expected, places: places)
  }

  private mutating func number() -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = byte()
      number |= UInt64(byte & 0x7F) &<< shift
      if byte < 0x80 { return number }
      shift &+= 7
    }
  }

  private mutating func number(after before: UInt32) -> UInt32 {
    let code = UInt32(truncatingIfNeeded: number())
    return before &+ (code &>> 1 ^ (0 &- code & 1))
  }

  private mutating func day(after before: Day) -> Day {
    let days = number(after: UInt32(bitPattern: before.daysSince1970))
    return Day(daysSince1970: Int32(bitPattern: days)) ?? .first
  }
}
