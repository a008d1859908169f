/// A server of the Model Context Protocol: it answers messages of JSON-RPC 2.0, one a line.
///
/// It reads ledgers from a fixed list, and writes nothing. A host reads lines, for example from
/// standard input, and sends the replies. Requests that state their version themselves, as since
/// 2026-07-28, are answered without a handshake; earlier versions begin with `initialize`.
public struct MCPServer {
  /// The versions of the protocol that it speaks, the newest first.
  public static let versions = ["2026-07-28", "2025-11-25", "2025-06-18", "2024-11-05"]
  /// The versions that begin with a handshake.
  private static let handshakeVersions = Array(versions.dropFirst())
  /// The greatest length of a message, in bytes.
  public static let messageLimit = 4 << 20

  private let ledgers: [MCPLedger]
  private let tools: [MCPTool]
  /// The version of the handshake; nil before `initialize`.
  public private(set) var version: String?

  /// Creates a server for some ledgers, whose names differ.
  public init(_ ledgers: [MCPLedger], tools: [MCPTool] = MCPTool.all) {
    (self.ledgers, self.tools) = (ledgers, tools)
  }

  /// The replies to lines that came together, without their ends. A request that one of the lines
  /// after it cancels is left out.
  public mutating func replies(to lines: [MCPLines.Line]) -> [[UInt8]] {
    let cancelled = lines.map { line -> [UInt8]? in
      guard case .message(let bytes) = line, let message = try? JSONNode.parse(bytes) else {
        return nil
      }
      return MCPRequest.cancelledID(of: message, bytes)
    }
    return lines.enumerated().compactMap { number, line in
      let later = cancelled[(number + 1)...].compactMap { $0 }
      return reply(to: line, cancelled: later)
    }
  }

