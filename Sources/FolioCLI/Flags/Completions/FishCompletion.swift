/// Completion for fish: one `complete` line for each command and each flag.
enum FishCompletion {
  static func script() -> String {
    let head = [
      "# Completion of folio for fish.",
      "# folio completions fish > ~/.config/fish/completions/folio.fish",
      "complete -c folio -f",
    ]
    let lines = head + commands() + operands() + ledgers() + flags()
    return lines.joined(separator: "\n") + "\n"
  }

  private static func commands() -> [String] {
    Command.all.map { command in
      "complete -c folio -n __fish_use_subcommand -a \(command.name) "
        + "-d \(quoted(command.summary))"
    }
  }

  private static func operands() -> [String] {
    Command.all.compactMap { command in
      guard let operand = command.operand, !operand.choices.isEmpty else { return nil }
      let words = operand.choices.joined(separator: " ")
      let isMissing = "not __fish_seen_subcommand_from \(words)"
      // The operands of `help` are command names, which always count as seen.
      let condition =
        command == .help ? seen([command]) : "\(seen([command])); and \(isMissing)"
      return "complete -c folio -n \(quoted(condition)) -a \(quoted(words))"
    }
  }

  private static func ledgers() -> [String] {
    let commands = Command.all.filter(\.readsLedgers)
    return ["complete -c folio -n \(quoted(seen(commands))) -F"]
  }

  private static func flags() -> [String] {
    Flag.all.map { flag in
      let commands = Command.all.filter { $0.takes(flag) }
      let condition =
        commands.isEmpty
        ? "__fish_use_subcommand"
        : commands.count == Command.all.count ? nil : seen(commands)
      var words = ["complete -c folio"]
      if let condition { words.append("-n \(quoted(condition))") }
      if let short = flag.short { words.append("-s \(short)") }
      words += ["-l \(flag.name)"] + value(of: flag) + ["-d \(quoted(flag.summary))"]
      return words.joined(separator: " ")
    }
  }

  private static func value(of flag: Flag) -> [String] {
    switch flag.argument {
    case .none: []
    case .value: ["-x"]
    case .file: ["-r -F"]
    case .choice(_, let words): ["-x -a \(quoted(words.joined(separator: " ")))"]
    }
  }

  private static func seen(_ commands: [Command]) -> String {
    let names = commands.map(\.name).joined(separator: " ")
    return "__fish_seen_subcommand_from \(names)"
  }

  private static func quoted(_ text: String) -> String {
    var result = "'"
    for character in text {
      if character == "'" || character == "\\" { result.append("\\") }
      result.append(character)
    }
    return result + "'"
  }
}
