/// The help of the program and of each command, generated from the definitions.
enum HelpText {
  /// The maximum length of a line, to fit most terminals.
  static let width = 80

  /// The output of `folio --help`.
  static func program() -> String {
    var lines = [
      "folio: double-entry portfolio accounting, exact to the last digit", "",
      "Usage: folio COMMAND [LEDGER ...] [OPTIONS]", "",
    ]
    lines += wrapped(ledger, to: width)
    for task in Command.tasks {
      lines += ["", "\(task.heading):"]
      for command in task.commands {
        lines += entry(command.name, indent: 2, column: 20, text: command.summary)
      }
    }
    lines += ["", "Examples:"]
    for command in Command.all where ["check", "holdings", "gains"].contains(command.name) {
      lines += command.examples.prefix(1).flatMap(self.lines(of:))
    }
    lines += ["", "Options of every report:"]
    let brief = Flag.all.filter { $0.topic != .other && $0.isFirstOfItsName }
    lines += brief.filter { !$0.isOfStores }.flatMap(briefLines)
    lines += ["", "Options of 'add', 'settle' and 'log':"]
    lines += brief.filter(\.isOfStores).flatMap(briefLines)
    lines += ["", "Other options:"]
    lines += Flag.all.filter { $0.topic == .other }.flatMap(briefLines)
    return text(lines + [""] + closing)
  }

  /// The output of `folio COMMAND --help`.
  static func of(_ command: Command) -> String {
    var lines = ["folio \(command.name): \(command.summary)", ""]
    lines += ["Usage: \(command.usage)", ""]
    lines += wrapped(command.description, to: width)
    if let operand = command.operand {
      let choices = operand.choices.joined(separator: ", ")
      let meaning = choices.isEmpty ? operand.meaning : "one of \(choices)"
      lines += [""] + wrapped("\(operand.placeholder) is \(meaning).", to: width)
    }
    for topic in Flag.Topic.allCases {
      let flags = command.flags.filter { $0.topic == topic }
      if !flags.isEmpty { lines += ["", "\(topic.rawValue):"] + flags.flatMap(fullLines) }
    }
    lines += ["", "Examples:"] + command.examples.flatMap(self.lines(of:))
    return text(lines)
  }

  private static let ledger = """
    A LEDGER is a file, '-' for standard input, or a store such as file:ledger.folio. Several are \
    read as one ledger. Default: the store in FOLIO_STORE.
    """

  private static let closing = [
    "'folio COMMAND --help' describes a command and its options.", "",
    "Exit status: 0 success; 1 errors in the ledger, or a rejected change; 2 usage",
    "error; 3 a file or store cannot be read or written.",
  ]

  private static func text(_ lines: [String]) -> String {
    lines.joined(separator: "\n") + "\n"
  }

  private static func lines(of example: Command.Example) -> [String] {
    ["  # \(example.purpose)", "  \(example.line)"]
  }

  /// A flag with different meanings for different commands is listed once, with all meanings.
  private static func briefLines(of flag: Flag) -> [String] {
    guard flag.hasNamesakes else {
      return entry(signature(of: flag), indent: 2, column: 32, text: "\(flag.summary.sentence).")
    }
    let meanings = Flag.all.filter { $0.name == flag.name }.map { namesake in
      let takers = Command.all.filter { $0.takes(namesake) }.map(\.name)
      return "\(namesake.summary) (\(takers.joined(separator: ", ")))"
    }
    return entry(
      signature(of: flag), indent: 2, column: 32,
      text: "\(meanings.joined(separator: "; ").sentence).")
  }

  private static func fullLines(of flag: Flag) -> [String] {
    var text = "\(flag.summary.sentence)."
    let choices = flag.argument.choices
    if !choices.isEmpty { text += " One of: \(choices.joined(separator: ", "))." }
    if !flag.details.isEmpty { text += " \(flag.details)" }
    if flag.argument != .none { text += " Example: \(flag.example)" }
    return entry(signature(of: flag), indent: 2, column: 32, text: text)
  }

  /// The signature of a flag, such as `-f, --format FORMAT`. Long names are aligned.
  private static func signature(of flag: Flag) -> String {
    let short = flag.short.map { "-\($0), " } ?? "    "
    return short + flag.dashed + (flag.argument.placeholder.map { " \($0)" } ?? "")
  }

  /// A term, followed by its text in a separate column.
  private static func entry(
    _ term: String, indent: Int, column: Int, text: String
  ) -> [String] {
    let start = String(repeating: " ", count: indent) + term
    let margin = String(repeating: " ", count: column)
    var lines = wrapped(text, to: width - column).map { margin + $0 }
    guard start.count + 2 <= column, let first = lines.first else { return [start] + lines }
    lines[0] = start + first.dropFirst(start.count)
    return lines
  }

  /// Wraps a text at spaces. A line exceeds the width only if a single word does.
  static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

extension Flag {
  /// Whether only commands for stores take the flag.
  fileprivate var isOfStores: Bool {
    topic != .other && scopes.isSubset(of: [.entry, .settling, .listing])
  }
}

extension String {
  /// The text with its first letter capitalized.
  fileprivate var sentence: String { prefix(1).uppercased() + dropFirst() }
}
