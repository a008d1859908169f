/// The access mode of a store.
public enum StoreAccess: Sendable, Hashable {
  /// Reading while another program may write. The file is not modified.
  case reading
  /// Reading as much as possible. Damaged lines are skipped.
  case salvaging
  /// Reading and writing. The store must exist. A file is locked as long as the store is open.
  case writing
  /// Reading and writing, together with other programs and other handles in this one, such as an
  /// app and its widget. A file is locked only while a change is written, and so never while an app
  /// is suspended. The store is created if it does not exist.
  case sharing
  /// Creating a new store. It must not exist yet.
  case creating

  /// Whether the store is never written.
  public var isReadOnly: Bool { self == .reading || self == .salvaging }
}
