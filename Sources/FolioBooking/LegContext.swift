/// The group and the leg that are being booked.
struct LegContext {
  /// The group, numbered over all batches.
  var group: GroupIndex = 0
  /// The row of the group in its batch.
  var row = 0
  var groupType: GroupType?
  /// The day on which the group settled, if its row gives it.
  var settledDay: Day?
  /// Whether the group is left out of the journal, because it has not settled.
  var isHidden = false
  /// Whether a premium goes into the trade that is being booked.
  var hasPremium = false
  /// Whether the trade takes up rights that were offered for shares held.
  var isRightsIssue = false
  /// The index of the stock leg in its batch.
  var legNumber: UInt32 = 0
  /// The position of the stock leg in the source.
  var position = SourcePosition.none
  /// The trade date of the stock leg.
  var day = Day.first
}
