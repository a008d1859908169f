/// The changes of books for one listener.
///
/// Each element is everything that changed since the one before, as one change: nothing is lost,
/// and a slow listener gets fewer and larger changes. What it has not heard is kept merged, so its
/// size has the limit of the books. Without a listener nothing is kept. The sequence ends with its
/// task, and when the store is closed.
public struct BookChanges: AsyncSequence, Sendable {
  typealias Taking = @Sendable () async throws(StoreFailure) -> BookChange?

  private let signals: AsyncStream<Void>
  private let take: Taking

  init(on signals: AsyncStream<Void>, taking take: @escaping Taking) {
    self.signals = signals
    self.take = take
  }

  /// Creates the iterator of the one listener.
  public func makeAsyncIterator() -> Iterator {
    Iterator(signals: signals.makeAsyncIterator(), take: take)
  }

  /// Waits for changes.
  public struct Iterator: AsyncIteratorProtocol {
    private var signals: AsyncStream<Void>.Iterator
    private let take: Taking

    init(signals: AsyncStream<Void>.Iterator, take: @escaping Taking) {
      self.signals = signals
      self.take = take
    }

    /// The next change; nil when the task is cancelled or the store is closed.
    /// - Throws: the failure of reading the store, unless it can be read again later.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(StoreFailure) -> BookChange? {
      while !Task.isCancelled {
        if let change = try await take() { return change }
        if await signals.next(isolation: actor) == nil { return try await take() }
      }
      return nil
    }
  }
}

extension BookChange {
  /// Whether it tells a listener anything.
  var isNews: Bool {
    hasNewMasterData || reloadsRows || !groups.isEmpty || !holdings.isEmpty || !lots.isEmpty
      || !cash.isEmpty || !gains.isEmpty || faults != FindingChanges()
      || warnings != FindingChanges()
  }
}
