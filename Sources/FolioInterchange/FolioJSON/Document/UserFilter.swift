/// Which users' rows count. The money of two people is never added up by accident.
struct UserFilter {
  /// The only user whose rows count; nil if none was chosen.
  var chosen: Identifier?
  /// The users of the rows, in the order of their first rows.
  private(set) var seen = NumberedNames()
  /// The first row of a second user.
  private(set) var secondUser = SourcePosition.none
  /// Groups of users that were not chosen.
  private(set) var skippedGroups = IdentifierIndex()

  /// Notes the user of a row; false for a user who was not chosen.
  mutating func admits(_ user: Identifier, at position: SourcePosition) -> Bool {
    if seen.number(of: user) == 1, !secondUser.isKnown { secondUser = position }
    return chosen == nil || chosen == user
  }

  /// Notes that a group does not count.
  mutating func skip(group: Identifier) {
    if !group.isNone { _ = skippedGroups.insert(group, 0) }
  }
}
