/// A command line that makes sense: what to do, with what, and how.
struct Invocation: Sendable, Equatable {
  var command: Command
  /// The word before the ledgers: the format of `export`, the shell of `completions`, the
  /// command that `help` is about.
  var operand: String?
  /// Paths in the order given; `-` is standard input, once at most.
  var ledgers: [String] = []
  var options = Options()
  /// What is to be said of the stores that nobody named here: `store: file l.folio (FOLIO_STORE)`.
  var announcement: String?
}

/// Reads the arguments that follow the program's name. Throws the first thing that is wrong.
///
/// `--flag value`, `--flag=value`, `-f value`; flags may stand anywhere, `--` ends them, and short
/// flags are not bundled. A value that starts with a dash needs the form with `=`. Where a store
/// or a ledger is needed and none is named, the configured one is taken.
func parse(
  _ arguments: [String], stores: ConfiguredStores = ConfiguredStores()
) throws(UsageError) -> Invocation {
  if let help = try helpRequest(in: arguments) { return help }
  var reader = ArgumentReader(stores: stores)
  try reader.read(arguments)
  return try reader.invocation()
}

/// Help is given whatever else the line says, so that one can ask halfway through typing it.
private func helpRequest(in arguments: [String]) throws(UsageError) -> Invocation? {
  let line = arguments.prefix { $0 != "--" }
  guard line.contains(where: { $0 == "--help" || $0 == "-h" }) else { return nil }
  if let command = line.first(where: { Command.named($0) != nil }) {
    return Invocation(command: .help, operand: command)
  }
  if let word = line.first(where: { !$0.hasPrefix("-") }) { throw .unknownCommand(word) }
  return Invocation(command: .help)
}
