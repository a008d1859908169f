import Folio
import FolioMCP
import Testing

@testable import TestSupport

/// The protocol, apart from what the tools answer.
@Suite("Messages of the Model Context Protocol")
struct ServerTests {
  private func server() -> MCPServer {
    MCPServer([
      MCPLedger("one.json") { LedgerReader() },
      MCPLedger("two.json") { throw MCPToolFailure("two.json cannot be read.") },
    ])
  }

  private func initialized() throws -> MCPServer {
    var server = server()
    let message =
      #"{"jsonrpc": "2.0", "id": 0, "method": "initialize", "#
      + #""params": {"protocolVersion": "2025-06-18"}}"#
    let reply = try #require(text(of: message, &server))
    #expect(reply.contains(#""protocolVersion": "2025-06-18""#))
    return server
  }

  private func text(of message: String, _ server: inout MCPServer) -> String? {
    server.replies(to: [.message(Array(message.utf8))]).first.map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private func call(_ tool: String, _ arguments: String) throws -> String {
    var server = try initialized()
    let message =
      #"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "#
      + #""params": {"name": "\#(tool)", "arguments": \#(arguments)}}"#
    return try #require(text(of: message, &server))
  }

  @Test(arguments: [
    ("2024-11-05", "2024-11-05"), ("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"),
    ("2099-01-01", "2025-11-25"), ("2026-07-28", "2025-11-25"), ("", "2025-11-25"),
  ])
  func versionIsNegotiated(_ asked: String, _ agreed: String) throws {
    var server = server()
    let message =
      #"{"jsonrpc": "2.0", "id": "a", "method": "initialize", "#
      + #""params": {"protocolVersion": "\#(asked)"}}"#
    let reply = try #require(text(of: message, &server))
    #expect(reply.contains(#""protocolVersion": "\#(agreed)""#))
    #expect(reply.contains(#""id": "a""#) && server.version == agreed)
    #expect(try #require(text(of: message, &server)).contains("-32600"))
  }

  @Test(arguments: [
    ("{", "-32700"), ("nonsense", "-32700"), (#"{"a": 1, "a": 2}"#, "-32700"),
    (String(repeating: "[", count: 100_000), "-32700"), ("\u{FEFF}{}", "-32700"),
    ("[]", "-32600"), (#"[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]"#, "-32600"),
    ("1", "-32600"), ("null", "-32600"), (#""ping""#, "-32600"), ("{}", "-32600"),
    (#"{"jsonrpc": "1.0", "id": 1, "method": "ping"}"#, "-32600"),
    (#"{"jsonrpc": "2.0", "id": null, "method": "ping"}"#, "-32600"),
    (#"{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}"#, "-32600"),
    (#"{"jsonrpc": "2.0", "id": {}, "method": "ping"}"#, "-32600"),
    (#"{"jsonrpc": "2.0", "id": 1, "method": 5}"#, "-32600"),
    (#"{"jsonrpc": "2.0", "id": 1}"#, "-32600"),
    (#"{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": []}"#, "-32602"),
    (#"{"jsonrpc": "2.0", "id": 1, "method": "resources/list"}"#, "-32601"),
    (#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"cursor": "x"}}"#, "-32602"),
    (#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call"}"#, "-32602"),
    (#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x"}}"#, "-32602"),
    (
      #"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": 7}}"#, "-32602"
    ),
    (
      #"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "#
        + #""params": {"name": "check", "arguments": "x"}}"#, "-32602"
    ),
  ])
  func badMessagesGetErrors(_ message: String, _ code: String) throws {
    var server = try initialized()
    let reply = try #require(text(of: message, &server))
    #expect(reply.contains(#""error": {"code": \#(code), "#), "\(reply)")
    #expect(!reply.contains("\n"))
    // The server goes on.
    #expect(text(of: #"{"jsonrpc": "2.0", "id": 9, "method": "ping"}"#, &server) != nil)
  }

  @Test func bytesThatAreNoText() throws {
    var server = try initialized()
    let message = Array(#"{"jsonrpc": "2.0", "id": 1, "method": "pi"#.utf8) + [0xFF, 0x22, 0x7D]
    let reply = try #require(server.replies(to: [.message(message)]).first)
    #expect(String(decoding: reply, as: UTF8.self).contains("-32700"))
    let long = try #require(server.replies(to: [.tooLong]).first)
    #expect(String(decoding: long, as: UTF8.self).contains("-32600"))
  }

  @Test(arguments: [
    #"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#,
    #"{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 99}}"#,
    #"{"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "check"}}"#,
    #"{"jsonrpc": "2.0", "id": 4, "result": {}}"#,
    #"{"jsonrpc": "2.0", "id": 4, "error": {"code": 1, "message": "no"}}"#, "", "  ", "\r",
  ])
  func noReply(_ message: String) throws {
    var server = try initialized()
    #expect(text(of: message, &server) == nil)
  }

  @Test func firstComesInitialize() throws {
    var server = server()
    let list = #"{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}"#
    #expect(try #require(text(of: list, &server)).contains("-32600"))
    let ping = #"{"jsonrpc": "2.0", "id": 1, "method": "ping"}"#
    #expect(text(of: ping, &server) == #"{"jsonrpc": "2.0", "id": 1, "result": {}}"#)
    let empty = #"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}"#
    #expect(try #require(text(of: empty, &server)).contains("-32602"))
  }

  @Test(arguments: [
    ("holdings", #"{}"#, "'ledger' is missing"),
    ("holdings", #"{"ledger": "../one.json"}"#, "must be one of"),
    ("holdings", #"{"ledger": "/etc/passwd"}"#, "must be one of"),
    ("holdings", #"{"ledger": "one.json\u0000"}"#, "must be one of"),
    ("holdings", #"{"ledger": ["one.json"]}"#, "must be one of"),
    ("holdings", #"{"ledger": "one.json", "--output": "x"}"#, "no argument '--output'"),
    ("holdings", #"{"ledger": "one.json", "output": "x"}"#, "no argument 'output'"),
    ("holdings", #"{"ledger": "one.json", "prices": "/etc/passwd"}"#, "no argument 'prices'"),
    ("holdings", #"{"ledger": "one.json", "as_of": "2024"}"#, "must be a date"),
    ("holdings", #"{"ledger": "one.json", "as_of": "--output=x"}"#, "must be a date"),
    ("holdings", #"{"ledger": "one.json", "base": "--output=x"}"#, "is no currency"),
    ("holdings", #"{"ledger": "one.json", "limit": -1}"#, "whole number from 0"),
    ("holdings", #"{"ledger": "one.json", "limit": 1e9}"#, "whole number from 0"),
    ("holdings", #"{"ledger": "one.json", "symbols": ["NONE"]}"#, "no symbol 'NONE'"),
    ("holdings", #"{"ledger": "one.json", "symbols": "NONE"}"#, "must be a list"),
    ("holdings", #"{"ledger": "two.json"}"#, "two.json cannot be read."),
    ("tax_form", #"{"ledger": "one.json"}"#, "needs tax rules"),
    ("explain", #"{"ledger": "one.json", "name": "no"}"#, "no group and no symbol 'no'"),
    ("gains", #"{"ledger": "one.json", "tax_year": 2024, "from": "2024-01-01"}"#, "both set the"),
    ("gains", #"{"ledger": "one.json", "from": "2024-02-01", "to": "2024-01-01"}"#, "exchange"),
    (
      "what_if", #"{"ledger": "one.json", "side": "sell", "symbol": "A", "quantity": true}"#,
      "must be a number"
    ),
    (
      "what_if", #"{"ledger": "one.json", "side": "sell", "symbol": "A", "quantity": "1"}"#,
      "no day"
    ),
    ("propose_group", #"{"ledger": "one.json", "group": "x"}"#, "must be a JSON object"),
  ])
  func badArgumentsAreFailuresOfTheTool(
    _ tool: String, _ arguments: String, _ message: String
  ) throws {
    let reply = try call(tool, arguments)
    #expect(reply.contains(#""isError": true"#) && reply.contains(message), "\(reply)")
    #expect(!reply.contains("structuredContent"))
  }

  private static func modern(_ method: String, _ version: String, _ more: String = "") -> String {
    #"{"jsonrpc": "2.0", "id": 1, "method": "\#(method)", "params": {\#(more)"_meta": {"#
      + #""io.modelcontextprotocol/protocolVersion": "\#(version)", "#
      + #""io.modelcontextprotocol/clientCapabilities": {}}}}"#
  }

  @Test func requestsThatStateTheirVersionNeedNoHandshake() throws {
    var server = server()
    let found = try #require(text(of: Self.modern("server/discover", "2026-07-28"), &server))
    #expect(found.contains(#""supportedVersions": ["2026-07-28", "2025-11-25""#))
    #expect(found.contains(#""resultType": "complete""#))
    let list = try #require(text(of: Self.modern("tools/list", "2026-07-28"), &server))
    #expect(list.contains(#""cacheScope": "private""#))
    let call = Self.modern("tools/call", "2026-07-28", #""name": "check", "#)
    #expect(try #require(text(of: call, &server)).contains("'ledger' is missing"))
    for version in ["2099-01-01", "2025-11-25", ""] {
      let reply = try #require(text(of: Self.modern("tools/list", version), &server))
      #expect(reply.contains("-32022") && reply.contains(#""requested": "\#(version)""#))
    }
    #expect(try #require(text(of: Self.modern("ping", "2026-07-28"), &server)).contains("-32601"))
    let bare = #"{"jsonrpc": "2.0", "id": 1, "method": "server/discover"}"#
    #expect(try #require(text(of: bare, &server)).contains("-32602"))
    #expect(server.version == nil)
  }

  @Test func cancelledRequestsAreLeftOut() throws {
    var server = try initialized()
    let lines = [
      #"{"jsonrpc": "2.0", "id": 1, "method": "ping"}"#,
      #"{"jsonrpc": "2.0", "id": "1", "method": "ping"}"#,
      #"{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}"#,
      #"{"jsonrpc": "2.0", "id": 1, "method": "ping"}"#,
    ].map { MCPLines.Line.message(Array($0.utf8)) }
    let replies = server.replies(to: lines).map { String(decoding: $0, as: UTF8.self) }
    #expect(
      replies == [
        #"{"jsonrpc": "2.0", "id": "1", "result": {}}"#,
        #"{"jsonrpc": "2.0", "id": 1, "result": {}}"#,
      ])
  }

  @Test func longTextsAreRefused() throws {
    let text = String(repeating: "a", count: 2_000)
    let reply = try call("explain", #"{"ledger": "one.json", "name": "\#(text)"}"#)
    #expect(reply.contains("at most 1024 bytes") && reply.utf8.count < 1_000)
  }

  /// A program may add tools of its own, with longer texts.
  @Test(arguments: [(65_536, true), (65_537, false)])
  func toolsOfTheProgram(_ length: Int, _ isAccepted: Bool) throws {
    let tool = MCPTool(
      "echo", title: "Echo", "Returns the length of a text.",
      [MCPParameter("words", .longText, isRequired: true, "A text.")] + MCPTool.rowParameters,
      output: #"{"type": "object"}"#
    ) { call in
      let words = call.text("words") ?? ""
      let name = try call.ledger().name
      return Array(#"{"ledger": "\#(name)", "length": \#(words.utf8.count)}"#.utf8)
    }
    var server = MCPServer(
      [MCPLedger("one.json") { LedgerReader() }], tools: MCPTool.all + [tool])
    let hello =
      #"{"jsonrpc": "2.0", "id": 0, "method": "initialize", "#
      + #""params": {"protocolVersion": "2025-06-18"}}"#
    _ = text(of: hello, &server)
    let list = #"{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}"#
    let tools = try #require(text(of: list, &server))
    #expect(tools.contains(#""name": "echo""#) && tools.contains(#""maxLength": 65536"#))
    let words = String(repeating: "a", count: length)
    let call =
      #"{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "#
      + #""params": {"name": "echo", "arguments": {"words": "\#(words)"}}}"#
    let reply = try #require(text(of: call, &server))
    #expect(reply.contains(#""length": 65536"#) == isAccepted)
    #expect(reply.contains("at most 65536 bytes") == !isAccepted)
  }

  @Test func everyToolHasASchema() throws {
    var server = try initialized()
    let list = #"{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}"#
    let reply = try #require(text(of: list, &server))
    let tools = MCPTool.all
    #expect(tools.count == ReportKind.all.count + 6)
    #expect(Set(tools.map(\.name)).count == tools.count)
    #expect(reply.components(of: #""readOnlyHint": true"#) == tools.count)
    #expect(reply.components(of: #""additionalProperties": false"#) == tools.count)
    for tool in tools { #expect(reply.contains(#""name": "\#(tool.name)""#)) }
  }

  @Test func linesAreDivided() {
    var lines = MCPLines(limit: 5)
    #expect(lines.take(Array("ab".utf8)) == [])
    #expect(
      lines.take(Array("c\n\nabcde\nabcdef\nx".utf8)) == [
        .message(Array("abc".utf8)), .message([]), .message(Array("abcde".utf8)), .tooLong,
      ])
    #expect(lines.finish() == .message(Array("x".utf8)))
    #expect(lines.take(Array("abcdefghijkl".utf8)) == [])
    #expect(lines.finish() == .tooLong && lines.finish() == nil)
  }
}

extension String {
  /// How often a text is in it.
  fileprivate func components(of text: String) -> Int {
    var (count, rest) = (0, self[...])
    while let range = rest.firstRange(of: text) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
