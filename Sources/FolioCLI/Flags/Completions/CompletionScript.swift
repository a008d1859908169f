/// The shell scripts that complete commands, flags and values, generated from the definitions.
enum CompletionScript {
  static func text(for shell: Shell) -> String {
    switch shell {
    case .bash: BashCompletion.script()
    case .zsh: ZshCompletion.script()
    case .fish: FishCompletion.script()
    }
  }
}
