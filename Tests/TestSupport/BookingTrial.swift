import FolioBooking
import FolioNumbers
import Testing

/// A way to book, and one of three kinds of options and ledgers.
struct BookingTrial: CustomTestStringConvertible {
  var way: Way
  var kind: Int

  /// Each way with each kind in the full run, with one of them in a default run.
  static let all: [BookingTrial] = {
    let ways = Way.third(1, of: Way.all) + Way.third(2, of: Way.ruled)
    return ways.enumerated().flatMap { number, way in
      (TestScale.isFull ? [0, 1, 2] : [number % 3]).map { BookingTrial(way: way, kind: $0) }
    }
  }()

  /// Those whose rules do not look ahead.
  static let withoutLookingAhead = all.filter { $0.way.rules != .uk && $0.way.rules != .ca }

  var testDescription: String { "\(way.testDescription), \(kind)" }

  var options: BookingOptions {
    var options = BookingOptions()
    if kind == 1 { options.dateBasis = .settlement }
    if kind == 2 {
      options.warnsOfNegativeCash = true
      options.keepsMovements = true
      options.excludesPending = true
    }
    return options
  }

  /// Some histories lack a few groups, so that others have faults. Some change their method.
  func history(seed: UInt64, isWhole: Bool = false) -> History {
    var history = way.histories(seed..<seed + 1)[0]
    var dice = Dice(seed: seed)
    if kind != 0, !isWhole { history.groups.removeAll { _ in dice.chance(4) } }
    if kind == 2, way.rules == .none {
      let day = history.groups[history.groups.count / 2].at.day
      history.methods = [(way.method, nil, nil, nil), (.average, day, "A", nil)]
    }
    return history
  }
}
