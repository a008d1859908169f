/// Which neighbour a value takes that lies between two representable ones.
@frozen
public enum RoundingRule: String, Sendable, CaseIterable {
  /// To the nearer one; a tie to the one whose last digit is even (IEEE 754 roundTiesToEven).
  case halfEven
  /// To the nearer one; a tie away from zero.
  case halfUp
  /// Toward zero: what is too much is cut off.
  case down
  /// Away from zero.
  case up
  /// Toward minus infinity.
  case floor
  /// Toward plus infinity.
  case ceiling

  /// Whether a magnitude that was cut off must grow by one in its last digit.
  @inlinable
  func grows(_ rest: CutOff, isNegative: Bool, isOdd: Bool) -> Bool {
    if rest == .nothing { return false }
    switch self {
    case .halfEven: return rest == .aboveHalf || (rest == .half && isOdd)
    case .halfUp: return rest == .aboveHalf || rest == .half
    case .down: return false
    case .up: return true
    case .floor: return isNegative
    case .ceiling: return !isNegative
    }
  }
}

/// How much was cut off a magnitude, in halves of its last digit.
@usableFromInline
enum CutOff: Sendable {
  case nothing, belowHalf, half, aboveHalf

  /// Of a remainder below its divisor. Both are magnitudes, and the divisor is above zero.
  @inlinable
  init<Word: FixedWidthInteger & UnsignedInteger>(remainder: Word, divisor: Word) {
    let complement = divisor &- remainder
    if remainder == 0 {
      self = .nothing
    } else if remainder == complement {
      self = .half
    } else {
      self = remainder < complement ? .belowHalf : .aboveHalf
    }
  }

  /// The same after a little more, less than one unit of the remainder, was cut off before.
  func plus(somethingBefore: Bool) -> CutOff {
    guard somethingBefore else { return self }
    switch self {
    case .nothing: return .belowHalf
    case .half: return .aboveHalf
    case .belowHalf, .aboveHalf: return self
    }
  }
}
