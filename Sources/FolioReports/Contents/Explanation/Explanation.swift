import FolioBooking
import FolioModel
import FolioNumbers

/// How a gain or a lot came about: chapters of steps, each with the event that it tells.
struct Explanation {
  var chapters: [Chapter] = []
  /// What is to be said beside the chapters.
  var remarks: [String] = []

  struct Chapter {
    var heading: String
    var steps: [Step]
    var closing: [String] = []
  }

  struct Step {
    /// What happened to a lot or a pool; of several events of one leg the first. Nil where the leg
    /// changed none.
    var event: LotEvent?
    /// The stock leg that it tells of, and its group.
    var leg: UInt32
    var group: GroupIndex
    /// What was held before, and is held after; nil where a total can't be known.
    var before: LotEvent.State?
    var after: LotEvent.State?
    /// Whether the costs of both are in the currency of the step.
    var hasCosts = true
    /// The number of the lot in its chapter; nil of a pool, and of all lots together.
    var lot: Int?
    /// The row that is explained here.
    var disposal: Disposal?
    /// What was earned, in the currency of the leg, where the leg changed no lot.
    var earned: ExactDecimal?
    var lines: [String]
  }
}

extension Explanation.Step {
  /// A step that tells of an event.
  init(
    _ event: LotEvent, before: LotEvent.State?, after: LotEvent.State?, lot: Int? = nil,
    disposal: Disposal? = nil, lines: [String] = []
  ) {
    self.event = event
    leg = event.leg
    group = event.group
    self.before = before
    self.after = after
    self.lot = lot
    self.disposal = disposal
    self.lines = lines
  }
}
