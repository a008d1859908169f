import FolioModel

// The rows that a live ledger gets and asks for.
extension LiveLedger {
  /// A group with its row before and after a change.
  package struct Version: Sendable {
    let number: GroupIndex
    /// The row of the store; nil if the group is new.
    let before: [UInt8]?
    let after: [UInt8]
  }

  /// What a change asks the store.
  package struct StoredRows {
    /// The rows of groups that follow the change.
    let rows: ([GroupIndex]) throws(StoreFailure) -> [[UInt8]]
    /// The group that has an id.
    let lookUp: IDLookup
    /// The number of groups that are worth another checkpoint; nil if none are kept.
    let distance: Int?

    /// Questions that a storage answers.
    package init(_ storage: any RecordStorage, distance: Int? = nil) {
      var (ofRows, ofIDs) = (storage, storage)
      self.distance = storage.keepsCheckpoints ? distance : nil
      rows = { numbers throws(StoreFailure) in
        try ofRows.rows(at: numbers.map { Int($0) })
      }
      lookUp = { id, table in try ofIDs.number(of: RecordID(id, table)).map { GroupIndex($0) } }
    }
  }
}
