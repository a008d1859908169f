import Folio

/// Takes arguments from left to right, then checks that they fit together.
struct ArgumentReader {
  private var command: Command?
  private var operands: [String] = []
  private var options = Options()
  private let stores: ConfiguredStores
  /// The stores that the environment names, as far as they are taken.
  private var store: BackendChoice.Place?
  private var remote: BackendChoice.Place?
  /// The flags that were given, with the first value of each, in order.
  private var given: [(flag: Flag, value: String)] = []

  init(stores: ConfiguredStores) { self.stores = stores }

  mutating func read(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        for operand in rest { try take(operand: operand) }
        return
      }
      if argument.hasPrefix("-"), argument != "-" {
        try take(flag: argument, rest: &rest)
      } else {
        try take(operand: argument)
      }
    }
  }

  private mutating func take(operand: String) throws(UsageError) {
    guard command == nil else {
      operands.append(operand)
      return
    }
    guard let named = Command.named(operand) else { throw .unknownCommand(operand) }
    command = named
  }

  private mutating func take(
    flag argument: String, rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let written = String(parts[0])
    guard let flag = ArgumentReader.flag(written) else {
      throw .unknownFlag(written, command: command)
    }
    let inline = parts.count == 2 ? String(parts[1]) : nil
    let value = try ArgumentReader.value(of: flag, inline: inline, rest: &rest)
    if let earlier = given.first(where: { $0.flag.name == flag.name }), !flag.isRepeatable {
      throw .givenTwice(flag: flag.name, values: [earlier.value, value])
    }
    // A name that means something else for another command waits until the command is known.
    if !flag.hasNamesakes { try flag.store(value, &options) }
    given.append((flag, value))
  }

  /// `--format` and `-f` are the same flag; `-format` and `--f` are none.
  private static func flag(_ written: String) -> Flag? {
    let name = String(written.drop { $0 == "-" })
    let isShort = name.count == 1
    guard written == (isShort ? "-" : "--") + name else { return nil }
    return Flag.named(name)
  }

  private static func value(
    of flag: Flag, inline: String?, rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    if flag.argument == .none {
      if let inline { throw .takesNoValue(flag: flag.name, value: inline) }
      return ""
    }
    if let inline {
      if inline.isEmpty { throw .missingValue(flag: flag.name, next: nil) }
      return inline
    }
    guard let next = rest.first, !next.isEmpty, next == "-" || !next.hasPrefix("-") else {
      throw .missingValue(flag: flag.name, next: rest.first)
    }
    rest.removeFirst()
    return next
  }

  /// What was read, once it fits together.
  mutating func invocation() throws(UsageError) -> Invocation {
    guard let command else {
      guard let first = given.first?.flag.name, first == "version" else { throw .noCommand }
      return Invocation(command: .version)
    }
    for (flag, value) in given {
      guard let own = command.flag(flag) else {
        throw .notTaken(flag: flag.name, command: command)
      }
      if flag.hasNamesakes { try own.store(value, &options) }
    }
    var words = operands[...]
    let operand = try operand(of: command, from: &words)
    try checkStore(operand, of: command)
    let ledgers = try ledgers(Array(words), of: command)
    try check(ledgers: ledgers, of: command)
    if let needed = command.needs, !given.contains(where: { $0.flag.name == needed }) {
      throw .missingFlag(flag: needed, command: command)
    }
    try checkPeriod()
    if command.words == .store { try checkPair(operand, ledgers) }
    try checkEntry(ledgers: ledgers, of: command)
    return Invocation(
      command: command, operand: operand, ledgers: ledgers, options: options,
      announcement: announcement(operand))
  }

  private mutating func operand(
    of command: Command, from words: inout ArraySlice<String>
  ) throws(UsageError) -> String? {
    guard let operand = command.operand else { return nil }
    if command.takesStore, command.mayLackStore(before: words.first),
      let found = try stores.store()
    {
      store = found
      return found.address.text
    }
    guard let word = words.popFirst() else {
      if operand.isRequired { throw .missingOperand(command: command) }
      return nil
    }
    guard operand.choices.isEmpty || operand.choices.contains(word) else {
      if command == .help { throw .unknownCommand(word) }
      throw .unknownOperand(command: command, value: word)
    }
    return word
  }

  /// What comes after the operand, with the configured store where nothing does.
  private mutating func ledgers(
    _ words: [String], of command: Command
  ) throws(UsageError) -> [String] {
    guard words.isEmpty else { return words }
    if command.words == .store {
      remote = try stores.remote()
      return remote.map { [$0.address.text] } ?? []
    }
    guard command.readsOneLedger, options.each == nil else { return [] }
    store = try stores.store()
    return store.map { [$0.address.text] } ?? []
  }

  /// What is to be said of the stores that nobody named.
  private func announcement(_ operand: String?) -> String? {
    if let store { return BackendChoice(store: store, remote: remote).line }
    guard let remote, let address = operand.flatMap({ StoreAddress($0) }) else { return nil }
    return BackendChoice(store: .init(address, .caller), remote: remote).line
  }

  private func check(ledgers: [String], of command: Command) throws(UsageError) {
    switch command.words {
    case .none:
      if let word = ledgers.first { throw .unexpectedWord(word, command: command) }
      return
    case .groupIDs:
      if ledgers.isEmpty { throw .store(.missingGroupID(command: command)) }
      return
    case .store:
      guard let other = ledgers.first else { throw .store(.missingRemote(command: command)) }
      if ledgers.count > 1 { throw .unexpectedWord(ledgers[1], command: command) }
      try checkStore(other, of: command)
      return
    case .ledgers(let atLeastOne):
      if ledgers.isEmpty && atLeastOne { throw .missingLedger(command: command) }
    }
    if ledgers.contains("") { throw .emptyLedger(command: command) }
    for case let server? in ledgers.map({ ServerAddress($0) }) {
      throw .store(.backend(.notBuilt(server.shown, .caller)))
    }
    let inputs = ledgers + options.prices + options.rates
    if inputs.count(where: { $0 == "-" }) > 1 { throw .standardInputTwice }
    if options.each != nil, options.format == .markdown || options.format == .html {
      throw .formatOfOne(options.format.rawValue)
    }
    // Other paths to the same file are found by OutputCheck, which looks at the files.
    let paths = inputs.map { StoreAddress($0)?.path ?? $0 }
    if let output = options.output, paths.contains(output) {
      throw .overwrites(.flag(output), .input(output))
    }
  }

  private func checkStore(_ operand: String?, of command: Command) throws(UsageError) {
    guard command.takesStore, let operand, StoreAddress(operand) == nil else { return }
    if let server = ServerAddress(operand) {
      throw .store(.backend(.notBuilt(server.shown, .caller)))
    }
    throw .store(.notAStore(operand, command: command))
  }

  private func checkPair(_ operand: String?, _ ledgers: [String]) throws(UsageError) {
    if let operand, ledgers == [operand] { throw .store(.backend(.sameStore(operand))) }
  }

  /// What `add` is to add: the flags say it, or the ledgers.
  private func checkEntry(ledgers: [String], of command: Command) throws(UsageError) {
    guard command == .add else { return }
    if options.entry == EntryOptions() {
      if ledgers.isEmpty { throw .store(.nothingToAdd) }
    } else if let ledger = ledgers.first {
      throw .store(.entryAndLedger(ledger))
    } else {
      try options.entry.checkCompleteness()
    }
  }

  private func checkPeriod() throws(UsageError) {
    if options.taxYear != nil, options.from != nil || options.to != nil {
      throw .value(.periodTwice(flag: options.from != nil ? "from" : "to"))
    }
    guard case .day(let from)? = options.from, case .day(let to)? = options.to else { return }
    if from > to { throw .value(.periodReversed(from: from, to: to)) }
  }
}
