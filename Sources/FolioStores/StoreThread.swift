import Dispatch

/// A thread of a store that waits for a server.
///
/// Swift runs all tasks on a few threads, two on a small machine. If stores waited there, nothing
/// else would run. The queue has a thread of its own while there is work, beside those of Swift.
final class StoreThread: SerialExecutor {
  private let queue = DispatchQueue(label: "folio.store")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// The executor of stores that do not wait for a server: the usual one of an actor.
actor StoreTurn {}

/// Opens stores on the thread of a server.
actor StoreOpener {
  private nonisolated let thread = StoreThread()

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe thread.asUnownedSerialExecutor()
  }

  func open(
    _ address: StoreAddress, _ access: StoreAccess?, _ progress: StoreKind.Progress?
  ) throws(StoreFailure) -> RecordStore {
    try address.store(access, progress)
  }
}
