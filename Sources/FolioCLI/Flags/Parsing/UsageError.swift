/// An error in the command line. The exit status is 2.
struct UsageError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The error and the advice in one line, for standard error.
  let message: String

  /// Creates an error from a message that ends with advice.
  init(_ words: String) { message = "folio: \(words)" }

  init(_ fault: BackendFault) { self.init(fault.description) }

  var description: String { message }
}

extension UsageError {
  private static let commandList = "'folio --help' lists the commands."

  static let noCommand = UsageError(
    "name a command, such as 'folio holdings LEDGER'. \(commandList)")

  static func unknownCommand(_ word: String) -> UsageError {
    let hint = Suggestions.question(for: word, among: Command.all.map(\.name))
    return UsageError("there is no command '\(word)'. \(hint ?? commandList)")
  }

  /// - Parameters:
  ///   - written: the flag as typed.
  ///   - command: the command, if already known.
  static func unknownFlag(_ written: String, command: Command?) -> UsageError {
    let hint = hint(forFlag: written, among: command?.flags ?? Flag.all)
    let advice = command?.helpHint ?? commandList
    return UsageError("there is no option '\(written)'. \(hint ?? advice)")
  }

  private static func hint(forFlag written: String, among flags: [Flag]) -> String? {
    let name = written.drop { $0 == "-" }
    // '-format' and '--f' have the right name but the wrong number of dashes.
    if let flag = flags.first(where: { $0.name == name }) {
      return "Did you mean '\(flag.dashed)'?"
    }
    if let short = name.first, flags.contains(where: { $0.short == short }) {
      if name.count == 1 { return "Did you mean '-\(short)'?" }
      if !written.hasPrefix("--") {
        return "Short options stand alone. Did you mean '-\(short) \(name.dropFirst())'?"
      }
    }
    return Suggestions.question(for: written, among: flags.map(\.dashed))
  }

  /// - Parameter next: the word after the flag, if any.
  static func missingValue(of flag: Flag, next: String?) -> UsageError {
    let advice = "For example: \(flag.example)"
    let placeholder = flag.argument.placeholder ?? "value"
    let needed = "\(flag.dashed) needs \(article(placeholder)) \(placeholder)"
    guard let next, !next.isEmpty else { return UsageError("\(needed). \(advice)") }
    return UsageError(
      "\(needed), but '\(next)' follows. \(advice), or \(flag.dashed)=\(next) if that is the "
        + "value.")
  }

  /// A flag that the command does not take. If other reports take it, the message names them.
  static func refusedFlag(_ flag: Flag, of command: Command) -> UsageError {
    let text = "'\(command.name)' takes no \(flag.dashed)."
    guard command.report != nil, command.refuses.contains(flag.name) else {
      return UsageError("\(text) \(command.helpHint)")
    }
    let takers = Command.all.filter { $0.report != nil && $0.takes(flag) }.map(\.name)
    return UsageError("\(text) These reports take it: \(takers.joined(separator: ", ")).")
  }

  static func missingOperand(of command: Command) -> UsageError {
    if command.takesStore {
      return UsageError(
        "'\(command.name)' needs a STORE, such as file:ledger.folio. Or set FOLIO_STORE.")
    }
    if command.operand?.mayBeLeftOut ?? false { return missingFile(of: command) }
    let choices = (command.operand?.choices ?? []).joined(separator: ", ")
    let meaning = choices.isEmpty ? command.operand?.meaning ?? "" : "one of \(choices)"
    let placeholder = command.operand?.placeholder ?? "word"
    return UsageError(
      "'\(command.name)' needs \(article(placeholder)) \(placeholder): \(meaning).")
  }

  private static func article(_ word: String) -> String {
    "AEIO".contains(word.first ?? " ") ? "an" : "a"
  }

  static func unknownOperand(_ value: String, of command: Command) -> UsageError {
    UsageError(
      "'\(command.name)' knows no \(command.operand?.placeholder ?? "word") '\(value)'. "
        + Suggestions.choice(for: value, of: command.operand?.choices ?? []))
  }

  static func unexpectedWord(_ word: String, _ command: Command) -> UsageError {
    UsageError("'\(command.name)' has no use for '\(word)'. \(command.helpHint)")
  }

  private static func missingFile(of command: Command) -> UsageError {
    UsageError("'\(command.name)' needs a FILE. \(command.helpHint)")
  }

  static func missingLedger(of command: Command) -> UsageError {
    if command.operand?.mayBeLeftOut ?? false, command != .prices {
      return missingFile(of: command)
    }
    if command == .start { return missingFile(of: command) }
    let text = "'\(command.name)' needs a ledger. Name a file, or '-' for standard input"
    let advice = command.readsOneLedger ? " Or set FOLIO_STORE." : ""
    guard let operand = command.operand, operand.choices.isEmpty else {
      return UsageError(text + "." + advice)
    }
    let place = operand.isLast ? "before" : "after"
    return UsageError(text + ", \(place) the \(operand.placeholder)." + advice)
  }

  static func emptyLedger(of command: Command) -> UsageError {
    UsageError(
      "'\(command.name)' is given an empty file name. Name a file, or '-' for standard input.")
  }

  static func notAStore(_ word: String, _ command: Command) -> UsageError {
    if let server = ServerAddress(word) {
      return UsageError(BackendFault.notBuilt(server.shown, .caller))
    }
    return UsageError("'\(command.name)': \(BackendFault.advice(onWord: word))")
  }
}

// Outputs that would overwrite other files.
extension UsageError {
  /// The destination of output.
  enum OutputName: Sendable, Equatable {
    /// The value of `--output`.
    case flag(String)
    case standardOutput
    case standardError
  }

  /// A file that must not be overwritten.
  enum Overwritten: Sendable, Equatable {
    /// A file that the command reads, by the name given.
    case input(String)
    /// A file of the store with this address.
    case store(String)
    /// A new file in a folder whose ledgers the command reads.
    case folder(String)
  }

  static func overwrites(_ output: OutputName, _ overwritten: Overwritten) -> UsageError {
    let file =
      switch overwritten {
      case .input(let input) where output == .flag(input): "a file that is read"
      case .input("-"): "a file that is read: standard input"
      case .input(let input): "a file that is read: '\(input)'"
      case .store(let store): "a file of the store \(store)"
      case .folder(let folder): "a ledger of '\(folder)', a folder that is read"
      }
    let (name, advice) =
      switch output {
      case .flag(let path): ("--output '\(path)'", "Name another file.")
      case .standardOutput: ("standard output", "Send it elsewhere.")
      case .standardError: ("standard error", "Send it elsewhere.")
      }
    return UsageError("\(name) would overwrite \(file). \(advice)")
  }
}
