import Synchronization

/// Parts that are read in their order, and some of them ahead on another thread, if one is free.
///
/// Each part is read once, by the thread that comes to it first. So the reader never waits for more
/// than one part, and needs no other thread.
package final class ReadAhead<Part: Sendable, Failure: Error>: Sendable {
  package typealias Reading = @Sendable (_ number: Int) throws(Failure) -> Part?

  /// A part that is being read, or was read.
  private final class Slot: Sendable {
    let result = Mutex<Result<Part?, Failure>?>(nil)
  }

  private struct State {
    /// Reads a part; nil once nothing is read any more.
    var read: Reading?
    /// The number of the part that the reader takes next.
    var next = 0
    /// The number of the part that is read ahead next.
    var ahead = 0
    var slots: [Int: Slot] = [:]
    /// Whether another thread reads ahead.
    var isBusy = false
  }

  private let capacity: Int
  private let state: Mutex<State>

  /// - Parameters:
  ///   - capacity: the largest number of parts that wait for the reader; 0 reads none ahead.
  ///   - read: reads the part with a number, from 0 on; nil after the last one.
  package init(capacity: Int, read: @escaping Reading) {
    self.capacity = capacity
    state = Mutex(State(read: read))
  }

  /// The next part; nil after the last one.
  package func next() throws(Failure) -> Part? {
    let (number, slot, isDue) = state.withLock { state in
      let number = state.next
      state.next += 1
      let slot = Self.slot(number, &state)
      state.slots[number] = nil
      state.ahead = max(state.ahead, state.next)
      let isDue = capacity > 0 && !state.isBusy
      if isDue { state.isBusy = true }
      return (number, slot, isDue)
    }
    if isDue { Task.detached { self.fill() } }
    return try result(number, slot).get()
  }

  /// Ends reading. When it returns, no thread reads any more: it waits for a part that another one
  /// is reading. Parts that wait are dropped.
  package func stop() {
    let slots = state.withLock { state in
      defer { (state.read, state.slots) = (nil, [:]) }
      return state.slots.values
    }
    for slot in slots { slot.result.withLock { _ in } }
  }

  private static func slot(_ number: Int, _ state: inout State) -> Slot {
    if let slot = state.slots[number] { return slot }
    let slot = Slot()
    state.slots[number] = slot
    return slot
  }

  /// The result of a part. It is read now, unless another thread has read it or is about to.
  private func result(_ number: Int, _ slot: Slot) -> Result<Part?, Failure> {
    slot.result.withLock { result in
      if let result { return result }
      // `stop` waits for this slot, or has come first.
      let read = state.withLock { $0.read }
      let new = Result { () throws(Failure) in try read?(number) }
      result = new
      return new
    }
  }

  /// Reads parts until enough of them wait, or until the last one.
  private func fill() {
    while true {
      let next = state.withLock { state -> (Int, Slot)? in
        guard state.ahead < state.next + capacity else {
          state.isBusy = false
          return nil
        }
        state.ahead += 1
        return (state.ahead - 1, Self.slot(state.ahead - 1, &state))
      }
      guard let (number, slot) = next else { return }
      // After the last part, or a failure, it stays busy: there is nothing more to read.
      guard case .success(.some) = result(number, slot) else { return }
    }
  }
}
