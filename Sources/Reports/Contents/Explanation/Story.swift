import ExactNumbers
import LotBooking

/// How a gain or a lot came about: chapters of steps, each with the event that it tells.
struct Story {
  var chapters: [Chapter] = []
  /// What is to be said beside the chapters.
  var remarks: [String] = []

  struct Chapter {
    var heading: String
    var steps: [Step]
    var closing: [String] = []
  }

  struct Step {
    /// What happened; of several events of one leg the first.
    var event: LotEvent
    /// What was held before, and is held after; nil where a total can't be known.
    var before: LotEvent.State?
    var after: LotEvent.State?
    /// The number of the lot in its chapter; nil of a pool, and of all lots together.
    var lot: Int?
    /// The row that is explained here.
    var disposal: Disposal?
    var lines: [String]
  }
}
