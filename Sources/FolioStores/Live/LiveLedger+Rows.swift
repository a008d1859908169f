// The rows that a live ledger gets and asks for.
extension LiveLedger {
  /// A group with its row before and after a change.
  package struct Version: Sendable {
    let number: GroupIndex
    /// The row of the store; nil if the group is new.
    let before: [UInt8]?
    let after: [UInt8]
  }

  /// Returns the rows of groups that follow a change.
  package typealias StoredRows = ([GroupIndex]) throws(StoreFailure) -> [[UInt8]]

  /// The rows of a storage.
  static func rows(of storage: any RecordStorage) -> StoredRows {
    var storage = storage
    return { numbers throws(StoreFailure) in try storage.rows(at: numbers.map { Int($0) }) }
  }
}
