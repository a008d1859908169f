/// The access mode of a store.
public enum StoreAccess: Sendable, Hashable {
  /// Reading while another program may write. The file is not modified.
  case reading
  /// Reading as much as possible. Damaged lines are skipped.
  case salvaging
  /// Reading and writing. The store must exist.
  case writing
  /// Creating a new store. It must not exist yet.
  case creating

  /// Whether the store is never written.
  public var isReadOnly: Bool { self == .reading || self == .salvaging }
}
