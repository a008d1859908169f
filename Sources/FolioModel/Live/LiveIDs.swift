import FolioDiagnostics

/// Looks up which group of a storage has an id, or has a leg with it.
package typealias IDLookup =
  (_ id: String, _ table: IDIndex.Table) throws -> GroupIndex?

/// The owners of all ids of a ledger.
///
/// Those of groups that were read or changed here are in memory. If the storage knows the ids of
/// all its groups, only those of changes need to be: what changed here counts before what the
/// storage says.
struct LiveIDs: Sendable {
  private var index = IDIndex()
  /// The ids that rows had before they changed here.
  private var freed: Set<IDIndex.Mark> = []
  /// Whether a storage knows the ids of all other groups.
  var areStored = false

  /// - Parameter index: the ids in memory.
  init(_ index: IDIndex = IDIndex()) { self.index = index }

  /// The number of ids in memory.
  var count: Int { index.count }

  /// The group that owns an id, or whose leg does; nil if the id is free.
  /// - Parameter text: the id as text, for the storage.
  /// - Throws: if the storage cannot tell.
  func owner(
    _ mark: IDIndex.Mark, _ table: IDIndex.Table, _ text: @autoclosure () -> String,
    _ lookUp: IDLookup
  ) throws(NeedsWholeLedger) -> GroupIndex? {
    if let owner = index[mark] { return owner }
    if !areStored || freed.contains(mark) { return nil }
    do { return try lookUp(text(), table) } catch { throw NeedsWholeLedger(.storage) }
  }

  mutating func insert(_ mark: IDIndex.Mark, _ owner: GroupIndex) { index.insert(mark, owner) }

  mutating func remove(_ mark: IDIndex.Mark) {
    index.remove(mark)
    if areStored { freed.insert(mark) }
  }
}
