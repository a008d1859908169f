/// Every root of a ``DiscountSum`` with several changes of sign.
///
/// The range that can hold roots is bounded by two sums with one root each, and halved until for
/// each piece it is proved, by bounds of the positive and the negative terms over the piece,
/// that the sum or one of its derivatives has no root there. No root of the sum: the piece is
/// done. No root of the k-th derivative: by Rolle's theorem the lower ones have at most one root
/// more each, and the chain of derivatives finds them one after the other, the sum's own last.
///
/// The derivatives are those of the sum times e^(x · day) for a day in the middle of what weighs
/// most: the same roots, and a flatter function.
struct RootSearch {
  private let sum: DiscountSum
  /// Where a piece is too small to be halved again, relative to its place.
  private static let smallestPiece = 1e-13
  static let highestOrder = 6

  init(_ sum: DiscountSum) {
    self.sum = sum
  }

  /// A piece of the range.
  struct Piece {
    var low: Double
    var high: Double
    var middle: Double { low + (high - low) / 2 }
    var half: Double { (high - low) / 2 }
  }

  /// The roots, ascending; one that is a root of derivatives too stands once.
  func roots() -> [Double] {
    let low = RootFinder.outerRoot(of: sum.lowerBoundingSum)
    let high = RootFinder.outerRoot(of: sum.upperBoundingSum)
    let margin = 1e-9 * (1 / sum.span + max(low.magnitude, high.magnitude))
    guard low - margin < high + margin else { return [] }
    var pieces = [Piece(low: low - margin, high: high + margin)]
    var roots: [Double] = []
    while let piece = pieces.popLast() {
      let local = LocalSum(sum, around: piece.middle)
      if let order = local.orderWithoutRoot(within: piece.half) {
        if order > 0 { roots += derivativeChain(in: piece, order: order, local) }
      } else if piece.half <= Self.smallestPiece * resolution(at: piece.middle) {
        roots.append(piece.middle)
      } else {
        pieces.append(Piece(low: piece.middle, high: piece.high))
        pieces.append(Piece(low: piece.low, high: piece.middle))
      }
    }
    return merged(roots)
  }

  private func resolution(at place: Double) -> Double { max(place.magnitude, 1 / sum.span) }

  /// Two pieces that meet in a root both find it.
  private func merged(_ roots: [Double]) -> [Double] {
    var merged: [Double] = []
    for root in roots {
      if let last = merged.last, root - last <= 4 * Self.smallestPiece * resolution(at: root) {
        continue
      }
      merged.append(root)
    }
    return merged
  }

  /// The roots of the sum in a piece where its derivative of an order has none: those of the
  /// next lower order lie one between each two of the roots of the higher one, or on them.
  private func derivativeChain(
    in piece: Piece, order: Int, _ local: LocalSum
  ) -> [Double] {
    var roots: [Double] = []
    for lower in (0..<order).reversed() {
      let places = [piece.low] + roots + [piece.high]
      let signs = places.map { local.sign(ofDerivative: lower, at: $0) }
      var found: [Double] = []
      for index in places.indices {
        if signs[index] == 0 { found.append(places[index]) }
        guard index + 1 < places.count, signs[index] * signs[index + 1] < 0 else { continue }
        found.append(
          SafeguardedNewton.root(
            between: places[index], and: places[index + 1], leftIsNegative: signs[index] < 0
          ) { local.sample(ofDerivative: lower, at: $0) })
      }
      roots = found
    }
    return roots
  }
}
