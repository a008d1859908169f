extension StoreOperations {
  /// Carries out a request of a round on this store, for single-threaded programs.
  /// - Throws: `conflict` if the store has changed since it was read; other errors of the store.
  package mutating func answer(
    _ request: SyncRound.Request
  ) throws(StoreFailure) -> SyncRound.Answer {
    switch request {
    case .changes(_, let since, let limit):
      return .changes(try changes(since: since, limit: limit))
    case .groups(_, let ids):
      return .groups(try groups(ids: ids))
    case .ties(_, let times):
      return .ties(try ties(at: times))
    case .put(_, let versions, let expected):
      return .stored(last: try put(versions, expecting: expected))
    case .save: return .done
    }
  }
}

extension SyncRound.Request {
  /// The store that the request is for; nil for the state.
  package var side: SyncSide? {
    switch self {
    case .changes(let side, _, _), .groups(let side, _), .ties(let side, _),
      .put(let side, _, _):
      side
    case .save: nil
    }
  }
}
