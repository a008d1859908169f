import Folio

// The commands about the program itself; their texts come from the definitions of the flags.
extension CommandRunner {
  func help(_ name: String?) -> String {
    name.flatMap(Command.named).map(HelpText.of) ?? HelpText.ofProgram()
  }

  func completions(_ name: String?) -> String {
    CompletionScript.text(for: name.flatMap(Shell.init(rawValue:)) ?? .bash)
  }
}
