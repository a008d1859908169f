/// A parsed and validated command line.
struct Invocation: Sendable, Equatable {
  var command: Command
  /// The word before the ledgers, such as the format for `export`, the shell for `completions` or
  /// the command for `help`.
  var operand: String?
  /// The store that the operand names.
  var store: StoreAddress? { operand.flatMap { StoreAddress($0) } }
  /// Paths in the order given. `-` is standard input and occurs at most once.
  var ledgers: [String] = []
  var options = Options()
  /// The given flags and their values, in order, for a page that shows other command lines.
  var given: [GivenFlag] = []
  /// A line about the configured stores in use, such as `store: file l.folio (FOLIO_STORE)`.
  var announcement: String?
}

/// A flag of a command line and its value, which is empty if it takes none.
struct GivenFlag: Sendable, Equatable {
  var flag: Flag
  var value: String

  static func == (left: GivenFlag, right: GivenFlag) -> Bool {
    left.flag.name == right.flag.name && left.value == right.value
  }
}

/// Parses the arguments after the program name. Throws the first error.
///
/// Accepts `--flag value`, `--flag=value` and `-f value`. Flags may occur anywhere; `--` ends them;
/// short flags cannot be combined. A value that starts with a dash needs the form with `=`. If a
/// required store or ledger is omitted, the configured store is used.
func parse(
  _ arguments: [String], stores: ConfiguredStores = ConfiguredStores()
) throws(UsageError) -> Invocation {
  if let help = try helpRequest(in: arguments) { return help }
  var reader = ArgumentReader(stores: stores)
  try reader.read(arguments)
  return try reader.invocation()
}

/// Finds a request for help. It takes precedence over errors in the rest of the line.
private func helpRequest(in arguments: [String]) throws(UsageError) -> Invocation? {
  let line = arguments.prefix { $0 != "--" }
  guard line.contains(where: { $0 == "--help" || $0 == "-h" }) else { return nil }
  if let command = line.first(where: { Command.named($0) != nil }) {
    return Invocation(command: .help, operand: command)
  }
  if let word = line.first(where: { !$0.hasPrefix("-") }) { throw .unknownCommand(word) }
  return Invocation(command: .help)
}
