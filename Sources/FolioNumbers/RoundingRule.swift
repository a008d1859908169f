/// The rule for rounding a value between two representable ones.
@frozen
public enum RoundingRule: String, Sendable, CaseIterable {
  /// To the nearest value; ties to the one with an even last digit (IEEE 754 roundTiesToEven).
  case halfEven
  /// To the nearest value; ties away from zero.
  case halfUp
  /// Toward zero (truncation).
  case down
  /// Away from zero.
  case up
  /// Toward negative infinity.
  case floor
  /// Toward positive infinity.
  case ceiling

  /// Whether a truncated magnitude must be increased by one in its last digit.
  @inlinable
  func grows(_ rest: DiscardedFraction, isNegative: Bool, isOdd: Bool) -> Bool {
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

/// The part that truncation removed from a magnitude, compared with half a unit of its last digit.
@usableFromInline
enum DiscardedFraction: Sendable {
  case nothing, belowHalf, half, aboveHalf

  /// Classifies a remainder. Requires unsigned magnitudes with `remainder < divisor`.
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

  /// The result if an earlier truncation removed something less than one unit of the remainder.
  func plus(somethingBefore: Bool) -> DiscardedFraction {
    guard somethingBefore else { return self }
    switch self {
    case .nothing: return .belowHalf
    case .half: return .aboveHalf
    case .belowHalf, .aboveHalf: return self
    }
  }
}
