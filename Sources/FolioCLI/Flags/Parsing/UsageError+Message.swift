import FolioNumbers

extension UsageError: CustomStringConvertible {
  /// What is wrong and what to type instead, in one line, as it goes to standard error.
  var message: String { "folio: \(words)" }

  /// The same as `message`.
  var description: String { message }

  private var words: String {
    switch self {
    case .noCommand: "say what to print, such as 'folio holdings LEDGER'. \(Self.commandList)"
    case .unknownCommand(let word): Self.unknownCommand(word)
    case .unknownFlag(let flag, let command): Self.unknownFlag(flag, command)
    case .notTaken(let flag, let command):
      "'\(command.name)' takes no --\(flag). \(Self.helpHint(command))"
    case .missingValue(let flag, let next): Self.missingValue(flag, next)
    case .takesNoValue(let flag, let value):
      "--\(flag) takes no value, but '\(value)' is given. Write just --\(flag)."
    case .givenTwice(let flag, let values): Self.givenTwice(flag, values)
    case .missingFlag(let flag, let command):
      "'\(command.name)' needs --\(flag). For example: \(Flag.named(flag)?.example ?? "")"
    case .missingOperand(let command): Self.missingOperand(command)
    case .unknownOperand(let command, let value): Self.unknownOperand(command, value)
    case .unexpectedWord(let word, let command):
      "'\(command.name)' has no use for '\(word)'. \(Self.helpHint(command))"
    case .missingLedger(let command): Self.missingLedger(command)
    case .emptyLedger(let command):
      "'\(command.name)' is given an empty file name. Name a file, or '-' for standard input."
    case .standardInputTwice: "'-' is given twice, but standard input can be read only once."
    case .formatOfOne(let format):
      "--each has no --format \(format). Use table, csv or json."
    case .overwrites(let output, let file): Self.overwrites(output, file)
    case .readsFileOfStore(let file, let store):
      "'\(file)' is a file of the store \(store), which is changed. Copy it, and name the copy."
    case .notUTF8(let word):
      "the argument '\(word)' is not UTF-8. Rename the file, or write the word in UTF-8."
    case .value(let value): value.message
    case .store(let usage): usage.message
    }
  }

  private static let commandList = "'folio --help' lists the commands."

  private static func helpHint(_ command: Command) -> String {
    "'folio \(command.name) --help' shows what it takes."
  }

  /// `Did you mean 'x'? `, or nothing where no candidate is near.
  fileprivate static func hint(for word: String, among candidates: [String]) -> String {
    let near = Suggestions.near(word, among: candidates).map { "'\($0)'" }
    return near.isEmpty ? "" : "Did you mean \(near.joined(separator: " or "))? "
  }

  private static func unknownCommand(_ word: String) -> String {
    let hint = hint(for: word, among: Command.all.map(\.name))
    let advice = hint.isEmpty ? commandList : String(hint.dropLast())
    return "there is no command '\(word)'. \(advice)"
  }

  private static func unknownFlag(_ written: String, _ command: Command?) -> String {
    let hint = hint(forFlag: written, among: command?.flags ?? Flag.all)
    let advice = command.map(helpHint) ?? commandList
    return "there is no option '\(written)'. \(hint ?? advice)"
  }

  private static func hint(forFlag written: String, among flags: [Flag]) -> String? {
    let name = written.drop { $0 == "-" }
    // '-format' and '--f' are misses of their own kind: only the dashes are wrong.
    if let flag = flags.first(where: { $0.name == name }) {
      return "Did you mean '\(flag.dashed)'?"
    }
    if let short = name.first, flags.contains(where: { $0.short == short }) {
      if name.count == 1 { return "Did you mean '-\(short)'?" }
      if !written.hasPrefix("--") {
        return "Short options stand alone. Did you mean '-\(short) \(name.dropFirst())'?"
      }
    }
    let hint = hint(for: written, among: flags.map(\.dashed))
    return hint.isEmpty ? nil : String(hint.dropLast())
  }

  private static func missingValue(_ name: String, _ next: String?) -> String {
    let flag = Flag.named(name)
    let advice = "For example: \(flag?.example ?? "--\(name)")"
    let placeholder = flag?.argument.placeholder ?? "value"
    let article = "AEIO".contains(placeholder.first ?? " ") ? "an" : "a"
    let needed = "--\(name) needs \(article) \(placeholder)"
    guard let next, !next.isEmpty else { return "\(needed). \(advice)" }
    return "\(needed), but '\(next)' follows. \(advice), "
      + "or --\(name)=\(next) if that is the value."
  }

