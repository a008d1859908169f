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

extension StoredRow {
  /// Whether a row begins with these values as `LedgerWriter` writes them. A row of another program
  /// may have them too, in other words.
  package static func begins(
    _ row: ArraySlice<UInt8>, id: [UInt8], status: [UInt8], occurredAt: [UInt8]
  ) -> Bool {
    row.withSpan { bytes in
      var cursor = JournalCursor(0..<bytes.count)
      guard let found = cursor.takeRowID(bytes) else { return false }
      var written = JournalCursor(found)
      return written.take(id, bytes) && written.rest.isEmpty && cursor.take("\"", bytes)
        && cursor.skipText(", \"group_type\": \"", bytes)
        && cursor.take(", \"status\": \"", bytes) && cursor.take(status, bytes)
        && cursor.take("\", \"occurred_at\": \"", bytes) && cursor.take(occurredAt, bytes)
        && cursor.take("\"", bytes)
    }
  }
}