  /// The reply to a line; nil if it needs none.
  private mutating func reply(
    to line: MCPLines.Line, cancelled: [[UInt8]]
  ) -> [UInt8]? {
    guard case .message(let bytes) = line else {
      return MCPFault(.invalidRequest, "The message has more than \(Self.messageLimit) bytes.")
        .reply(to: nil)
    }
    // A line with nothing in it separates messages.
    if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return nil }
    let message: JSONNode
    do throws(Diagnostic) {
      message = try JSONNode.parse(bytes)
    } catch {
      return MCPFault(.parseError, "The line is not JSON: \(error.message).").reply(to: nil)
    }
    let request: MCPRequest
    do throws(MCPFault) {
      guard let found = try MCPRequest(message, bytes) else { return nil }
      request = found
    } catch {
      return error.reply(to: MCPRequest.id(of: message, bytes))
    }
    // A notification has no reply, whatever is wrong with it.
    guard let id = request.id, !cancelled.contains(id) else { return nil }
    do throws(MCPFault) {
      let result = try result(of: request, bytes)
      return JSONText.object { json in
        json.text("jsonrpc", "2.0")
        json.json("id".utf8, id)
        json.json("result".utf8, result)
      }
    } catch {
      return error.reply(to: id)
    }
  }

  private mutating func result(
    of request: MCPRequest, _ bytes: [UInt8]
  ) throws(MCPFault) -> [UInt8] {
    if request.isModern {
      try request.checkMetadata(Self.versions)
      switch request.method {
      case "server/discover": return discovery()
      case "tools/list": return try list(request)
      case "tools/call": return try call(request, bytes)
      default: throw .noMethod(request.method)
      }
    }
    switch request.method {
    case "initialize": return try initialize(request.params)
    case "ping": return JSONText.object { _ in }
    case "tools/list", "tools/call": break
    default: throw .noMethod(request.method)
    }
    if version == nil {
      throw MCPFault(
        .invalidRequest, "Send initialize first, or state the version of the request in _meta.")
    }
    return request.method == "tools/list" ? try list(request) : try call(request, bytes)
  }

  private mutating func initialize(_ params: JSONNode?) throws(MCPFault) -> [UInt8] {
    guard let asked = params?["protocolVersion"]?.text else {
      throw MCPFault(.invalidParams, "initialize needs the text protocolVersion.")
    }
    if version != nil { throw MCPFault(.invalidRequest, "The session is initialized already.") }
    let wanted = String(decoding: asked, as: UTF8.self)
    let agreed =
      Self.handshakeVersions.first { $0 == wanted } ?? Self.handshakeVersions.first ?? wanted
    version = agreed
    return JSONText.object { json in
      json.text("protocolVersion", agreed)
      json.capabilities()
      json.serverInfo("serverInfo")
      json.text("instructions", Self.instructions)
    }
  }

  private func discovery() -> [UInt8] {
    JSONText.object { json in
      json.modernMembers()
      json.list("supportedVersions", Self.versions)
      json.capabilities()
      json.text("instructions", Self.instructions)
      json.cacheHints()
    }
  }

  private static let instructions = """
    Folio keeps the books of portfolios. All tools only read. Amounts and quantities are texts of \
    exact digits: do not round or add them as binary numbers; use the totals of a report. Dates \
    are YYYY-MM-DD. Warnings have codes; explain gives the lines of the ledger behind a figure. \
    propose_group checks a transaction, which only a person can add.
    """

  private func list(_ request: MCPRequest) throws(MCPFault) -> [UInt8] {
    // The list has one page, so that no cursor was ever given out.
    if request.params?["cursor"] != nil {
      throw MCPFault(.invalidParams, "There is no such cursor.")
    }
    return JSONText.object { json in
      if request.isModern {
        json.modernMembers()
        json.cacheHints()
      }
      json.array("tools", tools) { tool, json in tool.write(into: &json, ledgers) }
    }
  }

  private func call(_ request: MCPRequest, _ bytes: [UInt8]) throws(MCPFault) -> [UInt8] {
    let params = request.params
    guard let name = params?["name"]?.text.map({ String(decoding: $0, as: UTF8.self) }) else {
      throw MCPFault(.invalidParams, "tools/call needs the text name.")
    }
    guard let tool = tools.first(where: { $0.name == name }) else {
      throw MCPFault(.invalidParams, "There is no tool '\(name.prefix(80))'.")
    }
    let arguments = params?["arguments"]
    if let arguments, !arguments.isObject {
      throw MCPFault(.invalidParams, "arguments must be an object.")
    }
    var (answer, isError) = ([UInt8](), false)
    do {
      let call = try MCPCall(arguments, of: tool, on: ledgers, in: bytes)
      answer = try tool.run(call)
    } catch {
      (answer, isError) = (Array(MCPToolFailure(error).message.utf8), true)
    }
    return JSONText.object { json in
      if request.isModern { json.modernMembers() }
      json.array("content", [answer]) { text, json in
        json.text("type", "text")
        json.text("text", text)
      }
      if !isError { json.json("structuredContent".utf8, answer) }
      json.json("isError".utf8, "\(isError)".utf8)
    }
  }
}

extension JSONText {
  fileprivate mutating func capabilities() {
    json("capabilities".utf8, #"{"tools": {"listChanged": false}}"#.utf8)
  }

  fileprivate mutating func serverInfo(_ key: String) {
    object(key) { json in
      json.text("name", "folio")
      json.text("title", "Folio")
      json.text("version", FolioVersion.current)
    }
  }

  /// What each result has since 2026-07-28.
  fileprivate mutating func modernMembers() {
    text("resultType", "complete")
    object("_meta") { $0.serverInfo("io.modelcontextprotocol/serverInfo") }
  }

  /// The tools depend on the ledgers of the command line, and on nothing that changes.
  fileprivate mutating func cacheHints() {
    json("ttlMs".utf8, "3600000".utf8)
    text("cacheScope", "private")
  }
}

extension MCPFault {
  fileprivate static func noMethod(_ method: String) -> MCPFault {
    MCPFault(.methodNotFound, "There is no method '\(method.prefix(80))'.")
  }
}
