import FolioModel
import FolioNumbers

/// The bytes of an amount: one that tells how long it is and what its places are, perhaps one
/// of its places, and its digits, or how far it is from what was expected, low byte first. A small
/// number has its high byte in the first one.
struct AmountCode {
  var head: UInt8
  /// The places, where `head` does not tell them.
  var places: UInt8
  /// The number, its sign in the lowest bit.
  var payload: UInt128

  /// The bits of the first byte: the number of bytes of the payload, or above `longest` the high
  /// one of two, where the places are told, and whether the payload is a difference.
  private static let lengthMask: UInt8 = 0x1F
  private static let longest: UInt8 = 16
  private static let usual: UInt8 = 0x20
  private static let inByte: UInt8 = 0x40
  private static let shortest: UInt8 = 0x60
  private static let isDifference: UInt8 = 0x80

  /// Places of what was shared or converted.
  private static let usualPlaces = ExchangeRate.places

  /// How many bytes of the payload stand behind the others.
  var tail: Int {
    let length = head & Self.lengthMask
    return length <= Self.longest ? Int(length) : 1
  }
  var hasPlaces: Bool { head & Self.shortest == Self.inByte }
  /// How many bytes it takes.
  var size: Int { 1 + (hasPlaces ? 1 : 0) + tail }

  /// What was read.
  init(head: UInt8) {
    self.head = head
    places = 0
    let length = head & Self.lengthMask
    payload = length > Self.longest ? UInt128(length - Self.longest) << 8 : 0
  }

  /// The shorter of two ways to tell an amount.
  /// - Parameters:
  ///   - expected: what it may be near to.
  ///   - places: the places that it may have.
  init(_ value: ExactDecimal, expected: ExactDecimal?, places: Int) {
    self.init(value.coefficient)
    set(places: value.places, none: 0, likely: places)
    guard let expected else { return }
    let finest = max(expected.places, value.places)
    if value.isSame(as: expected) {
      self = AmountCode(head: Self.isDifference)
    } else if let difference = try? value.subtracting(expected), difference.places <= finest {
      var other = AmountCode(difference.padded(toPlaces: finest).coefficient)
      other.set(places: value.places, none: nil, likely: expected.places)
      other.head |= Self.isDifference
      if other.size < size, other.value(expected: expected, places: 0).isSame(as: value) {
        self = other
      }
    }
    setShortest(value, expected)
  }

  /// Tells an amount without zeros at its end by a difference in the usual places.
  private mutating func setShortest(_ value: ExactDecimal, _ expected: ExactDecimal) {
    guard size > 2, value.places < Self.usualPlaces, expected.places <= Self.usualPlaces,
      let difference = try? value.padded(toPlaces: Self.usualPlaces).subtracting(expected)
    else { return }
    var other = AmountCode(difference.coefficient)
    other.head |= Self.isDifference | Self.shortest
    if other.size < size, other.value(expected: expected, places: 0).isSame(as: value) {
      self = other
    }
  }

  private init(_ coefficient: Int128) {
    payload = UInt128(bitPattern: coefficient &<< 1 ^ coefficient &>> 127)
    let bits = 128 - payload.leadingZeroBitCount
    head = UInt8(truncatingIfNeeded: (bits + 7) / 8)
    let high = payload >> 8
    if high > 0, high <= UInt128(Self.lengthMask - Self.longest) {
      head = Self.longest + UInt8(truncatingIfNeeded: high)
    }
    places = 0
  }

  private mutating func set(places: Int, none: Int?, likely: Int) {
    if places == likely { return }
    if places == none {
      head |= Self.shortest
    } else if places == Self.usualPlaces {
      head |= Self.usual
    } else {
      head |= Self.inByte
      self.places = UInt8(truncatingIfNeeded: places)
    }
  }

  /// The amount, where the same is expected of it as when it was written.
  func value(expected: ExactDecimal?, places likely: Int) -> ExactDecimal {
    let number = Int128(bitPattern: payload &>> 1) ^ -Int128(bitPattern: payload & 1)
    guard head & Self.isDifference != 0, let expected else {
      let places = told(none: 0, likely: likely)
      return (try? ExactDecimal(coefficient: number, places: places)) ?? .zero
    }
    if head == Self.isDifference { return expected }
    let isShortest = head & Self.shortest == Self.shortest
    let places = isShortest ? Self.usualPlaces : told(none: 0, likely: expected.places)
    let difference = try? ExactDecimal(coefficient: number, places: max(places, expected.places))
    guard let difference, let sum = try? expected.adding(difference) else { return .zero }
    return isShortest ? sum.normalized() : sum.rounded(toPlaces: places)
  }

  private func told(none: Int, likely: Int) -> Int {
    switch head & Self.shortest {
    case Self.usual: Self.usualPlaces
    case Self.inByte: Int(places)
    case Self.shortest: none
    default: likely
    }
  }
}
