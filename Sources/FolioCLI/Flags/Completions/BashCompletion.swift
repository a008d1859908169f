/// Completion for bash: one function that inspects the words so far. It requires only bash 3.2, so
/// it also works on macOS.
enum BashCompletion {
  static func script() -> String {
    [head, position(), values(), flags(), words()].joined(separator: "\n") + "\n"
  }

  private static let head = """
    # Completion of folio for bash.
    # Now: source <(folio completions bash). For good: put that line into ~/.bashrc.
    """

  /// Finds the current word, the previous word, the command and the number of operands.
  private static func position() -> String {
    let commands = Command.all.map(\.name).joined(separator: "|")
    return """
      _folio() {
        local word="${COMP_WORDS[COMP_CWORD]}" previous="" command="" operands=0 i
        [ "$COMP_CWORD" -gt 0 ] && previous="${COMP_WORDS[COMP_CWORD-1]}"
        # Bash takes the = of --flag=value for a word of its own.
        if [ "$word" = "=" ]; then word=""
        elif [ "$previous" = "=" ]; then previous="${COMP_WORDS[COMP_CWORD-2]}"; fi
        for ((i = 1; i < COMP_CWORD; i++)); do
          # The value of a flag is neither a command nor an operand.
          case "${COMP_WORDS[i-1]}" in \(valued())|=) continue ;; esac
          case "$command:${COMP_WORDS[i]}" in
            *:-?*|*:=) ;;
            :*) case "${COMP_WORDS[i]}" in \(commands)) command="${COMP_WORDS[i]}" ;; esac ;;
            *) operands=$((operands + 1)) ;;
          esac
        done
      """
  }

  private static func reply(_ words: [String]) -> String {
    "COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$word\"))"
  }

  /// Completes file names. Only a line break separates them, since they may contain spaces.
  private static let files = "local IFS=$'\\n'; COMPREPLY=($(compgen -f -- \"$word\"))"

  private static func valued() -> String {
    let flags = Flag.all.filter { $0.argument != .none && $0.isFirstOfItsName }
    return flags.flatMap(\.names).joined(separator: "|")
  }

  /// Completes the value of the flag before the cursor.
  private static func values() -> String {
    let valued = Flag.all.filter { $0.argument != .none }
    // A name shared by several commands is listed once, with the choices of all of them.
    let lines = valued.filter { $0.isFirstOfItsName }.map { flag in
      let names = flag.names.joined(separator: "|")
      let choices = valued.filter { $0.name == flag.name }.flatMap(\.argument.choices)
      if !choices.isEmpty { return "    \(names)) \(reply(choices)); return ;;" }
      let reply =
        switch flag.argument {
        case .file: files
        case .choice, .value, .none: "COMPREPLY=()"
        }
      return "    \(names)) \(reply); return ;;"
    }
    return (["  case \"$previous\" in"] + lines + ["  esac"]).joined(separator: "\n")
  }

  /// Completes the flags of each command if the current word starts with a dash.
  private static func flags() -> String {
    let lines = Command.all.map { command in
      let names = command.flags.flatMap(\.names)
      return "      \(command.name)) \(reply(names)) ;;"
    }
    let top = Flag.other.flatMap(\.names)
    let head = ["  case \"$word\" in -*)", "    case \"$command\" in"]
    let tail = ["      *) \(reply(top)) ;;", "    esac", "    return ;;", "  esac"]
    return (head + lines + tail).joined(separator: "\n")
  }

  /// Completes commands, then the operands of commands that have any, then files.
  private static func words() -> String {
    let commands = Command.all.map(\.name)
    let lines = Command.all.filter {
      $0.operand.map { !$0.isLast } ?? !$0.readsLedgers
    }.map { command in
      let words = command.operand?.choices ?? []
      return "    \(command.name):0) \(reply(words)); return ;;"
    }
    let head = ["  case \"$command:$operands\" in", "    :*) \(reply(commands)); return ;;"]
    let tail = ["  esac", "  \(files)", "}", "complete -o filenames -F _folio folio"]
    return (head + lines + tail).joined(separator: "\n")
  }
}
