import Testing

@testable import FolioCLI

struct CompletionTests {
  @Test(arguments: Shell.allCases)
  func `a script knows every command, flag and word`(shell: Shell) {
    let script = CompletionScript.text(for: shell)
    for command in Command.all {
      #expect(script.contains(command.name))
      for word in command.operand?.choices ?? [] { #expect(script.contains(word)) }
    }
    for flag in Flag.all {
      #expect(script.contains(shell == .fish ? "-l \(flag.name) " : flag.dashed), "\(flag.name)")
      let words = flag.argument.choices.joined(separator: " ")
      if !words.isEmpty { #expect(script.contains(words), "\(flag.name)") }
    }
  }

  @Test func `bash offers a command its own flags only`() throws {
    let script = CompletionScript.text(for: .bash)
    let line = try #require(
      script.split(separator: "\n").first { $0.contains(" completions) ") && $0.contains("-h") })
    #expect(line.contains("\"--help -h\""))
  }

  @Test func `zsh lets a repeatable flag be typed again`() {
    let script = CompletionScript.text(for: .zsh)
    #expect(script.contains("'*--symbol=[only this instrument; repeatable]:SYM: '"))
    #expect(script.contains("'(--format -f)--format=[output format]:FORMAT:(table json"))
    #expect(script.contains("'holdings:instruments held\\: quantity, average cost, cost basis'"))
  }

  @Test func `fish offers a flag to the commands that take it`() {
    let script = CompletionScript.text(for: .fish)
    let lines = script.split(separator: "\n")
    #expect(lines.contains("complete -c folio -s h -l help -d 'show this help'"))
    let export = lines.filter {
      $0.contains(
        " -a 'folio-json folio-ndjson simple coinflip folio-csv beancount journal ghostfolio "
          + "cgt-calc-raw acb sqlite xlsx'")
    }
    #expect(export.count == 1)
    #expect(export.allSatisfy { $0.contains("-n '__fish_seen_subcommand_from export; and not") })
    #expect(script.contains("-l output -r -F -d 'write to this file"))
  }
}
