/// Reads arguments from left to right, then checks that they are consistent.
struct ArgumentReader {
  private var command: Command?
  private var operands: [String] = []
  private var options = Options()
  private let stores: ConfiguredStores
  /// The configured stores that this command line uses.
  private var store: BackendChoice.Place?
  private var remote: BackendChoice.Place?
  /// The given flags and their values, in order.
  private var given: [(flag: Flag, value: String)] = []

  private var names: Set<String> { Set(given.map(\.flag.name)) }

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
    if !flag.hasNamesakes { try checkRepetition(of: flag, value) }
    // If the same name has another meaning for another command, the value is stored once the
    // command is known.
    if !flag.hasNamesakes { try flag.store(value, &options) }
    given.append((flag, value))
  }

  private func checkRepetition(
    of flag: Flag, _ value: String, after count: Int = .max
  ) throws(UsageError) {
    guard !flag.isRepeatable,
      let earlier = given.prefix(count).first(where: { $0.flag.name == flag.name })
    else { return }
    let values = [earlier.value, value].filter { !$0.isEmpty }.map { "'\($0)'" }
    let which = values.isEmpty ? "" : " (\(values.joined(separator: " and ")))"
    throw UsageError("\(flag.dashed) is given twice\(which). Give it once.")
  }

  /// Finds a flag as typed. `--format` and `-f` are valid; `-format` and `--f` are not.
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
      guard let inline else { return "" }
      throw UsageError(
        "\(flag.dashed) takes no value, but '\(inline)' is given. Write just \(flag.dashed).")
    }
    if let inline {
      if inline.isEmpty { throw .missingValue(of: flag, next: nil) }
      return inline
    }
    guard let next = rest.first, !next.isEmpty, next == "-" || !next.hasPrefix("-") else {
      throw .missingValue(of: flag, next: rest.first)
    }
    rest.removeFirst()
    return next
  }

  /// The parsed command line, once all checks pass.
  mutating func invocation() throws(UsageError) -> Invocation {
    guard let command else {
      guard let first = given.first?.flag.name, first == "version" else { throw .noCommand }
      return Invocation(command: .version)
    }
    for (index, (flag, value)) in given.enumerated() {
      guard let own = command.flag(flag) else {
        throw .refusedFlag(flag, of: command)
      }
      guard flag.hasNamesakes else { continue }
      try checkRepetition(of: own, value, after: index)
      try own.store(value, &options)
    }
    var words = operands[...]
    let operand = try operand(of: command, from: &words)
    if command.takesStore, let operand { try checkStore(operand, of: command) }
    let ledgers = try ledgers(Array(words), of: command)
    try check(ledgers: ledgers, of: command)
    if let needed = command.needs, !names.contains(needed) {
      let example = command.flags.first { $0.name == needed }?.example ?? ""
      throw UsageError("'\(command.name)' needs --\(needed). For example: \(example)")
    }
    try checkPeriod()
    if options.cashAccount != nil, !options.symbols.isEmpty {
      throw UsageError("--cash and --symbol are two registers. Give one of them.")
    }
    if command.words == .store, let operand, ledgers == [operand] {
      throw UsageError(BackendFault.sameStore(operand))
    }
    try checkEntry(ledgers: ledgers, of: command)
    if command == .whatIf {
      try options.supposed.checkCompleteness(names)
      if let fault = options.choices.faultOfRates({ "--\($0)" }) { throw UsageError(fault) }
    }
    try checkExport(operand, of: command)
    return Invocation(
      command: command, operand: operand, ledgers: ledgers, options: options,
      given: command == .page ? given.map { GivenFlag(flag: $0.flag, value: $0.value) } : [],
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
    if operand.mayBeLeftOut, let word = words.first, !operand.choices.contains(word) { return nil }
    guard let word = operand.isLast ? words.popLast() : words.popFirst() else {
      if operand.isRequired { throw .missingOperand(of: command) }
      return nil
    }
    guard operand.choices.isEmpty || operand.choices.contains(word) else {
      if command == .help { throw .unknownCommand(word) }
      throw .unknownOperand(word, of: command)
    }
    return word
  }

  /// The words after the operand, or the configured store if there are none.
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

  /// The line that names the configured stores in use; nil if there are none.
  private func announcement(_ operand: String?) -> String? {
    if let store { return BackendChoice(store: store, remote: remote).line }
    guard let remote, let address = operand.flatMap({ StoreAddress($0) }) else { return nil }
    return BackendChoice(store: .init(address, .caller), remote: remote).line
  }

  private func check(ledgers: [String], of command: Command) throws(UsageError) {
    switch command.words {
    case .none:
      if let word = ledgers.first { throw .unexpectedWord(word, command) }
    case .groupIDs:
      if !ledgers.isEmpty { return }
      throw UsageError(
        "'\(command.name)' needs the id of a group, after the STORE. "
          + "'folio log STORE' lists them.")
    case .store:
      guard let other = ledgers.first else {
        throw UsageError(
          "'\(command.name)' needs the STORE to sync with, after the first one. Name it, or set "
            + "FOLIO_REMOTE.")
      }
      if ledgers.count > 1 { throw .unexpectedWord(ledgers[1], command) }
      try checkStore(other, of: command)
    case .ledgers(let atLeastOne):
      if ledgers.isEmpty && atLeastOne { throw .missingLedger(of: command) }
      try checkFiles(ledgers, of: command)
    }
  }

  private func checkFiles(_ ledgers: [String], of command: Command) throws(UsageError) {
    if ledgers.contains("") { throw .emptyLedger(of: command) }
    for word in ledgers where StoreAddress(word) == nil {
      if StoreAddress.lacksPath(word) || ServerAddress(word) != nil {
        throw .notAStore(word, command)
      }
    }
    let inputs = ledgers + options.prices.map(\.path) + options.rates
    if inputs.count(where: { $0 == "-" }) > 1 {
      throw UsageError("'-' is given twice, but standard input can be read only once.")
    }
    if options.each != nil, options.format == .markdown || options.format == .html {
      throw UsageError(
        "--each has no --format \(options.format.rawValue). Use table, csv or json.")
    }
    // `OutputCheck` later compares the files themselves, to find different paths to the same file.
    let paths = inputs.map { StoreAddress($0)?.path ?? $0 }
    if let output = options.output, paths.contains(output) {
      throw .overwrites(.flag(output), .input(output))
    }
  }

  private func checkStore(_ word: String, of command: Command) throws(UsageError) {
    if StoreAddress(word) == nil { throw .notAStore(word, command) }
  }

  /// Checks that `add` has something to add, and either flags or ledgers.
  private func checkEntry(ledgers: [String], of command: Command) throws(UsageError) {
    guard command == .add else { return }
    if options.entry == EntryOptions() {
      if !ledgers.isEmpty || !options.prices.isEmpty || !options.rates.isEmpty { return }
      throw UsageError(
        "'add' needs a transaction, such as --buy AAPL --quantity 10 --price 180.25; something "
          + "new, such as --account eur:EUR; or a ledger.")
    }
    if let ledger = ledgers.first {
      throw UsageError(
        "'add' takes the transaction of its flags or '\(ledger)', not both. Call it twice.")
    }
    try options.entry.checkCompleteness(names)
  }

  /// Checks that the flags of reports are given only for formats that contain reports.
  private func checkExport(_ operand: String?, of command: Command) throws(UsageError) {
    guard command == .export, let format = operand.flatMap(ExportFormat.named) else { return }
    for (flag, _) in given where flag.scopes.contains(.analysis) && !flag.scopes.contains(.export) {
      if !format.isAnalysis {
        throw UsageError(
          "'export \(format.name)' takes no \(flag.dashed): it writes the ledger as it is. "
            + "Leave \(flag.dashed) out.")
      }
      if format.name == ExportFormat.sqlite.name, flag.topic == .period, flag.name != "as-of",
        ["from", "to", "tax-year"].contains(flag.name)
      {
        throw UsageError(
          "'export sqlite' takes no \(flag.dashed): it writes all days. Use --as-of for the last "
            + "one.")
      }
    }
  }

  private func checkPeriod() throws(UsageError) {
    if let fault = options.choices.faultOfPeriod({ "--\($0)" }) { throw UsageError(fault) }
    guard case .day(let from)? = options.from, case .day(let to)? = options.to, from > to else {
      return
    }
    throw UsageError("--from \(from) is later than --to \(to). Exchange the two.")
  }
}
