/// A version that a store had at the last sync. A store is recognized by its newest ones.
///
/// A sequence number does not identify a store: one that was restored from a copy, or made anew,
/// reaches the same number with other versions.
public struct SyncMark: Sendable, Hashable {
  /// The number of newest versions that are remembered of each store.
  static let count = 16

  /// The id of the group; nil for the head.
  public var id: String?
  /// The sequence number of the version.
  public var sequence: Int
  /// The CRC-32 of its times and its row.
  public var checksum: UInt32
}

extension SyncMark {
  init(_ group: StoredGroup) {
    let times = "\(group.updatedAt) \(group.deletedAt?.description ?? "")"
    self.init(
      id: group.id, sequence: group.sequence,
      checksum: Checksum.crc32((Array(times.utf8) + group.row)[...]))
  }

  init(_ head: StoredHead) {
    self.init(
      id: nil, sequence: head.sequence,
      checksum: Checksum.crc32((Array(head.updatedAt.description.utf8) + head.row)[...]))
  }
}
