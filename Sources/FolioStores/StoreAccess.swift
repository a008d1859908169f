/// How a store is opened.
public enum StoreAccess: Sendable, Hashable {
  /// To be read: beside whoever writes, and without touching the file.
  case reading
  /// To be read as far as possible: damaged lines are skipped.
  case salvaging
  /// To be read and written; the store must exist.
  case writing
  /// To be made; the store must not exist.
  case creating

  /// Whether nothing is ever written.
  public var isReadOnly: Bool { self == .reading || self == .salvaging }

  /// Opens a store for writing, and makes it if there is none.
  package static func writingOrCreating<Store>(
    _ open: (StoreAccess) throws(StoreFailure) -> Store
  ) throws(StoreFailure) -> Store {
    do throws(StoreFailure) {
      return try open(.writing)
    } catch .notFound(.store) {
      return try open(.creating)
    }
  }
}
