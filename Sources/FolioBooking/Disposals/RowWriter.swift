import FolioModel
import FolioNumbers

/// Writes the disposals of one block (`RowCoding`).
struct RowWriter {
  /// What is written of the block.
  private(set) var bytes: [UInt8] = []
  private var last = RowCoding.start
  private var rates = RowRates()
  private var places = RowPlaces()

  /// Forgets the block before.
  mutating func begin() {
    bytes.removeAll(keepingCapacity: true)
    last = RowCoding.start
    rates.forget()
    places = RowPlaces()
  }

  mutating func append(_ row: Disposal) {
    let isOfSameSale = row.isOfSameSale(as: last)
    let head = bytes.count
    var flags: UInt8 = isOfSameSale ? RowCoding.isOfSameSale : 0
    bytes.append(0)
    if !isOfSameSale { appendSale(row) }
    if !row.disallowedBase.isSame(as: .zero) || row.lastDeferred != missingIndex {
      flags |= RowCoding.isDeferred
      append(AmountCode(row.disallowedBase, expected: nil, places: 0))
      append(number: UInt64(row.lastDeferred))
    }
    append(difference: row.openedBy, isOfSameSale ? last.openedBy : row.group)
    if let acquired = row.acquired {
      append(days: acquired, after: isOfSameSale ? last.acquired ?? row.disposed : row.disposed)
    } else {
      flags |= RowCoding.isWithoutDay
    }
    flags |= appendAmounts(row, isOfSameSale)
    bytes[head] = flags
    places.note(row)
    last = row
  }

  private mutating func appendSale(_ row: Disposal) {
    let isOfSameKind = row.isOfSameKind(as: last)
    append(number: UInt64(row.group &- last.group))
    append(number: UInt64(row.instrument) << 1 | (isOfSameKind ? 0 : 1))
    append(days: row.disposed, after: last.disposed)
    append(number: UInt64(row.currency))
    if isOfSameKind { return }
    append(number: UInt64(row.account))
    append(number: UInt64(RowCoding.kind(of: row)))
  }

  /// - Returns: the flags that tell how.
  private mutating func appendAmounts(_ row: Disposal, _ isOfSameSale: Bool) -> UInt8 {
    append(AmountCode(row.quantity, expected: nil, places: places.quantity))
    let proceeds = isOfSameSale ? RowCoding.proceeds(of: row.quantity, besides: last) : nil
    append(AmountCode(row.proceeds, expected: proceeds, places: places.proceeds))
    append(AmountCode(row.cost, expected: nil, places: places.cost))
    var (rate, flags) = (rates.ofProceeds(row.currency), UInt8(0))
    flags |= append(base: row.proceedsBase, row.proceeds, &rate) << RowCoding.proceedsShift
    rates.setOfProceeds(row.currency, rate)
    var costRate = rates.ofCosts(row.currency)
    flags |= append(base: row.costBase, row.cost, &costRate) << RowCoding.costShift
    rates.setOfCosts(row.currency, costRate)
    let expected = RowCoding.effect(row, rate)
    if let expected, expected.isSame(as: row.priceEffectBase) { return flags }
    append(AmountCode(row.priceEffectBase, expected: expected, places: places.cost))
    return flags | RowCoding.hasOwnEffect
  }

  /// Tells an amount in base by that of the trade, with another rate where that is shorter.
  private mutating func append(
    base: ExactDecimal, _ amount: ExactDecimal, _ rate: inout ExactDecimal
  ) -> UInt8 {
    if base.isSame(as: amount) { return BaseCode.same.rawValue }
    let places = amount.places
    let expected = RowCoding.base(amount, rate)
    if let expected, expected.isSame(as: base) { return BaseCode.expected.rawValue }
    let known = AmountCode(base, expected: expected, places: places)
    if known.size > 2, let other = RowCoding.rate(of: base, amount) {
      let told = AmountCode(other, expected: nil, places: 0)
      let code = AmountCode(base, expected: RowCoding.base(amount, other), places: places)
      if told.size + code.size < known.size {
        append(told)
        append(code)
        rate = other
        return BaseCode.newRate.rawValue
      }
    }
    append(known)
    return BaseCode.known.rawValue
  }

  private mutating func append(_ code: AmountCode) {
    bytes.append(code.head)
    if code.hasPlaces { bytes.append(code.places) }
    var rest = code.payload
    for _ in 0..<code.tail {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest &>>= 8
    }
  }

  private mutating func append(number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest &>>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// A difference, its sign in the lowest bit.
  private mutating func append(difference number: UInt32, _ before: UInt32) {
    let difference = Int32(bitPattern: number &- before)
    append(number: UInt64(UInt32(bitPattern: difference &<< 1 ^ difference &>> 31)))
  }

  private mutating func append(days day: Day, after before: Day) {
    append(
      difference: UInt32(bitPattern: day.daysSince1970),
      UInt32(bitPattern: before.daysSince1970))
  }
}
