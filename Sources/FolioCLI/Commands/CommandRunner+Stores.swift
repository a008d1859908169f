import Folio

// The commands that keep a ledger.
extension CommandRunner {
  /// Opens the store of a command line, and changes it.
  func changeStore(
    _ invocation: Invocation,
    _ change: (CommandRunner, inout StoreBook, Invocation) throws -> Void
  ) throws {
    guard let address = invocation.operand.flatMap({ StoreAddress($0) }) else { return }
    do {
      var book = try environment.openStore(address, .writing)
      try change(self, &book, invocation)
    } catch StoreFailure.invalid(let faults) {
      throw failure(faults, invocation.options)
    } catch StoreFailure.notFound(.store) {
      throw CommandFailure.noStore(address)
    }
  }

  /// Changes each of the groups that a command line names, and says what was done.
  func changeGroups(
    _ invocation: Invocation, _ done: String,
    _ change: (String, inout StoreBook, Timestamp) throws(StoreFailure) -> Void
  ) throws {
    try changeStore(invocation) { runner, book, invocation in
      for id in invocation.ledgers {
        let now = runner.environment.now()
        try StoreLockRetry().change { () throws(StoreFailure) in try change(id, &book, now) }
        runner.say("\(done) \(id)", invocation)
      }
    }
  }

  /// A store as a document, for whatever reads ledgers.
  func stored(_ address: StoreAddress) throws -> [UInt8] {
    do throws(StoreFailure) {
      var book = try environment.openStore(address, .reading)
      return try book.load()
    } catch {
      throw CommandFailure(text: "folio: \(error)\n", status: error.status)
    }
  }

  /// Writes what can still be read of a damaged store, and says what can't.
  func salvage(_ invocation: Invocation) throws {
    guard invocation.operand == ExportFormat.folioNDJSON.name, invocation.ledgers.count == 1,
      let address = StoreAddress(invocation.ledgers[0])
    else { throw CommandFailure.salvageOfStores }
    do {
      _ = try environment.openStore(address, .reading)
    } catch StoreFailure.corrupt(let damage) {
      for place in damage.places {
        environment.writeError(
          "\(damage.name):\(place.line): \(place.reason) (byte \(place.offset))\n")
      }
    }
    var book = try environment.openStore(address, .salvaging)
    let bytes = try book.load()
    try withOutput { sink, _ throws(SinkFailure) in try sink.append(bytes) }
    say("\(groups(try book.contents().groups.count)) can be read", invocation)
  }

  /// Makes a store, empty or with what ledgers say.
  func initialize(_ invocation: Invocation) throws {
    guard let address = invocation.operand.flatMap({ StoreAddress($0) }) else { return }
    var document = Array("{}".utf8)
    if !invocation.ledgers.isEmpty {
      if invocation.options.base != nil { throw CommandFailure.baseOfLedgers }
      document = LedgerWriter(try checked(invocation)).bytes(.lines)
    } else if let base = invocation.options.base {
      document = Array("{\"settings\": {\"base_currency\": \"\(base.code)\"}}".utf8)
    }
    let input = StoreInput(document, name: invocation.ledgers.joined(separator: ", "))
    do throws(StoreFailure) {
      var book = try environment.createStore(address, input, environment.now())
      say("made \(address.text) with \(groups(try book.contents().groups.count))", invocation)
    } catch {
      if case .invalid(let faults) = error { throw failure(faults, invocation.options) }
      throw error
    }
  }

  func add(to book: inout StoreBook, _ invocation: Invocation) throws {
    if invocation.ledgers.isEmpty {
      let row = try entry(invocation.options.entry, for: try book.contents())
      try add(StoreInput(row, name: "the flags"), to: &book, invocation)
    }
    for name in invocation.ledgers {
      try add(StoreInput(try document(name), name: name), to: &book, invocation)
    }
  }

  private func add(
    _ input: StoreInput, to book: inout StoreBook, _ invocation: Invocation
  ) throws(StoreFailure) {
    let added = try StoreLockRetry().change { () throws(StoreFailure) in
      try book.append(input, at: environment.now())
    }
    let ids = added.map(\.id).joined(separator: ", ")
    let words =
      added.isEmpty
      ? "what \(input.name) has beside groups" : added.count > 3 ? groups(added.count) : ids
    say("added \(words)", invocation)
  }

  func edit(_ book: inout StoreBook, _ invocation: Invocation) throws {
    for name in invocation.ledgers {
      let input = StoreInput(try document(name), name: name)
      let replaced = try StoreLockRetry().change { () throws(StoreFailure) in
        try book.replace(input, at: environment.now())
      }
      say("replaced \(replaced.id)", invocation)
    }
  }

  private func document(_ name: String) throws -> [UInt8] {
    if let address = StoreAddress(name) { return try stored(address) }
    return try contents(name)
  }

  func say(_ words: TerminalText, _ invocation: Invocation) {
    if !invocation.options.quiet { environment.writeError("folio: \(words)\n") }
  }

  func groups(_ count: Int) -> String { count == 1 ? "1 group" : "\(count) groups" }
}

extension CommandFailure {
  fileprivate static func noStore(_ address: StoreAddress) -> CommandFailure {
    CommandFailure(
      text: "folio: there is no store '\(address.text)'; 'folio init \(address.text)' makes one\n",
      status: ExitStatus.file)
  }
  fileprivate static let salvageOfStores = CommandFailure.usage(
    "--salvage reads one store: folio export folio-ndjson --salvage file:PATH")
  fileprivate static let baseOfLedgers = CommandFailure.usage(
    "--base is for an empty store; the ledgers have settings of their own")
}
