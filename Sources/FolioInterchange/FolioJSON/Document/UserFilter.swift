import FolioDiagnostics
import FolioModel

/// Whose rows count. Two people's money is never added up by accident.
struct UserFilter {
  /// The one user whose rows count, where one was chosen.
  var chosen: Identifier?
  /// The users that rows bear, in the order of their first mention.
  private(set) var seen = NumberedNames()
  /// The first row that bears a second user.
  private(set) var secondUser = SourcePosition.none
  /// Groups of users that were not chosen.
  private(set) var skippedGroups = IdentifierIndex()

  /// Notes that a row bears a user; false where it is not the chosen one.
  mutating func admits(_ user: Identifier, at position: SourcePosition) -> Bool {
    if seen.number(of: user) == 1, !secondUser.isKnown { secondUser = position }
    return chosen == nil || chosen == user
  }

  /// Notes that a group does not count.
  mutating func skip(group: Identifier) {
    if !group.isNone { _ = skippedGroups.insert(group, 0) }
  }

  /// Whether the chosen user has no row at all.
  var hasNoRow: Bool {
    guard let chosen else { return false }
    return seen.existingNumber(of: chosen) == nil
  }
}
