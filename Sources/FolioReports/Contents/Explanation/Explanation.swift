/// The history of a gain or a lot, as chapters of steps. Each step is about one event.
struct Explanation {
  var chapters: [Chapter] = []
  /// Remarks that follow the chapters.
  var remarks: [String] = []

  mutating func add(_ heading: String, _ steps: [Step], closing: [String] = []) {
    chapters.append(Chapter(heading: heading, steps: steps, closing: closing))
  }

  struct Chapter {
    var heading: String
    var steps: [Step]
    var closing: [String]
  }

  struct Step {
    /// The event that changed a lot or a pool, or the first one if the leg caused several. `nil` if
    /// the leg changed no lot.
    var event: LotEvent?
    /// The stock leg; `missing` if the step is about a payment.
    var leg: UInt32
    /// The cash leg, if it is a fee, a tax or income of the instrument.
    var payment: CashLeg?
    var group: GroupIndex
    /// The state before and after the step. `nil` if a total cannot be computed.
    var before: LotEvent.State?
    var after: LotEvent.State?
    /// Whether the costs of both states are in the currency of the step.
    var hasCosts = true
    /// The number of the lot in its chapter. `nil` for a pool and for a total over all lots.
    var lot: Int?
    /// The disposal that this step explains.
    var disposal: Disposal?
    /// The income in the currency of the leg, if the leg changed no lot.
    var earned: ExactDecimal?
    var lines: [String]
  }
}
