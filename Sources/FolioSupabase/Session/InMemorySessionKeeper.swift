import Synchronization

/// Keeps the session only while the program runs, for previews and tests.
public final class InMemorySessionKeeper: SessionKeeper {
  private let session: Mutex<AuthSession?>

  /// Creates a keeper.
  public init(_ session: AuthSession? = nil) { self.session = Mutex(session) }

  /// The session.
  public func load() -> AuthSession? { session.withLock { $0 } }

  /// Replaces the session.
  public func save(_ session: AuthSession?) { self.session.withLock { $0 = session } }
}
