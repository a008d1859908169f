extension CommandRunner {
  /// Answers messages of the Model Context Protocol until standard input ends.
  func serveTools(_ invocation: Invocation) throws {
    let options = invocation.options
    if (invocation.ledgers + options.prices.map(\.path) + options.rates).contains("-") {
      throw CommandFailure.usage("mcp: '-' is no ledger here: standard input has the messages.")
    }
    var server = MCPServer(try ledgers(invocation), tools: MCPTool.all + [.query])
    var lines = MCPLines()
    var received = try environment.readInput()
    while !received.isEmpty {
      try reply(to: lines.take(received), &server)
      received = try environment.readInput()
    }
    if let line = lines.finish() { try reply(to: [line], &server) }
  }

  private func reply(to lines: [MCPLines.Line], _ server: inout MCPServer) throws(SinkFailure) {
    for reply in server.replies(to: lines) { try environment.writeOutput(reply + [0x0A]) }
  }

  /// The ledgers of the command line. Tools know each by the last part of its path, or by the whole
  /// if several have the same.
  private func ledgers(_ invocation: Invocation) throws -> [MCPLedger] {
    let words = invocation.ledgers
    if Set(words).count < words.count {
      throw CommandFailure.usage("mcp: a ledger is given twice; name each once.")
    }
    let names = words.map { word in
      let path = StoreAddress(word)?.shown ?? word
      return path.split(separator: "/").last.map(String.init) ?? path
    }
    return zip(words, names).map { word, name in
      let isUnique = names.count { $0 == name } == 1
      var one = invocation
      one.ledgers = [word]
      return MCPLedger(isUnique ? name : word) { [one] in
        do {
          return try self.reader(one).reader
        } catch {
          throw MCPToolFailure(CommandFailure(error).text.string)
        }
      }
    }
  }
}
