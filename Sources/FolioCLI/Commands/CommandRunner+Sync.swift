// Synchronization of two stores.
extension CommandRunner {
  /// The number of attempts at a round if another program changes a store in the meantime.
  private static let attempts = 5

  /// Sends to each of two stores the changes of the other.
  func sync(_ invocation: Invocation) throws {
    guard let address = invocation.store,
      let named = invocation.ledgers.first.flatMap({ StoreAddress($0) })
    else { return }
    // Whoever signs in later, this stays the ledger of one user.
    var other = try named.resolved()
    var local = try open(address, .writing, invocation)
    let (owner, file) = (StoreOwner(of: address), SyncStateFile(of: address, with: other))
    if let user = other.user { try owner?.check(user) }
    other.copy = try file?.copyPath()
    var remote = try open(other, .writing, invocation)
    if let user = other.user { try owner?.claim(for: user) }
    local.report(to: receiver)
    remote.report(to: receiver)
    local.altersClosedBooks = invocation.options.force
    remote.altersClosedBooks = invocation.options.force
    let lock = try file?.lock()
    defer { withExtendedLifetime(lock) {} }
    for attempt in 1...Self.attempts {
      do throws(StoreFailure) {
        let round = try round(&local, &remote, file, other)
        report(round.progress.replaced, address, other, invocation)
        warn(of: round.progress.latest, invocation)
        tell(round, file, invocation)
        // The sync is done, even if the store cannot be read again now.
        if round.progress.taken > 0, let faults = try? local.bookingFaults() {
          tell(faults, of: address, invocation)
        }
        return
      } catch {
        if case .conflict(.storeChanged) = error, attempt < Self.attempts { continue }
        throw error
      }
    }
  }

  private func round(
    _ local: inout StoreOperations, _ remote: inout StoreOperations, _ file: SyncStateFile?,
    _ other: StoreAddress
  ) throws(StoreFailure) -> SyncRound {
    var round = SyncRound(
      try file?.load() ?? SyncState(), keepsOrder: other.kind.waitsForServer)
    while let request = round.request {
      if case .save(let state) = request { try file?.save(state) }
      round.take(request.side == .remote ? try remote.answer(request) : try local.answer(request))
    }
    return round
  }

  private func report(
    _ replaced: SyncProgress.Replaced?, _ local: StoreAddress, _ remote: StoreAddress,
    _ invocation: Invocation
  ) {
    guard let replaced else { return }
    let store = replaced == .local ? local : remote
    say(
      "\(store.shown) was restored, cleared or replaced since the last sync; "
        + "all groups of both stores were compared", invocation)
  }

  /// Warns of a version from the future. It comes from a device with a wrong clock.
  private func warn(of latest: SyncProgress.Moved?, _ invocation: Invocation) {
    guard let latest, latest.updatedAt.seconds > environment.now().seconds + 86_400 else { return }
    let name = latest.id.map { "group \($0)" } ?? "accounts, instruments, settings or prices"
    say(
      "\(name) has a version of \(latest.updatedAt), which is in the future. Until then, it wins "
        + "over changes of other devices. Set the clock of the device that made it.", invocation)
  }

  private func tell(_ round: SyncRound, _ file: SyncStateFile?, _ invocation: Invocation) {
    for loser in round.state.losers.suffix(round.progress.lost) {
      let name = loser.id.map { "group \($0)" } ?? "accounts, instruments, settings or prices"
      say("\(name), as of \(loser.updatedAt), was replaced by a later version:", invocation)
      say("\(String(decoding: loser.row, as: UTF8.self))", invocation)
    }
    if let file, round.progress.lost > 0 { say("\(file.path) keeps what was replaced", invocation) }
    say("sent \(round.progress.sent), took \(round.progress.taken)", invocation)
  }

  /// Says that two ledgers without faults have some together.
  private func tell(
    _ faults: LedgerFaults, of store: StoreAddress, _ invocation: Invocation
  ) {
    guard let first = faults.errors.first else { return }
    let count = faults.errors.count == 1 ? "a fault" : "\(faults.errors.count) faults"
    say("the merged ledger has \(count): \(first.message) [\(first.code.rawValue)]", invocation)
    say("'folio check \(store.shown)' shows more; void or correct a group of it", invocation)
  }
}
