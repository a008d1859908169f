extension ExactDecimal: CustomStringConvertible {
  /// The digits with all decimal places and without an exponent: "-0.50".
  public var description: String { String(writing: write(into:)) }

  /// Appends ``description`` as ASCII.
  public func write(into bytes: inout [UInt8]) {
    let magnitude = coefficient.magnitude
    let places = places
    let digits = max(PowerOfTen.digitCount(wide: magnitude), places &+ 1)
    // Two more for the sign and the decimal point.
    bytes.append(addingCapacity: digits &+ 2) { room in
      if isNegative { room.append(0x2D) }
      let low = UInt64(truncatingIfNeeded: magnitude)
      if UInt128(low) == magnitude, digits <= 16 {
        Self.write(low, digits: digits, point: digits &- places, into: &room)
      } else {
        Self.writeLong(magnitude, digits: digits, point: digits &- places, into: &room)
      }
    }
  }

  /// Writes the last `digits` (1...16) digits, with a point before the one at index `point`.
  @inline(__always)
  private static func write(
    _ value: UInt64, digits: Int, point: Int, into room: inout OutputSpan<UInt8>
  ) {
    let (upper, lower) = value.quotientAndRemainder(dividingBy: 100_000_000)
    let first = max(digits &- 8, 0)
    if first > 0 { write(eightDigits(upper), last: first, point: point, into: &room) }
    write(eightDigits(lower), last: digits &- first, point: point &- first, into: &room)
  }

  /// Writes the last `count` (1...8) of eight digits in a word, with a point before the one at
  /// index `point` if it is among them.
  @inline(__always)
  private static func write(
    _ digits: UInt64, last count: Int, point: Int, into room: inout OutputSpan<UInt8>
  ) {
    var rest = digits &>> UInt64(truncatingIfNeeded: 8 &* (8 &- count))
    for index in 0..<count {
      if index == point { room.append(0x2E) }
      room.append(UInt8(truncatingIfNeeded: rest))
      rest &>>= 8
    }
  }

  /// The eight ASCII digits of a value below 10^8, with the first in the lowest byte. Splits the
  /// value in half three times, all lanes in parallel, with multiplications instead of divisions.
  @inline(__always)
  private static func eightDigits(_ value: UInt64) -> UInt64 {
    let upper = value / 10_000
    let fours = upper | (value &- upper &* 10_000) &<< 32
    let hundreds = ((fours &* 10_486) &>> 20) & 0x0000_007F_0000_007F
    let twos = hundreds | (fours &- hundreds &* 100) &<< 16
    let tens = ((twos &* 103) &>> 10) & 0x000F_000F_000F_000F
    let ones = tens | (twos &- tens &* 10) &<< 8
    return ones | 0x3030_3030_3030_3030
  }

  /// Writes more than 16 digits in blocks of 16, from the most significant.
  private static func writeLong(
    _ value: UInt128, digits: Int, point: Int, into room: inout OutputSpan<UInt8>
  ) {
    let block = UInt128(PowerOfTen.short(16))
    let (upper, low) = value.quotientAndRemainder(dividingBy: block)
    let (high, middle) = upper.quotientAndRemainder(dividingBy: block)
    var done = 0
    for (index, part) in [high, middle, low].enumerated() {
      let count = min(digits &- 32 &+ 16 &* index, 16)
      guard count > 0 else { continue }
      let word = UInt64(truncatingIfNeeded: part)
      write(word, digits: count, point: point &- done, into: &room)
      done &+= count
    }
  }
}
