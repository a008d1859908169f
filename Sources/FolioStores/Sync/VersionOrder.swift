/// The order of versions for resolving conflicts. The version with the later `updated_at` wins; if
/// equal, the one with the larger row by byte comparison; if equal, the one deleted later. The
/// result is the same on every device.
enum VersionOrder {
  /// Whether a version wins over another; false if they are the same.
  static func wins(_ left: StoredGroup, over right: StoredGroup) -> Bool {
    if left.updatedAt != right.updatedAt { return left.updatedAt > right.updatedAt }
    if left.row != right.row { return isLarger(left.row, right.row) }
    guard let deletedAt = left.deletedAt else { return false }
    return right.deletedAt.map { deletedAt > $0 } ?? true
  }

  /// Whether a head wins over another. Heads are merged; the winner decides conflicting values.
  static func wins(_ left: StoredHead, over right: StoredHead) -> Bool {
    if left.updatedAt != right.updatedAt { return left.updatedAt > right.updatedAt }
    return isLarger(left.row, right.row)
  }

  private static func isLarger(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    right.lexicographicallyPrecedes(left)
  }
}
