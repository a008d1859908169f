import FolioNumbers

/// The row of a group as stored, before it is parsed.
package struct StoredRow: Sendable, Hashable {
  /// The row of the document: JSON on one line.
  package var text: [UInt8]
  /// The time at which this version was created.
  package var updatedAt: Timestamp
  /// The time at which the group was deleted; nil if it is not deleted.
  package var deletedAt: Timestamp?
  /// The sequence number of its last change.
  package var sequence: Int

  /// Creates a row.
  package init(text: [UInt8], updatedAt: Timestamp, deletedAt: Timestamp?, sequence: Int) {
    self.text = text
    self.updatedAt = updatedAt
    self.deletedAt = deletedAt
    self.sequence = sequence
  }
}
