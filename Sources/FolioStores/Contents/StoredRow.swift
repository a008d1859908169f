import FolioNumbers

/// A row as it lies in a store, before anything of it is read.
package struct StoredRow: Sendable, Hashable {
  /// The row of the document: JSON on one line.
  package var text: [UInt8]
  /// When this version was made.
  package var updatedAt: Timestamp
  /// When the group was deleted; nil while it is not.
  package var deletedAt: Timestamp?
  /// The place of its last change in the order of all changes.
  package var sequence: Int

  /// A row.
  package init(text: [UInt8], updatedAt: Timestamp, deletedAt: Timestamp?, sequence: Int) {
    self.text = text
    self.updatedAt = updatedAt
    self.deletedAt = deletedAt
    self.sequence = sequence
  }
}
