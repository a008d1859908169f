// The commands that use stores.
extension CommandRunner {
  /// Opens the store of a command line for writing and applies a change.
  func changeStore(
    _ invocation: Invocation,
    _ change: (CommandRunner, inout StoreOperations, Invocation) throws -> Void
  ) throws {
    guard let address = invocation.store else { return }
    try changeStore(address, invocation) { store in try change(self, &store, invocation) }
  }

  /// Opens a store for writing and applies a change.
  func changeStore(
    _ address: StoreAddress, _ invocation: Invocation,
    _ change: (inout StoreOperations) throws -> Void
  ) throws {
    do {
      var store = try open(address, .writing, invocation)
      store.altersClosedBooks = invocation.options.force
      try change(&store)
    } catch StoreFailure.notFound(.store) {
      throw CommandFailure.ended(
        ExitStatus.file,
        "there is no store '\(address.shown)'; 'folio init \(address.shown)' creates one")
    }
  }

  /// Applies a change to each group that the command line names and prints a line for each.
  /// - Parameters:
  ///   - done: what was done to a group.
  ///   - reason: what a group is if nothing was to be done.
  func changeGroups(
    _ invocation: Invocation, _ done: String, unchanged reason: String,
    _ change: (String, inout StoreOperations, Timestamp) throws(StoreFailure) -> StoredGroup
  ) throws {
    try changeStore(invocation) { runner, store, invocation in
      for word in invocation.ledgers {
        let id = try StoreIDs(store).id(of: word) ?? word
        let now = runner.environment.now()
        let old = try store.group(id)
        let new = try StoreLockRetry().change { () throws(StoreFailure) in
          try change(id, &store, now)
        }
        runner.showWarnings(store.warnings, invocation)
        let isDone = new.sequence != old.sequence
        runner.say(isDone ? "\(done) \(id)" : "\(id) \(reason): nothing changed", invocation)
      }
    }
  }

  /// Opens a store, and shows the warning if its last change was incomplete.
  func open(
    _ address: StoreAddress, _ access: StoreAccess, _ invocation: Invocation
  ) throws(StoreFailure) -> StoreOperations {
    let store = try environment.openStore(address, access)
    showWarnings(store.openingWarnings, invocation)
    return store
  }

  /// Writes the readable part of a damaged store, and lists the damaged places.
  func salvage(_ invocation: Invocation) throws {
    guard invocation.operand == ExportFormat.folioNDJSON.name, invocation.ledgers.count == 1,
      let address = StoreAddress(invocation.ledgers[0])
    else {
      throw CommandFailure.usage(
        "--salvage reads one store: folio export folio-ndjson --salvage file:PATH")
    }
    do {
      _ = try environment.openStore(address, .reading)
    } catch StoreFailure.corrupt(let damage) {
      for place in damage.places {
        environment.writeError(
          "\(damage.name):\(place.line): \(place.reason) (byte \(place.offset))\n")
      }
    }
    var store = try environment.openStore(address, .salvaging)
    let bytes = try store.load()
    try write(bytes)
    say("\(groups(try store.counts().groups)) can be read", invocation)
  }

  /// Creates a store, either empty or with the contents of ledgers.
  func initialize(_ invocation: Invocation) throws {
    guard let address = invocation.store else { return }
    let document: [UInt8]
    if !invocation.ledgers.isEmpty {
      if invocation.options.booking != BookingOptions() {
        throw CommandFailure.usage(
          "--base and the other settings are for an empty store; the ledgers have their own")
      }
      document = LedgerWriter(try checked(invocation)).bytes(.lines)
    } else {
      document = settings(invocation.options.booking)
    }
    var input = StoreInput(document, name: invocation.ledgers.joined(separator: ", "))
    // The ledgers were checked above.
    input.isStored = true
    var store = try environment.createStore(address, input, environment.now(), receiver)
    say("created \(address.shown) with \(groups(try store.counts().groups))", invocation)
    if invocation.ledgers.isEmpty, invocation.options.booking == BookingOptions() {
      say(
        "it has no base currency yet. Reports of several currencies need one: give --base to init "
          + "or to each report.", invocation)
    }
  }

  func edit(_ store: inout StoreOperations, _ invocation: Invocation) throws {
    for name in invocation.ledgers {
      let input = try input(name, for: invocation.store)
      if input.hasOnlyRows {
        let replaced = try StoreLockRetry().change { () throws(StoreFailure) in
          try store.replaceRows(input, at: environment.now())
        }
        showWarnings(store.warnings, invocation)
        say("replaced \(replaced.joined(separator: ", "))", invocation)
        continue
      }
      let ids = StoreIDs(store)
      let id = try input.groupID.flatMap { try ids.id(of: $0) }
      let old = try id.flatMap { try store.groups(ids: [$0]).first }
      let new = try replace(input, as: id, in: &store)
      showWarnings(store.warnings, invocation)
      let isDone = new.sequence != old?.sequence
      let isRestored = old?.deletedAt != nil && new.deletedAt == nil
      say(
        isDone
          ? "replaced \(new.id)\(isRestored ? ", which was deleted" : "")"
          : "\(new.id) is already like this: nothing changed", invocation)
    }
  }

  private func replace(
    _ input: StoreInput, as id: String?, in store: inout StoreOperations
  ) throws -> StoredGroup {
    do {
      return try StoreLockRetry().change { () throws(StoreFailure) in
        try store.replace(input, as: id, at: environment.now())
      }
    } catch StoreFailure.conflict(.notOneGroup(let count)) {
      throw CommandFailure.usage(
        "\(input.name) has \(groups(count)). Give each ledger one group, or accounts and "
          + "instruments alone.")
    }
  }

  /// Prints the warnings that a change brought.
  func showWarnings(_ warnings: LedgerFaults, _ invocation: Invocation) {
    if warnings.diagnostics.isEmpty { return }
    environment.writeError(text(warnings, invocation.options))
  }

  func input(_ name: String, for store: StoreAddress?) throws -> StoreInput {
    var input: StoreInput
    if let address = StoreAddress(name) {
      var other = try environment.openStore(address, .reading)
      input = StoreInput(try other.load(), name: name)
      input.isStored = true
    } else {
      input = StoreInput(try contents(name), name: name)
    }
    input.relocation = relocation(of: name, to: store)
    return input
  }

  func say(_ words: TerminalText, _ invocation: Invocation) {
    if !invocation.options.quiet { environment.writeError("folio: \(words)\n") }
  }

  func groups(_ count: Int) -> String { count == 1 ? "1 group" : "\(count) groups" }
}
