import FolioNumbers
import FolioStores

/// Which of two versions wins: the one with the later `updated_at`; of the same time the one whose
/// row is larger, byte by byte; of the same row the one deleted later. Every device decides alike,
/// whoever asks first.
enum VersionOrder {
  /// Whether a version wins over another. Neither does where they are the same.
  static func wins(_ left: StoredGroup, over right: StoredGroup) -> Bool {
    if left.updatedAt != right.updatedAt { return left.updatedAt > right.updatedAt }
    if left.row != right.row { return isLarger(left.row, right.row) }
    guard let deletedAt = left.deletedAt else { return false }
    return right.deletedAt.map { deletedAt > $0 } ?? true
  }

  /// The same of heads, which are merged: this says whose values stand where both have one.
  static func wins(_ left: StoredHead, over right: StoredHead) -> Bool {
    if left.updatedAt != right.updatedAt { return left.updatedAt > right.updatedAt }
    return isLarger(left.row, right.row)
  }

  private static func isLarger(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    right.lexicographicallyPrecedes(left)
  }
}
