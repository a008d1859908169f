import Foundation
import Testing

/// Paths that name no ledger: pipes in folders, folders with the name of a ledger, and names that
/// are not UTF-8.
struct PathSpecs {
  private func program() throws -> Program {
    let program = try Program()
    try FileManager.default.createDirectory(
      atPath: program.path("each"), withIntermediateDirectories: true)
    try program.write("{}", to: "each/a.json")
    return program
  }

  @Test("in a folder only files are read, and nothing waits for a pipe")
  func folders() throws {
    let program = try program()
    try FileManager.default.createDirectory(
      atPath: program.path("each/folder.json"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: program.path("each/link.json"), withDestinationPath: "folder.json")
    let plain = try program.run("cash", "--each", "file", "each", "-f", "json")
    #expect(plain.status == 0, "\(plain.message)")
    #expect(plain.text.split(separator: "\n").count == 1)

    #expect(mkfifo(program.path("each/pipe.json"), 0o600) == 0)
    try FileManager.default.createSymbolicLink(
      atPath: program.path("each/z.json"), withDestinationPath: "/dev/zero")
    let answer = try program.run("cash", "--each", "file", "each", "-f", "json")
    #expect(answer.status == 1)
    #expect(answer.text.split(separator: "\n").count == 3)
    for name in ["pipe", "z"] {
      #expect(answer.message.contains("folio: each/\(name).json: it is a pipe or a device"))
    }
    #expect(answer.message.hasSuffix("folio: 2 of 3 portfolios failed\n"))
    let lines = try program.run("cash", "--each", "line", "each")
    #expect(lines.status == 3 && lines.message.contains("pipe.json: it is a pipe or a device"))
  }

  @Test("a pipe that is named is read")
  func pipes() throws {
    let program = try program()
    let script = "mkfifo p; cat each/a.json > p & exec \"$1\" cash"
    #expect(try program.run(shell: script + " p").status == 0)
    let each = "cat each/a.json > q & exec \"$1\" cash --each file q"
    #expect(try program.run(shell: "mkfifo q; " + each).status == 0)
    #expect(try program.run(shell: "cat each/a.json | \"$1\" cash /dev/stdin").status == 0)
  }

  @Test("a name that is not UTF-8 is refused, and shown")
  func bytes() throws {
    let program = try program()
    let name = Array("a".utf8) + [0xFF] + Array(".json".utf8)
    let copy = "cp each/a.json \"$(printf 'a\\357\\277\\275.json')\"; exec \"$@\""
    for arguments in [["cash"], ["cash", "a.json", "-o"], ["init", "file:x"]] {
      let answer = try program.run(arguments.map { Array($0.utf8) } + [name], shell: copy)
      #expect(answer.status == 2)
      #expect(answer.output.isEmpty)
      #expect(answer.message.hasPrefix("folio: the argument 'a\\xff.json' is not UTF-8."))
    }
    for variable in ["FOLIO_STORE", "FOLIO_CONFIG"] {
      program.environment = [variable: Array("file:".utf8) + name]
      let answer = try program.run("cash")
      #expect(answer.status == 2)
      #expect(answer.message.hasPrefix("folio: \(variable): 'file:a\\xff.json' is not UTF-8"))
    }
    program.environment = [:]
    #expect(!program.names.contains { $0.hasPrefix("x") })
  }

  #if os(Linux)
  @Test("a file in a folder whose name is not UTF-8 fails alone")
  func names() throws {
    let program = try program()
    let make = "touch \"$(printf 'each/b\\377\\033.json')\"; exec \"$@\""
    let answer = try program.run("cash", "--each", "file", "each", shell: make)
    #expect(answer.status == 1)
    let words = "folio: each/b\\xff\\u001b.json: its name is not UTF-8; rename it\n"
    #expect(answer.message.contains(words), "\(answer.message)")
    #expect(answer.message.hasSuffix("folio: 1 of 2 portfolios failed\n"))
  }
  #endif
}
