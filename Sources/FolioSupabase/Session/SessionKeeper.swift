/// Keeps the session of one project between two runs of a program.
public protocol SessionKeeper: Sendable {
  /// The kept session; nil if nobody is signed in.
  func load() throws(StoreFailure) -> AuthSession?
  /// Keeps a session in place of the last one, durably; nil removes it.
  func save(_ session: AuthSession?) throws(StoreFailure)
  /// Keeps other programs from renewing the session until the lock is released; nil if no other
  /// program uses it.
  /// - Throws: `inUse` if another program holds the lock.
  func lock() throws(StoreFailure) -> FileLock?
}

extension SessionKeeper {
  /// Nil, for a session that no other program uses.
  public func lock() throws(StoreFailure) -> FileLock? { nil }
}

/// Keeps the session in a file that only its owner can read. Several programs can share it.
public struct FileSessionKeeper: SessionKeeper {
  private let file: AtomicFile

  /// Creates a reference to a file, which may not exist yet. Its folder has to exist.
  public init(_ path: String) { file = AtomicFile(path) }

  /// Reads the session.
  /// - Throws: `corrupt` if the file has something else; `unauthorized`, `unavailable`.
  public func load() throws(StoreFailure) -> AuthSession? {
    guard let bytes = try file.read(), !bytes.isEmpty else { return nil }
    guard let session = AuthSession(encoded: bytes) else {
      let place = StoreDamage.Place(
        offset: 0, line: 1, reason: "this is no session; remove the file, and sign in again")
      throw .corrupt(StoreDamage(name: file.path, places: [place], readableGroups: 0))
    }
    return session
  }

  /// Replaces the file. It has the permissions 0600, whatever the old one had.
  public func save(_ session: AuthSession?) throws(StoreFailure) {
    try file.replace(with: session?.encoded ?? [], isPrivate: true)
  }

  /// Locks the file without waiting.
  public func lock() throws(StoreFailure) -> FileLock? { try file.lock() }
}