  private static func givenTwice(_ flag: String, _ values: [String]) -> String {
    let named = values.filter { !$0.isEmpty }.map { "'\($0)'" }
    let which = named.isEmpty ? "" : " (\(named.joined(separator: " and ")))"
    return "--\(flag) is given twice\(which). Give it once."
  }

  private static func missingOperand(_ command: Command) -> String {
    if command.takesStore {
      return "'\(command.name)' needs a STORE, such as file:ledger.folio. Or set FOLIO_STORE."
    }
    let choices = (command.operand?.choices ?? []).joined(separator: ", ")
    let meaning = choices.isEmpty ? command.operand?.meaning ?? "" : "one of \(choices)"
    return "'\(command.name)' needs a \(command.operand?.placeholder ?? "word"): \(meaning)."
  }

  private static func missingLedger(_ command: Command) -> String {
    let text = "'\(command.name)' needs a ledger. Name a file, or '-' for standard input"
    let advice = command.readsOneLedger ? " Or set FOLIO_STORE." : ""
    guard let operand = command.operand, operand.choices.isEmpty else { return text + "." + advice }
    return text + ", after the \(operand.placeholder)." + advice
  }

  private static func unknownOperand(_ command: Command, _ value: String) -> String {
    let choices = command.operand?.choices ?? []
    return "'\(command.name)' knows no \(command.operand?.placeholder ?? "word") '\(value)'. "
      + hint(for: value, among: choices) + "It is one of \(choices.joined(separator: ", "))."
  }

  private static func overwrites(_ output: OutputName, _ overwritten: Overwritten) -> String {
    let file =
      switch overwritten {
      case .input(let input) where output == .flag(input): "a file that is read"
      case .input("-"): "a file that is read: standard input"
      case .input(let input): "a file that is read: '\(input)'"
      case .store(let store): "a file of the store \(store)"
      case .folder(let folder): "a ledger of '\(folder)', a folder that is read"
      }
    switch output {
    case .flag(let path): return "--output '\(path)' would overwrite \(file). Name another file."
    case .standardOutput: return "standard output would overwrite \(file). Send it elsewhere."
    case .standardError: return "standard error would overwrite \(file). Send it elsewhere."
    }
  }
}

extension UsageError.InvalidValue {
  /// What is wrong, and what to write instead.
  var message: String {
    switch self {
    case .unknownChoice(let flag, let value, let allowed):
      "--\(flag) cannot be '\(value)'. " + UsageError.hint(for: value, among: allowed)
        + "It is one of \(allowed.joined(separator: ", "))."
    case .notADay(let flag, let value, let fault):
      "--\(flag): '\(value)' is no day: \(Self.reason(fault)). "
        + "Write YYYY-MM-DD, YYYY-MM, YYYY or 'today'."
    case .notATaxYear(let value):
      "--tax-year: '\(value)' is no tax year. Write 2024, or under the rules uk also 2024/25."
    case .periodTwice(let flag):
      "--tax-year and --\(flag) both set the period. Leave one of them out."
    case .notACurrency(let flag, let value): Self.notACurrency(flag, value)
    case .notACount(let flag, let value, let things):
      "--\(flag): '\(value)' is no number of \(things). Write a whole number such as 7."
    case .periodReversed(let from, let to):
      "--from \(from) is later than --to \(to). Exchange the two."
    }
  }

  private static func notACurrency(_ flag: String, _ value: String) -> String {
    let upper = value.uppercased()
    let isCode = upper != value && (try? Currency(upper)) != nil
    let advice = isCode ? "Did you mean '\(upper)'?" : "Write a code such as USD, EUR or BTC."
    return "--\(flag): '\(value)' is no currency code. \(advice)"
  }

  private static func reason(_ fault: DayFault) -> String {
    switch fault {
    case .monthOutOfRange(let month): "there is no month \(month)"
    case .dayOutOfRange(_, let days): "that month has \(days) days"
    case .yearOutOfRange: "the years are 0001 to 9999"
    case .syntax: "it is not written as one"
    }
  }
}
