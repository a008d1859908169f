import FolioNumbers
import FolioStores

/// How a sync stands, for a view to show.
public enum SyncStatus: Sendable {
  /// The other store, or the own one, can't be reached; why. What is changed meanwhile waits in
  /// the local store.
  case offline(String)
  /// A round is under way.
  case syncing(SyncProgress)
  /// Both stores had the same when the last round ended.
  case synced(at: Timestamp, SyncProgress)
  /// The last round was refused, and will be again until somebody does something.
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
