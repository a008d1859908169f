/// The scripts that make a shell complete commands, flags and their values, made from the
/// definitions like everything else.
enum CompletionScript {
  static func text(for shell: Shell) -> String {
    switch shell {
    case .bash: BashCompletion.script()
    case .zsh: ZshCompletion.script()
    case .fish: FishCompletion.script()
    }
  }

  /// The names of every command.
  static var commandNames: [String] { Command.all.map(\.name) }

  /// The names by which a flag can be typed.
  static func names(of flag: Flag) -> [String] {
    [flag.dashed] + (flag.short.map { ["-\($0)"] } ?? [])
  }

  /// The flags that can be typed before there is a command.
  static var topFlags: [Flag] { Flag.other }
}
