/// Tells listeners that there is something new, and keeps at most one signal for each that has not
/// heard it.
package struct Signals: Sendable {
  private var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
  private var count = 0

  /// Signals without listeners.
  package init() {}

  /// Whether nobody listens.
  package var isEmpty: Bool { listeners.isEmpty }

  /// Adds a listener, and gives the stream on which it hears signals.
  /// - Parameter onEnd: Is called with the number when nobody holds the stream any more.
  package mutating func add(
    onEnd: @escaping @Sendable (Int) -> Void
  ) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    count += 1
    let number = count
    continuation.onTermination = { _ in onEnd(number) }
    listeners[number] = continuation
    return stream
  }

  /// Removes a listener that has ended.
  package mutating func remove(_ number: Int) { listeners[number] = nil }

  /// Tells every listener that there is something new.
  package func send() {
    for listener in listeners.values { listener.yield() }
  }

  /// Ends every stream.
  package mutating func finish() {
    for listener in listeners.values { listener.finish() }
    listeners = [:]
  }
}
