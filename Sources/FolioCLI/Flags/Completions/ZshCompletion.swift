/// Completion for zsh with its function `_arguments`.
enum ZshCompletion {
  static func script() -> String {
    [head, "  local -a commands=(", commands(), "  )", arguments(), cases(), tail]
      .joined(separator: "\n") + "\n"
  }

  private static let head = """
    #compdef folio
    # Completion of folio for zsh.
    # Save as _folio in a folder of $fpath: folio completions zsh > ~/.zfunc/_folio
    _folio() {
      local curcontext="$curcontext" state line
      typeset -A opt_args
    """

  private static let tail = """
          esac ;;
      esac
    }
    if [ "$funcstack[1]" = "_folio" ]; then _folio "$@"; else compdef _folio folio; fi
    """

  private static func arguments() -> String {
    """
      _arguments -C \\
    \(flags(Flag.other, indent: 4)) \\
        '1:command:->command' \\
        '*::argument:->argument'
      case $state in
        command) _describe -t commands 'command' commands ;;
        argument)
          case $words[1] in
    """
  }

  private static func commands() -> String {
    Command.all.map { command in
      "    '\(command.name):\(quoted(command.summary))'"
    }
    .joined(separator: "\n")
  }

  private static func cases() -> String {
    Command.all.map { command in
      var specs = [flags(command.flags, indent: 12)]
      if let operand = command.operand, !operand.isLast {
        let words = operand.choices.joined(separator: " ")
        let action = words.isEmpty ? " " : "(\(words))"
        specs.append("            '1:\(operand.placeholder):\(action)'")
      }
      if command.readsLedgers { specs.append("            '*:ledger:_files'") }
      let body = specs.joined(separator: " \\\n")
      return "        \(command.name))\n          _arguments \\\n\(body) ;;"
    }
    .joined(separator: "\n")
  }

  private static func flags(_ flags: [Flag], indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    return flags.flatMap(specs).map { margin + $0 }.joined(separator: " \\\n")
  }

  /// One specification for each name. The names of one flag exclude each other.
  private static func specs(of flag: Flag) -> [String] {
    let names = flag.names
    let excluded = flag.isRepeatable ? "*" : "(\(names.joined(separator: " ")))"
    return names.map { name in
      let suffix = flag.argument == .none ? "" : name.hasPrefix("--") ? "=" : "+"
      return "'\(excluded)\(name)\(suffix)[\(quoted(flag.summary))]\(value(of: flag))'"
    }
  }

  private static func value(of flag: Flag) -> String {
    switch flag.argument {
    case .none: ""
    case .value(let name): ":\(name): "
    case .file(let name): ":\(name):_files"
    case .choice(let name, let words): ":\(name):(\(words.joined(separator: " ")))"
    }
  }

  /// Escapes a text for a specification in single quotes.
  private static func quoted(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "'": result += "'\\''"
      case "[", "]", ":", "\\": result += "\\\(character)"
      default: result.append(character)
      }
    }
    return result
  }
}
