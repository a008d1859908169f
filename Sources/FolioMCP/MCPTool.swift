/// A tool that a client can call. To add one, write a file with a value of this type, and add it to
/// `all`. A tool that needs more than ledgers is a value of the program, which hands it to
/// `MCPServer`.
public struct MCPTool {
  /// The name: `what_if`.
  public let name: String
  /// The name for people.
  public let title: String
  /// What it answers, for the model that chooses it.
  public let meaning: String
  /// Its arguments besides the ledger.
  let own: [MCPParameter]
  /// The JSON Schema of its answer.
  let output: String
  /// The answer: a JSON object on one line.
  let run: (MCPCall) throws -> [UInt8]

  /// Creates a tool.
  /// - Parameters:
  ///   - parameters: Its arguments besides the ledger.
  ///   - output: The JSON Schema of its answer.
  ///   - run: Returns the answer, a JSON object on one line. The text of an error says what to
  ///     change.
  public init(
    _ name: String, title: String, _ meaning: String, _ parameters: [MCPParameter],
    output: String, run: @escaping (MCPCall) throws -> [UInt8]
  ) {
    (self.name, self.title, self.meaning) = (name, title, meaning)
    (own, self.output, self.run) = (parameters, output, run)
  }

  /// All tools of ledgers, in the order of their list.
  public static var all: [MCPTool] {
    [about, check, proposal, explain, whatIf, harvest] + ReportKind.all.map { MCPTool($0) }
  }

  /// The ledger, if there are several, and the other arguments.
  func parameters(_ ledgers: [MCPLedger]) -> [MCPParameter] {
    let ledger = MCPParameter(
      "ledger", .choice(ledgers.map(\.name)), isRequired: ledgers.count > 1,
      "The ledger; one of those of the server.")
    return [ledger] + own
  }

  /// Writes the definition as an element.
  func write(into json: inout JSONText, _ ledgers: [MCPLedger]) {
    let parameters = parameters(ledgers)
    json.text("name", name)
    json.text("title", title)
    json.text("description", meaning)
    json.object("inputSchema") { json in
      json.text("type", "object")
      json.object("properties") { for parameter in parameters { parameter.write(into: &$0) } }
      json.list("required", parameters.filter(\.isRequired).map(\.name))
      json.json("additionalProperties".utf8, "false".utf8)
    }
    json.json("outputSchema".utf8, output.utf8)
    json.json(
      "annotations".utf8,
      #"{"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "#.utf8
        + Array(#""openWorldHint": false}"#.utf8))
  }
}
