import FolioModel
import FolioNumbers
import Testing

@testable import FolioStores

/// What listeners of a store hear.
@Suite("Updates of every store")
struct UpdateTests {
  private static let accounts = StoreInput(Sample.accounts)

  private static func deposit(_ id: String) throws -> StoreInput {
    StoreInput(Sample.deposit(id, "5"))
  }

  @Test("Nothing is lost, and a slow listener hears merged changes", arguments: StoreCase.allCases)
  func merged(_ kind: StoreCase) async throws {
    let place = try kind.place()
    let store = try place.make()
    try await store.save(StoreInput(Sample.small), at: Sample.time(1))
    var updates = await store.updates.makeAsyncIterator()
    for number in 0..<20 { try await store.append(Self.deposit("n\(number)"), at: Sample.time(2)) }
    try await store.delete("n3", at: Sample.time(3))
    let update = try #require(try await updates.next())
    #expect(Set(update.changes.groups.map(\.id)) == Set((0..<20).map { "n\($0)" }))
    #expect(update.changes.groups.last?.deletedAt != nil)
    #expect(update.total == 22 && update.changes.head == nil)
    // Waiting begins before the change.
    async let next = updates.next()
    try await Task.sleep(for: .milliseconds(20))
    try await store.setStatus(of: "n1", to: .void, at: Sample.time(4))
    #expect(try await next?.changes.groups.map(\.id) == ["n1"])
  }

  @Test("A listener sees that groups are gone for good", arguments: StoreCase.allCases)
  func cleared(_ kind: StoreCase) async throws {
    let place = try kind.place()
    let store = try place.make()
    try await store.save(StoreInput(Sample.small), at: Sample.time(1))
    var updates = await store.updates.makeAsyncIterator()
    try await store.clear(at: Sample.time(2))
    let update = try await updates.next()
    #expect(update?.total == 0 && update?.changes.groups == [])
  }

  @Test("Many listeners at once each hear every change")
  func many() async throws {
    let store = RecordStore.inMemory()
    try await store.save(StoreInput(Sample.accounts), at: Sample.time(1))
    try await withThrowingTaskGroup(of: Set<String>.self) { group in
      for _ in 0..<20 {
        let updates = await store.updates
        group.addTask {
          var heard: Set<String> = []
          for try await update in updates {
            heard.formUnion(update.changes.groups.map(\.id))
            if heard.count == 50 { break }
          }
          return heard
        }
      }
      for number in 0..<50 {
        try await store.append(Self.deposit("n\(number)"), at: Sample.time(2))
      }
      for try await heard in group { #expect(heard.count == 50) }
    }
  }

  @Test("The sequence ends when the task is cancelled, and when the store is closed")
  func ends() async throws {
    let store = RecordStore.inMemory()
    let updates = await store.updates
    let listener = Task {
      var count = 0
      for try await _ in updates { count += 1 }
      return count
    }
    try await Task.sleep(for: .milliseconds(20))
    listener.cancel()
    #expect(try await listener.value == 0)
    let others = await store.updates
    let other = Task { for try await _ in others {} }
    await store.close()
    try await other.value
    await #expect { try await store.load() } throws: { error in
      if case .closed? = error as? StoreFailure { true } else { false }
    }
    var late = await store.updates.makeAsyncIterator()
    #expect(try await late.next() == nil)
  }

  @Test("Without listeners nothing is kept, and nothing looks for changes")
  func gone() async throws {
    let store = RecordStore.inMemory()
    do {
      let updates = await store.updates
      var iterator = updates.makeAsyncIterator()
      try await store.append(Self.accounts, at: Sample.time(1))
      #expect(try await iterator.next() != nil)
      #expect(await store.hasListeners)
    }
    var waits = 0
    while await store.hasListeners, waits < 1_000 {
      try await Task.sleep(for: .milliseconds(1))
      waits += 1
    }
    #expect(await !store.hasListeners)
  }

  @Test("A store of another package is asked for its changes")
  func asked() async throws {
    let store = RecordStore.inMemory()
    try await store.save(StoreInput(Sample.small), at: Sample.time(1))
    var updates = StoreUpdates(asking: store, every: .milliseconds(5)).makeAsyncIterator()
    async let next = updates.next()
    try await Task.sleep(for: .milliseconds(30))
    try await store.append(Self.deposit("new"), at: Sample.time(2))
    #expect(try await next?.changes.groups.map(\.id) == ["new"])
  }
}

