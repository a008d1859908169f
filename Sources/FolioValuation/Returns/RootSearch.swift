/// Finds every root of a ``DiscountSum`` with several sign changes.
///
/// Two sums with one root each bound the range of the roots. The range is halved until bounds of
/// the positive and negative terms prove for each piece that the sum or one of its derivatives has
/// no root in it. If the sum has none, the piece is done. If the k-th derivative has none, each
/// lower derivative has at most one more root than the next higher one (Rolle's theorem). They are
/// found in turn, down to the sum itself.
///
/// The derivatives are those of the sum times e^(x · day), with a day in the middle of the largest
/// terms. This function has the same roots and is flatter.
struct RootSearch {
  let sum: DiscountSum
  /// The size of the smallest piece, relative to its position.
  private static let smallestPiece = 1e-13
  static let highestOrder = 6

  /// A piece of the range.
  struct Piece {
    var low: Double
    var high: Double
    var middle: Double { low + (high - low) / 2 }
    var half: Double { (high - low) / 2 }
  }

  /// The roots, ascending. A multiple root is listed once.
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

  /// Removes duplicates: two adjacent pieces both find a root at their border.
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

  /// Returns the roots of the sum in a piece where its derivative of an order has none. Roots of
  /// the next lower order lie between or on the roots of the higher one.
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
