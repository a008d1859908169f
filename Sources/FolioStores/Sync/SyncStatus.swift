/// The state of a sync, for display. New minor versions may add cases.
public enum SyncStatus: Sendable {
  /// One of the stores is unreachable, for the given reason. Changes remain in the local store.
  case offline(String)
  /// A round is in progress.
  case syncing(SyncProgress)
  /// Both stores had the same contents at the end of the last round.
  case synced(at: Timestamp, SyncProgress)
  /// The last round failed with an error that requires action by the user.
  case error(StoreFailure)

  /// The word for it: `offline`, `syncing`, `synced` or `error`.
  public var word: String {
    switch self {
    case .offline: "offline"
    case .syncing: "syncing"
    case .synced: "synced"
    case .error: "error"
    }
  }
}