/// Several programs, and several handles in one.
@Suite("Shared stores")
struct SharedStoreTests {
  @Test("Handles of one file take turns, and hear each other", arguments: StoreCase.allCases)
  func handles(_ kind: StoreCase) async throws {
    guard kind.isLasting else { return }
    let place = try kind.place()
    let app = try await place.address.opened(.sharing)
    let widget = try place.address.store(.sharing)
    await widget.lookForChanges(every: .milliseconds(5))
    try await app.save(StoreInput(Sample.small), at: Sample.time(1))
    var updates = await widget.updates.makeAsyncIterator()
    async let heard = updates.next()
    try await app.append(StoreInput(Sample.deposit("app", "5")), at: Sample.time(2))
    #expect(try await heard?.changes.groups.map(\.id) == ["app"])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<10 {
        let store = number % 2 == 0 ? app : widget
        group.addTask {
          let deposit = StoreInput(Sample.deposit("n\(number)", "5"))
          try await store.append(deposit, at: Sample.time(3))
        }
      }
      try await group.waitForAll()
    }
    let document = try await app.load()
    #expect(try await widget.load() == document)
    #expect(try await widget.groups(.init()).total == 13)
  }

  @Test("A shared file is not locked between two changes, and waits for another program")
  func locks() async throws {
    let place = try StoreCase.file.place()
    let shared = try place.address.store(.sharing)
    try await shared.save(StoreInput(Sample.small), at: Sample.time(1))
    let writer = try RecordStore.file(place.path, .writing)
    let change = Task {
      _ = try await shared.append(StoreInput(Sample.deposit("n", "5")), at: Sample.time(2))
    }
    try await Task.sleep(for: .milliseconds(30))
    #expect(throws: StoreFailure.self) { try RecordStore.file(place.path, .writing) }
    try await writer.append(StoreInput(Sample.deposit("w", "5")), at: Sample.time(2))
    await writer.close()
    try await change.value
    #expect(try await shared.groups(.init()).total == 4)
    // Closing released the lock.
    await writer.close()
    await #expect(throws: StoreFailure.self) { try await writer.clear(at: Sample.time(3)) }
    let again = try RecordStore.file(place.path, .writing)
    #expect(try await again.groups(.init()).total == 4)
  }

  @Test("A reader follows the writer, also into a rewritten file")
  func follows() async throws {
    let place = try StoreCase.file.place()
    let writer = try place.make()
    try await writer.save(StoreInput(Sample.small), at: Sample.time(1))
    let reader = try RecordStore.file(place.path, .reading)
    for round in 0..<30 {
      let notes = String(repeating: "x", count: 10_000)
      let group = Sample.deposit("g1", "\(1000 + round)", more: ", \"notes\": \"\(notes)\"")
      try await writer.replace(StoreInput(group), at: Sample.time(2))
      #expect(try await reader.load() == writer.load())
    }
    #expect(throws: Never.self) { try RecordStore.file(place.path + ".1", .reading) }
  }

  @Test("A cancelled task writes nothing, and stops opening", arguments: StoreCase.allCases)
  func cancelled(_ kind: StoreCase) async throws {
    let place = try kind.place()
    let store = try place.make()
    try await store.save(StoreInput(Sample.small), at: Sample.time(1))
    let before = try await store.load()
    let change = Task {
      while !Task.isCancelled { await Task.yield() }
      try await store.append(StoreInput(Sample.deposit("n", "5")), at: Sample.time(2))
    }
    change.cancel()
    let result = await change.result
    #expect { try result.get() } throws: { Self.isCancelled($0) }
    #expect(try await store.load() == before)
    guard kind == .file else { return }
    let address = place.address
    let opening = Task {
      while !Task.isCancelled { await Task.yield() }
      _ = try await address.opened(.reading)
    }
    opening.cancel()
    let opened = await opening.result
    #expect { try opened.get() } throws: { Self.isCancelled($0) }
  }

  private static func isCancelled(_ error: any Error) -> Bool {
    if case .cancelled? = error as? StoreFailure { true } else { false }
  }

  @Test("Opening tells its progress")
  func progress() async throws {
    let place = try StoreCase.file.place()
    let store = try place.make()
    try await store.save(StoreInput(Sample.small), at: Sample.time(1))
    let size = try SystemFiles().info(of: place.path).size
    try await confirmation(expectedCount: 2) { told in
      _ = try await place.address.opened(.reading) { progress in
        #expect(progress.total == size && [0, size].contains(progress.done))
        told()
      }
    }
  }

  @Test("A file under data protection is locked, and not damaged or forbidden")
  func dataProtection() {
    let fault = FileFault("read", "/x", code: 1)
    guard case .locked = fault.failure(isProtectedWhileLocked: true) else {
      return #expect(Bool(false), "EPERM is not .locked")
    }
    guard case .unauthorized = fault.failure(isProtectedWhileLocked: false) else {
      return #expect(Bool(false), "EPERM is not .unauthorized")
    }
  }
}
